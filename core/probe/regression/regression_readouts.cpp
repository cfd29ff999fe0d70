#include "core/probe/question_kind.h"
#include "core/probe/regression/regression_questions.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

void describeNumberScores(const ScoredNumbers& scored, Readout& readout)
{
    const RegressionScores& scores = scored.scores;
    readout.value({"count", "Texts"}, scores.count)
        .value({"loss", "Loss"}, scores.loss)
        .value({"mean_absolute_error", "Mean absolute error"}, scores.meanAbsoluteError)
        .value({"root_mean_squared_error", "Root mean squared error"}, scores.rootMeanSquaredError)
        .value({"pearson", "Pearson's r"}, scores.pearson)
        .value({"spearman", "Spearman's ρ"}, scores.spearman)
        .value({"r_squared", "R²"}, scores.rSquared)
        .table({"rows", "Texts"}, scored.rows, column({"text", "Text"}, &NumberPrediction::text),
               column({"truth", "True number"}, &NumberPrediction::number),
               column({"number", "Predicted number"}, &NumberPrediction::predicted));
}

} // namespace

Outcomes outcomesOf(const ScoredNumbers& scored)
{
    Outcomes outcomes{"mean_absolute_error"};
    for (const NumberPrediction& each : scored.rows)
        outcomes.add(std::abs(each.predicted - each.number), 1.0);
    return outcomes;
}

Guess guessOf(const ScoredNumbers& scored)
{
    std::vector<double> numbers;
    for (const NumberPrediction& each : scored.rows)
        numbers.push_back(each.number);
    const auto middle = numbers.begin() + std::ssize(numbers) / 2;
    std::nth_element(numbers.begin(), middle, numbers.end());
    Guess guess{"Median", {"mean_absolute_error"}};
    for (const NumberPrediction& each : scored.rows)
        guess.outcomes.add(std::abs(*middle - each.number), 1.0);
    return guess;
}

QuestionKind<AskNumbers> AskNumbers::kind()
{
    return {"Numbers of texts", "The number that the network predicts for each text.",
            Schema<AskNumbers>().add(&AskNumbers::texts, textsOption()),
            [](const std::vector<NumberPrediction>& predicted, Readout& readout) {
                readout.table({"texts", "Texts"}, predicted,
                              column({"text", "Text"}, &NumberPrediction::text),
                              column({"number", "Predicted number"}, &NumberPrediction::predicted));
            }};
}

QuestionKind<AskNumberScores> AskNumberScores::kind()
{
    return {"Scores of a regressor",
            "How far the predicted numbers are from the true numbers over the data.",
            splitOptions<AskNumberScores>(), &describeNumberScores};
}

} // namespace core
