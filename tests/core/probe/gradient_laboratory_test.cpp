#include "core/probe/by_hand/gradient_laboratory.h"

#include "core/base/error.h"
#include "core/probe/by_hand/drawn_matrices.h"
#include "core/probe/by_hand/hand_questions.h"
#include "tests/parity/python.h"
#include "tests/support/near.h"
#include "tests/support/test_case.h"

#include <fstream>
#include <numeric>

namespace {

using core::AskGradientLaboratory;
using core::GradientLaboratory;
using core::LaboratoryCell;

AskGradientLaboratory example(size_t index)
{
    return core::laboratoryExamples().at(index).question;
}

LaboratoryCell only(const AskGradientLaboratory& question)
{
    return core::answerByHand(question).cells.at(0);
}

AskGradientLaboratory alone(const std::string& cell)
{
    AskGradientLaboratory question;
    question.cell = cell;
    question.beside = question.third = AskGradientLaboratory::kNoCell;
    return question;
}

double relative(double value, double expected)
{
    return std::abs(value / expected - 1.0);
}

/// What is compared with PyTorch.
struct ParityLaboratory {
    std::string name;
    AskGradientLaboratory question;
};

std::vector<ParityLaboratory> parityLaboratories()
{
    std::vector<ParityLaboratory> cases;
    for (const auto& [cell, beside, third] :
         {std::tuple{"linear", "rnn", "relu"}, std::tuple{"lstm", "gru", "none"}})
        for (const char* weights : {"orthogonal", "uniform", "normal"}) {
            AskGradientLaboratory question;
            question.cell = cell;
            question.beside = beside;
            question.third = third;
            question.weights = weights;
            question.steps = 30;
            question.units = 5;
            question.biasR = -0.5;
            question.biasO = 0.25;
            question.biasZ = 1.5;
            question.singularValue = std::string(weights) == "orthogonal" ? 0.8 : 0.0;
            question.initial = std::string(weights) == "normal" ? "noise" : "zero";
            question.error = std::string(weights) == "uniform" ? "every" : "last";
            question.numbers = true;
            cases.push_back({std::string(cell) + "_" + weights, question});
        }
    return cases;
}

} // namespace

