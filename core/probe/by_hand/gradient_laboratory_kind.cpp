#include "core/nn/cells/cell_text.h"
#include "core/probe/by_hand/gradient_laboratory.h"

namespace core {

namespace {

/// Numbers over the steps, or over the units.
Readout& matrixOf(Readout& readout, ReadoutName name, const NumberTable& table)
{
    return readout.matrix(std::move(name), table.values, static_cast<size_t>(table.rows),
                          static_cast<size_t>(table.columns));
}

void describeParameter(const LaboratoryParameter& parameter, Readout& readout)
{
    readout.key({"name", "Name"}, parameter.name);
    matrixOf(readout, {"value", "Value"}, parameter.value);
    matrixOf(readout, {"gradient", "Gradient"}, parameter.gradient);
}

void describeLaboratoryCell(const LaboratoryCell& cell, Readout& readout)
{
    using Step = LaboratoryStep;
    readout.key({"cell", "Cell"}, cell.title)
        .value({"singular_value", "Largest singular value of U"}, cell.singularValue)
        .value({"loss", "L"}, cell.loss)
        .value({"gradient_norm", "Norm of the gradient of all parameters"}, cell.gradientNorm)
        .value({"recurrent_norm", "Norm of dL/dU"}, cell.recurrentNorm)
        .value({"input_norm", "Norm of dL/dW"}, cell.inputNorm)
        .value({"clip_factor", "Factor of clipping"}, cell.clipFactor)
        .table({"steps", "Steps"}, cell.steps, column({"step", "Step"}, &Step::step),
               column({"state", "Norm of h"}, &Step::state),
               column({"memory", "Norm of c"}, &Step::memory),
               column({"gradient", "Norm of dL/dh"}, &Step::gradient),
               column({"memory_gradient", "Norm of dL/dc"}, &Step::memoryGradient),
               column({"recurrent_part", "Part of dL/dU"}, &Step::recurrentPart),
               column({"recurrent_share", "Share of dL/dU"}, &Step::recurrentShare),
               column({"input_part", "Part of dL/dW"}, &Step::inputPart),
               column({"input_share", "Share of dL/dW"}, &Step::inputShare));
}

void describeNumbers(const LaboratoryCell& cell, Readout& readout)
{
    readout.key({"cell", "Cell"}, cell.title);
    matrixOf(readout, {"states", "States (rows: steps from 0)"}, cell.states);
    matrixOf(readout, {"gradients", "dL/dh (rows: steps from 0)"}, cell.gradients);
    readout.parts({"parameters", "Parameters"}, cell.parameters, &describeParameter);
}

void describeLaboratory(const GradientLaboratory& laboratory, Readout& readout)
{
    readout.value({"steps", "Steps"}, laboratory.steps)
        .value({"clip", "Clipping threshold"}, laboratory.clip)
        .parts({"cells", "Cells"}, laboratory.cells, &describeLaboratoryCell);
    if (!laboratory.numbers)
        return;
    readout.parts({"numbers", "Numbers"}, laboratory.cells, &describeNumbers);
    matrixOf(readout, {"inputs", "Inputs (rows: steps from 1)"}, laboratory.inputs);
    matrixOf(readout, {"initial", "Initial state"}, laboratory.initial);
    matrixOf(readout, {"injected", "dL/dh where L reads h (rows: steps from 1)"},
             laboratory.injected);
}

void addCells(Schema<AskGradientLaboratory>& schema)
{
    std::vector<Choice> optional{{AskGradientLaboratory::kNoCell, "None"}};
    optional.insert(optional.end(), laboratoryCells().begin(), laboratoryCells().end());
    schema
        .add(&AskGradientLaboratory::cell,
             {.name = "cell",
              .label = "Cell",
              .help = "If gradients should follow the singular value exactly, choose the linear "
                      "RNN.",
              .choices = laboratoryCells()})
        .add(&AskGradientLaboratory::beside,
             {.name = "beside",
              .label = "Beside it",
              .help = "A second cell on the same inputs. Matrices in common are the same.",
              .choices = optional})
        .add(&AskGradientLaboratory::third,
             {.name = "third",
              .label = "Third cell",
              .help = "A third cell on the same inputs.",
              .choices = optional})
        .add(&AskGradientLaboratory::equations,
             {.name = "equations",
              .label = "Typed equations",
              .help = "If a cell is not in the list, choose \"Typed equations\" there and type "
                      "its equations here, one on each line, as for the network \"Typed cell\".",
              .syntax = "cell",
              .advanced = true});
}

void addDials(Schema<AskGradientLaboratory>& schema)
{
    const auto bias
        = [&schema](double AskGradientLaboratory::*member, const char* gate, const char* help) {
              const std::string name = std::string("bias_") + gate;
              schema.add(member,
                         {.name = name,
                          .label = std::string("Bias of gate ") + gate,
                          .help = help,
                          .minimum = -20,
                          .maximum = 20});
          };
    schema.add(&AskGradientLaboratory::singularValue,
               {.name = "singular_value",
                .label = "Singular value",
                .help = "The largest singular value of each recurrent matrix U. If gradients "
                        "vanish, raise it; if they explode, lower it. 0: as it was drawn.",
                .minimum = 0,
                .maximum = 2});
    bias(
        &AskGradientLaboratory::biasF, "f",
        "If the LSTM forgets, raise it: the forget gate stays open, and the gradient of c passes.");
    bias(&AskGradientLaboratory::biasI, "i",
         "If inputs should not change the cell state, lower it: the input gate closes.");
    bias(&AskGradientLaboratory::biasO, "o",
         "If h should not depend on the cell state, lower it: the output gate closes.");
    bias(&AskGradientLaboratory::biasZ, "z",
         "If the GRU forgets, raise it: its update gate then keeps the old state.");
    bias(&AskGradientLaboratory::biasR, "r",
         "If the candidate of a GRU should not depend on the old state, lower it.");
}

void addSequence(Schema<AskGradientLaboratory>& schema)
{
    schema
        .add(&AskGradientLaboratory::steps,
             {.name = "steps",
              .label = "Steps",
              .help = "Steps of the sequence. The error at the last one is propagated back "
                      "through all of them.",
              .minimum = 1,
              .maximum = 200})
        .add(&AskGradientLaboratory::units,
             {.name = "units",
              .label = "Units",
              .help = "Size of the state and of the input.",
              .minimum = 1,
              .maximum = 64})
        .add(&AskGradientLaboratory::input,
             {.name = "input",
              .label = "Input",
              .help = "If only the recurrence should count, choose no input.",
              .choices = {{"noise", "Noise at every step"},
                          {"first", "Noise at the first step only"},
                          {"zero", "No input"}}})
        .add(&AskGradientLaboratory::inputScale,
             {.name = "input_scale",
              .label = "Input scale",
              .help = "The standard deviation of the noise. If tanh should saturate, raise it.",
              .minimum = 0,
              .maximum = 100})
        .add(&AskGradientLaboratory::error,
             {.name = "error",
              .label = "Error",
              .help = "The steps whose state the loss reads.",
              .choices = {{"last", "At the last step"}, {"every", "At every step"}}})
        .add(&AskGradientLaboratory::clip,
             {.name = "clip",
              .label = "Clip at",
              .help = "If the norm of the gradient of all parameters is larger, clipping scales "
                      "the gradient down to it.",
              .minimum = 1e-12,
              .maximum = 1e12,
              .logarithmic = true});
}

void addWeights(Schema<AskGradientLaboratory>& schema)
{
    schema
        .add(&AskGradientLaboratory::weights,
             {.name = "weights",
              .label = "Weights",
              .help = "How matrices are drawn. Orthogonal: all singular values are equal.",
              .choices = {{"orthogonal", "Orthogonal"},
                          {"uniform", "Uniform, as PyTorch"},
                          {"normal", "Normal"}}})
        .add(&AskGradientLaboratory::deviation,
             {.name = "deviation",
              .label = "Deviation",
              .help = "The standard deviation of normal weights.",
              .minimum = 1e-6,
              .maximum = 2})
        .add(&AskGradientLaboratory::initial,
             {.name = "initial",
              .label = "First state",
              .help = "The state before the first input.",
              .choices = {{"zero", "Zero"}, {"noise", "Noise"}}})
        .add(&AskGradientLaboratory::seed,
             {.name = "seed",
              .label = "Seed",
              .help = "Another seed draws other weights, inputs and errors.",
              .minimum = 0,
              .maximum = 1e9})
        .add(&AskGradientLaboratory::numbers,
             {.name = "numbers",
              .label = "All numbers",
              .help = "If you want to compute further with the numbers, add all states, gradients, "
                      "parameters and inputs to the answer.",
              .advanced = true});
}

AskGradientLaboratory linearExample(double singularValue)
{
    AskGradientLaboratory question;
    question.cell = "linear";
    question.beside = AskGradientLaboratory::kNoCell;
    question.steps = 100;
    question.singularValue = singularValue;
    return question;
}

/// "Error is generated at 128th step ... Weights sampled from Normal Distribution in (-0.1, 0.1)."
AskGradientLaboratory errorAtStep128()
{
    AskGradientLaboratory question;
    question.steps = 128;
    question.weights = "normal";
    question.deviation = 0.1;
    question.singularValue = 0.0;
    question.biasF = 0.0;
    return question;
}

/// The code of A. Karpathy in lecture 002: H = 5, T = 50, Whh = randn(H, H), ReLU, no input.
AskGradientLaboratory reluWithoutInput()
{
    AskGradientLaboratory question;
    question.cell = "relu";
    question.beside = AskGradientLaboratory::kNoCell;
    question.units = 5;
    question.weights = "normal";
    question.deviation = 1.0;
    question.singularValue = 0.0;
    question.input = "zero";
    question.initial = "noise";
    return question;
}

AskGradientLaboratory forgetGate(double bias)
{
    AskGradientLaboratory question;
    question.biasF = bias;
    question.biasZ = bias;
    question.third = "gru";
    return question;
}

AskGradientLaboratory errorAtEveryStep()
{
    AskGradientLaboratory question = linearExample(0.9);
    question.steps = 20;
    question.error = "every";
    return question;
}

} // namespace

const std::vector<LaboratoryExample>& laboratoryExamples()
{
    // clang-format off
    static const std::vector<LaboratoryExample> all{
        {"RNN beside LSTM", {}},
        {"Vanishing: singular value 0.9, 100 linear steps (lecture 002)", linearExample(0.9)},
        {"Exploding: singular value 1.1, 100 linear steps (lecture 002)", linearExample(1.1)},
        {"Error at step 128, weights from N(0, 0.1) (lecture 002)", errorAtStep128()},
        {"Karpathy's code: ReLU, 5 units, 50 steps, no input (lecture 002)", reluWithoutInput()},
        {"Forget gate half open: bias 0", forgetGate(0.0)},
        {"Forget gate open: bias 5", forgetGate(5.0)},
        {"Error at every step: shares of dL/dW (lecture 001)", errorAtEveryStep()}};
    // clang-format on
    return all;
}

QuestionKind<AskGradientLaboratory> AskGradientLaboratory::kind()
{
    Schema<AskGradientLaboratory> schema;
    addCells(schema);
    addDials(schema);
    addSequence(schema);
    addWeights(schema);
    return {"Gradient laboratory",
            "Forward states, backward gradients and each step's share of dL/dW of recurrent cells "
            "with drawn weights, without training.",
            std::move(schema), &describeLaboratory};
}

} // namespace core
