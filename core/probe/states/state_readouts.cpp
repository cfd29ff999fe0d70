#include "core/base/error.h"
#include "core/probe/question_kind.h"
#include "core/probe/states/batch_gradients.h"
#include "core/probe/states/state_questions.h"

namespace core {

namespace {

/// @throws Error{BadSetting} without recurrent layers.
void describeCell(const StateCell& cell, Readout& readout)
{
    if (cell.title.empty())
        refuseWithoutCell();
    readout.value({"cell", "Cell"}, cell.title)
        .value({"layers", "Layers"}, cell.layers)
        .value({"directions", "Directions"}, cell.directions)
        .table({"quantities", "Quantities"}, cell.quantities,
               column({"name", "Name"}, &StateQuantity::name),
               column({"equation", "Equation"}, &StateQuantity::equation),
               column({"gate", "Gate"}, &StateQuantity::gate),
               column({"state", "State"}, &StateQuantity::state));
}

template <class Answer> void describeLayer(const Answer& answer, Readout& readout)
{
    readout.value({"layer", "Layer"}, answer.layer)
        .value({"direction", "Direction"}, answer.direction);
}

Readout verdictReadout(const TextVerdict& verdict)
{
    Readout readout;
    if (verdict.number)
        readout.value({"number", "Predicted number"}, *verdict.number);
    readout.list({"predictions", "Predictions"}, verdict.said)
        .list({"probabilities_of_these", "Probabilities of these"}, verdict.certainties,
              "predictions")
        .named({"probabilities", "Probabilities"}, verdict.classes, verdict.probabilities)
        .value({"loss", "Loss"}, verdict.loss)
        .value({"loss_of", "The loss is that of"}, verdict.lossOf)
        .value({"loss_of_truth", "This is the true answer"}, verdict.lossOfTruth);
    return readout;
}

Readout readingReadout(const StateReading& reading, const States& states)
{
    Readout readout;
    size_t quantity = 0;
    readout.parts({"quantities", "Quantity"}, reading.values,
                  [&](const std::vector<float>& values, Readout& part) {
                      const size_t tokens = states.tokens.size();
                      part.key({"name", "Name"}, states.cell.quantities[quantity++].name)
                          .matrix({"values", "Values (rows: tokens, columns: units)"}, values,
                                  tokens, tokens == 0 ? 0 : values.size() / tokens, states.tokens);
                  });
    readout.part({"prediction", "Prediction"}, verdictReadout(reading.verdict));
    return readout;
}

/// "f = σ(W_f x 0.3 + ...)": the parts of an equation with their numbers.
void describeEquation(const UnitEquation& equation, Readout& readout)
{
    readout.table({"parts", "Parts"}, equation.parts,
                  column({"text", "Text"}, &EquationNumber::text),
                  column({"number", "Number"}, &EquationNumber::number));
}

void describeStates(const States& states, Readout& readout)
{
    readout.value({"text", "Text"}, states.text)
        .list({"tokens", "Tokens"}, states.tokens)
        .list({"unknown", "Not in the vocabulary"}, states.unknown)
        .value({"cut_tokens", "Tokens beyond the maximum length"}, states.cutTokens);
    describeCell(states.cell, readout);
    describeLayer(states, readout);
    readout.part({"plain", "As the network computes it"}, readingReadout(states.plain, states));
    if (states.edited)
        readout.part({"edited", "With the edits"}, readingReadout(*states.edited, states));
    readout.parts({"equations", "Equation"}, states.equations, &describeEquation);
    describeMoment(states, readout);
}

void describePattern(const FoundPattern& found, Readout& readout)
{
    readout.value({"texts", "Texts searched"}, found.texts)
        .value({"found", "Texts with some of the units"}, found.found)
        .parts({"matches", "Match"}, found.matches, [](const PatternMatch& match, Readout& part) {
            part.value({"text", "Text"}, match.example.text)
                .list({"tokens", "Tokens"}, match.tokens)
                .value({"first", "First token"}, match.first)
                .value({"last", "Last token"}, match.last)
                .table({"units", "Units"}, match.units,
                       column({"unit", "Unit"}, &PatternUnit::unit),
                       column({"negative", "Negative"}, &PatternUnit::negative));
        });
    describeMoment(found, readout);
}

void describeFlow(const GradientFlow& flow, Readout& readout)
{
    readout.value({"text", "Text"}, flow.text).list({"tokens", "Tokens"}, flow.tokens);
    describeCell(flow.cell, readout);
    describeLayer(flow, readout);
    readout.list({"states", "States"}, flow.states)
        .matrix({"norms", "Norm of dL/d(state after the token)"}, flow.norms, flow.states,
                flow.tokens)
        .matrix({"jacobians", "Largest singular value of d(last h)/d(state)"}, flow.jacobians,
                flow.states, flow.tokens)
        .table({"matrices", "Matrices from state to state"}, flow.matrices,
               column({"name", "Name"}, &GradientFlow::Matrix::name),
               column({"largest", "Largest singular value"}, &GradientFlow::Matrix::largest))
        .part({"prediction", "Prediction (where each token has a loss, that of the last)"},
              verdictReadout(flow.verdict));
    describeMoment(flow, readout);
}

void describeSteps(const ReadoutName& name, const std::vector<std::vector<StepNorms>>& states,
                   const std::vector<std::string>& names, Readout& readout)
{
    size_t at = 0;
    readout.parts(name, states, [&](const std::vector<StepNorms>& steps, Readout& part) {
        part.key({"state", "State"}, names[at++])
            .table({"steps", "Steps"}, steps,
                   column({"step", "Step"},
                          [&](const StepNorms& step) { return &step - steps.data(); }),
                   column({"texts", "Texts"}, &StepNorms::texts),
                   column({"mean", "Mean"}, &StepNorms::mean),
                   column({"lower", "Lower quartile"}, &StepNorms::lower),
                   column({"upper", "Upper quartile"}, &StepNorms::upper));
    });
}

void describeBatch(const BatchGradients& gradients, Readout& readout)
{
    readout.value({"update", "Update"}, gradients.place.step)
        .value({"recorded", "Its texts were recorded"}, gradients.recorded)
        .value({"items", "Texts of the batch"}, gradients.itemCount)
        .value({"loss", "Mean loss"}, gradients.loss)
        .table({"texts", "Texts that were read"}, gradients.texts,
               column({"text", "Text"}, &Example::text),
               column({"reference", "True answer"}, &Example::reference),
               column({"class", "Class"}, &Example::className));
    describeCell(gradients.cell, readout);
    describeLayer(gradients, readout);
    describeSteps({"from_end", "Before the last step"}, gradients.fromEnd, gradients.states,
                  readout);
    describeSteps({"from_start", "After the first step"}, gradients.fromStart, gradients.states,
                  readout);
    describeMoment(gradients, readout);
}

const Schema<StateEdit>& stateEditSchema()
{
    static const Schema<StateEdit> schema
        = Schema<StateEdit>()
              .add(&StateEdit::layer, {.name = "layer", .label = "Layer", .minimum = 0})
              .add(&StateEdit::direction, {.name = "direction", .label = "Direction", .minimum = 0})
              .add(&StateEdit::quantity, {.name = "quantity", .label = "Quantity"})
              .add(&StateEdit::unit, {.name = "unit", .label = "Unit", .help = "-1: all."})
              .add(&StateEdit::first, {.name = "first", .label = "First token", .minimum = 0})
              .add(&StateEdit::last,
                   {.name = "last", .label = "Last token", .help = "-1: to the end."})
              .add(&StateEdit::value, {.name = "value", .label = "Value"})
              .add(&StateEdit::fromText,
                   {.name = "from_text",
                    .label = "From text",
                    .help = "A text whose values of the quantity replace the number."});
    return schema;
}

const Schema<PatternUnit>& unitSchema()
{
    static const Schema<PatternUnit> schema
        = Schema<PatternUnit>()
              .add(&PatternUnit::unit, {.name = "unit", .label = "Unit", .minimum = 0})
              .add(&PatternUnit::negative, {.name = "negative", .label = "Negative"});
    return schema;
}

} // namespace

void refuseWithoutCell()
{
    throw Error(ErrorCode::BadSetting, {"This network has no recurrent layers.", {}},
                {"Choose a run whose network is recurrent, such as an LSTM or a GRU.", {}});
}

QuestionKind<AskStates> AskStates::kind()
{
    Schema<AskStates> options;
    options.flatten(&AskStates::example, exampleSchema());
    addLayer(options)
        .list(&AskStates::edits,
              {.name = "edits",
               .label = "Values set by hand",
               .help = "As JSON: "
                       R"([{"quantity": "f", "unit": 3, "first": 0, "last": 4, "value": 1}].)"},
              stateEditSchema())
        .add(&AskStates::unit,
             {.name = "unit",
              .label = "Unit",
              .help = "With a token: the unit whose equations are filled with numbers; -1: none.",
              .minimum = -1})
        .add(&AskStates::token,
             {.name = "token",
              .label = "Token",
              .help = "With a unit: the token of these equations, from 0; -1: none.",
              .minimum = -1});
    return {"Gates and states",
            "Gates and states of a recurrent layer at each token, with edits where there are some.",
            options, &describeStates};
}

QuestionKind<AskStatePattern> AskStatePattern::kind()
{
    auto options = splitOptions<AskStatePattern>();
    options.add(&AskStatePattern::quantity,
                {.name = "quantity", .label = "Quantity", .help = "Such as h, c or f."});
    addLayer(options)
        .list(&AskStatePattern::units,
              {.name = "units",
               .label = "Units",
               .help = R"(As JSON: [{"unit": 3}, {"unit": 7, "negative": true}].)"},
              unitSchema())
        .add(&AskStatePattern::threshold,
             {.name = "threshold",
              .label = "Threshold",
              .help = "A unit is on where its value is at least this."})
        .add(&AskStatePattern::length,
             {.name = "length",
              .label = "Length",
              .help = "Among equal matches those of the nearest length come first.",
              .unit = "tokens",
              .minimum = 1});
    return {"Pattern of units",
            "Places in the data at which the units are on together, and neither before nor after.",
            options, &describePattern};
}

QuestionKind<AskGradientFlow> AskGradientFlow::kind()
{
    Schema<AskGradientFlow> options;
    options.flatten(&AskGradientFlow::example, exampleSchema());
    addLayer(options).add(&AskGradientFlow::length,
                          {.name = "length",
                           .label = "Length",
                           .help = "Only the first tokens are read; 0: all.",
                           .unit = "tokens",
                           .minimum = 0});
    return {"Gradient through time",
            "How the gradient of the loss flows back through a text, and how far the last state "
            "depends on earlier ones.",
            options, &describeFlow};
}

QuestionKind<AskBatchGradients> AskBatchGradients::kind()
{
    Schema<AskBatchGradients> options;
    options.flatten(&AskBatchGradients::place, updatePlaceSchema())
        .list(&AskBatchGradients::texts,
              {.name = "texts",
               .label = "Texts",
               .help
               = R"(These instead of a batch, as JSON: [{"text": "...", "reference": "..."}].)"},
              exampleSchema());
    return {"Gradient through time over a batch",
            "Mean and quartiles over the texts of a batch of how the gradient flows back.",
            addLayer(options), &describeBatch};
}

} // namespace core