/// Gradients through time without training (V13).
class GradientLaboratoryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Lecture 002: without an activation, the gradient is multiplied with U at every step. All
    /// singular values of an orthogonal matrix times s are s.
    void theSingularValueDecidesInALinearNetwork()
    {
        for (const auto& [index, s] : {std::pair{size_t{1}, 0.9}, std::pair{size_t{2}, 1.1}}) {
            const LaboratoryCell cell = only(example(index));
            QCOMPARE(cell.steps.size(), size_t{101});
            for (const core::LaboratoryStep& step : cell.steps)
                QVERIFY(relative(step.gradient, std::pow(s, 100.0 - double(step.step))) < 1e-11);
            QVERIFY(std::abs(cell.singularValue - s) < 1e-12);
        }
        QVERIFY(relative(only(example(1)).steps[0].gradient, 2.656139888758748e-5) < 1e-9);
        QVERIFY(relative(only(example(2)).steps[0].gradient, 13780.6123398222) < 1e-9);
    }

    /// Over 50 steps the gradient stays within a factor of 10 only for 0.955 to 1.047.
    void fewSingularValuesKeepTheGradient()
    {
        AskGradientLaboratory question = example(1);
        question.steps = 50;
        for (const auto& [s, kept] : {std::pair{0.954, false}, std::pair{0.956, true},
                                      std::pair{1.047, true}, std::pair{1.048, false}}) {
            question.singularValue = s;
            const double first = only(question).steps[0].gradient;
            QCOMPARE(first > 0.1 && first < 10.0, kept);
        }
    }

    /// Lecture 002: "almost always < 1".
    void tanhShrinksGradientsFurther()
    {
        const LaboratoryCell rnn = only(alone("rnn"));
        for (size_t t = 1; t < rnn.steps.size(); ++t)
            QVERIFY(rnn.steps[t - 1].gradient < rnn.steps[t].gradient);
        QVERIFY(rnn.steps[0].gradient < 1e-4);
        AskGradientLaboratory calm = alone("rnn");
        calm.input = "zero"; // The derivative of tanh at 0 is 1.
        QVERIFY(relative(only(calm).steps[0].gradient, 1.0) < 1e-11);
    }

    /// Lecture 002, "error is generated at 128th step".
    void theLstmKeepsTheGradientLonger()
    {
        const GradientLaboratory both = core::answerByHand(example(3));
        QCOMPARE(both.cells.size(), size_t{2});
        QCOMPARE(both.cells[0].steps.size(), size_t{129});
        for (size_t t = 0; t <= 90; ++t)
            QVERIFY(both.cells[1].steps[t].gradient > 1e3 * both.cells[0].steps[t].gradient);
        QVERIFY(!both.cells[0].steps[5].memory);
        QVERIFY(both.cells[1].steps[5].memory && both.cells[1].steps[5].memoryGradient);
    }

    /// The conveyor belt: where the forget gate is 1 and U is 0, dL/dc does not change.
    void anOpenForgetGatePassesTheGradient()
    {
        AskGradientLaboratory question = alone("lstm");
        question.biasF = 20.0;
        question.weights = "normal";
        question.deviation = 1e-6;
        question.singularValue = 0.0;
        const LaboratoryCell cell = only(question);
        const double last = *cell.steps.back().memoryGradient;
        QVERIFY(last > 0.4);
        for (const core::LaboratoryStep& step : cell.steps)
            QVERIFY(relative(*step.memoryGradient, last) < 1e-4);
        question.biasF = 0.0; // Half of it passes.
        const LaboratoryCell half = only(question);
        QVERIFY(relative(*half.steps[40].memoryGradient / *half.steps[50].memoryGradient,
                         std::pow(0.5, 10))
                < 1e-3);
    }

    void sharesSumToOne()
    {
        for (const core::LaboratoryExample& each : core::laboratoryExamples())
            for (const LaboratoryCell& cell : core::answerByHand(each.question).cells) {
                double recurrent = 0.0, input = 0.0;
                for (const core::LaboratoryStep& step : cell.steps) {
                    QCOMPARE(step.recurrentPart.has_value(), step.step > 0);
                    recurrent += step.recurrentShare.value_or(0.0);
                    input += step.inputShare.value_or(0.0);
                }
                QVERIFY2(std::abs(recurrent - 1.0) < 1e-10, each.title);
                if (each.question.input == "zero")
                    QCOMPARE(cell.inputNorm, 0.0);
                else
                    QVERIFY2(std::abs(input - 1.0) < 1e-10, each.title);
            }
    }

    /// Lecture 001: dL/dh_t = Σ_i (Uᵀ)^(i - t) v_i, with an error at every step.
    void errorsAtEveryStepAddUp()
    {
        const AskGradientLaboratory question = example(7);
        const GradientLaboratory answer = core::answerByHand(question);
        const LaboratoryCell& cell = answer.cells.at(0);
        const core::NumberTable& u = cell.parameters.at(1).value;
        std::vector<double> slope(16, 0.0);
        for (int64_t t = question.steps; t > 0; --t) {
            std::vector<double> back(16, 0.0);
            for (int64_t i = 0; i < 16; ++i) {
                for (int64_t j = 0; j < 16; ++j)
                    back[size_t(i)] += u.at(j, i) * slope[size_t(j)];
                back[size_t(i)] += answer.injected.at(t - 1, i);
            }
            slope = back;
            for (int64_t i = 0; i < 16; ++i)
                support::compareNear(cell.gradients.at(t, i), slope[size_t(i)], 1e-12);
        }
    }

    /// Karpathy's code: whether gradients of a ReLU network explode depends on its matrix.
    void karpathysExampleIsThere()
    {
        const AskGradientLaboratory question = example(4);
        QCOMPARE(question.units, int64_t{5});
        const LaboratoryCell cell = only(question);
        QCOMPARE(cell.steps.size(), size_t{51});
        QVERIFY(cell.singularValue > 1.0);
        QVERIFY(cell.steps[0].state > 0.0);
    }

    void clippingScalesTheGradientDown()
    {
        AskGradientLaboratory question = example(2);
        const LaboratoryCell large = only(question);
        QVERIFY(large.gradientNorm > 1e3);
        QVERIFY(relative(large.gradientNorm * large.clipFactor, 1.0) < 1e-12);
        question.clip = 2.0 * large.gradientNorm;
        QCOMPARE(only(question).clipFactor, 1.0);
    }

    void aSeedDrawsTheSameAgain()
    {
        AskGradientLaboratory question;
        const GradientLaboratory first = core::answerByHand(question);
        QCOMPARE(core::answerByHand(question).cells[1].states.values, first.cells[1].states.values);
        question.seed = 2;
        QVERIFY(core::answerByHand(question).cells[1].states.values
                != first.cells[1].states.values);
        // A cell beside another one changes neither its matrices nor its inputs.
        AskGradientLaboratory relu = alone("relu");
        QCOMPARE(only(relu).parameters.at(1).value.values,
                 first.cells[0].parameters.at(1).value.values);
    }

    void dialsAreBiasesOfTheirGates()
    {
        AskGradientLaboratory question = alone("gru");
        question.biasR = 2.0;
        question.biasZ = -3.0;
        question.units = 3;
        const LaboratoryCell cell = only(question);
        QCOMPARE(cell.parameters.at(2).name, std::string("bias_ih"));
        QCOMPARE(cell.parameters[2].value.values,
                 (std::vector<double>{2, 2, 2, -3, -3, -3, 0, 0, 0}));
        QCOMPARE(cell.parameters.at(3).value.values, std::vector<double>(9, 0.0));
    }

    void everyCellCanBeChosen()
    {
        for (const core::Choice& each : core::laboratoryCells()) {
            AskGradientLaboratory question = alone(each.value);
            question.equations = "h = tanh(W x + U h + b)";
            const LaboratoryCell cell = only(question);
            QCOMPARE(cell.title, each.label);
            QVERIFY2(cell.gradientNorm > 0.0 && std::isfinite(cell.gradientNorm),
                     each.value.c_str());
        }
        AskGradientLaboratory typed = alone(AskGradientLaboratory::kTypedCell);
        typed.equations = "h = tanh(W x + U h + b)";
        QVERIFY(relative(only(typed).steps[0].gradient, only(alone("rnn")).steps[0].gradient)
                < 1e-9);
        typed.equations = "h = tanh(";
        QVERIFY_EXCEPTION_THROWN(only(typed), core::Error);
    }

    void theLargestLaboratoryIsFinite()
    {
        AskGradientLaboratory question = alone("linear");
        question.steps = 200;
        question.units = 64;
        question.singularValue = 2.0;
        const LaboratoryCell cell = only(question);
        QVERIFY(relative(cell.steps[0].gradient, std::pow(2.0, 200)) < 1e-10);
        QVERIFY(cell.steps[100].recurrentShare.has_value());
    }

    /// A Givens rotation times a diagonal matrix has its numbers as singular values.
    void singularValuesAreThoseOfTheMatrix()
    {
        core::NumberTable matrix(2, 2);
        matrix.values = {3.0 * 0.6, -0.5 * 0.8, 3.0 * 0.8, 0.5 * 0.6};
        const std::vector<double> values = core::singularValues(matrix);
        support::compareNear(values.at(0), 3.0, 1e-14);
        support::compareNear(values.at(1), 0.5, 1e-14);
        core::SeededNumbers numbers(3);
        for (const auto& [rows, columns] : {std::pair{20, 20}, std::pair{5, 9}, std::pair{9, 5}})
            for (const double value :
                 core::singularValues(core::drawnOrthogonal(numbers, rows, columns)))
                support::compareNear(value, 1.0, 1e-13);
        QCOMPARE(core::singularValues(core::NumberTable(3, 3)), std::vector<double>(3, 0.0));
    }

    void theAnswerIsWritten()
    {
        const core::HandQuestion* question = core::findHandQuestion("gradient_laboratory");
        QVERIFY(question != nullptr);
        AskGradientLaboratory asked;
        core::Json options = AskGradientLaboratory::kind().options.toJson(asked);
        const core::Json brief = core::toJson(question->answer(options));
        QCOMPARE(brief["cells"].size(), size_t{2});
        QCOMPARE(brief["cells"][0]["steps"].size(), size_t{51});
        QVERIFY(brief["cells"][0]["steps"][0]["memory"].is_null());
        QVERIFY(!brief.contains("numbers"));
        options["numbers"] = true;
        const core::Json whole = core::toJson(question->answer(options));
        QCOMPARE(whole["numbers"][1]["states"].size(), size_t{51});
        QCOMPARE(whole["inputs"].size(), size_t{50});
    }

    void statesAndGradientsAreThoseOfPyTorch()
    {
        parity::compareInPython(
            UNROLL_PARITY_SCRIPTS "/laboratory_parity.py", parityLaboratories(),
            [](const ParityLaboratory& each, const std::filesystem::path& path) {
                std::ofstream(path) << core::toJson(
                    core::readoutOf<AskGradientLaboratory>(core::answerByHand(each.question)));
            });
    }
};

UNROLL_TEST(GradientLaboratoryTest, QCoreApplication)
#include "gradient_laboratory_test.moc"
