#include "core/probe/classification/classification_questions.h"
#include "core/probe/question_kind.h"

#include <algorithm>

namespace core {

namespace {

void describeClass(const Prediction& prediction, const std::vector<std::string>& classes,
                   Readout& readout)
{
    readout.value({"text", "Text"}, prediction.text);
    if (prediction.label >= 0)
        readout.value({"truth", "True class"}, classes[static_cast<size_t>(prediction.label)]);
    readout.value({"class", "Predicted class"}, classes[static_cast<size_t>(prediction.predicted)])
        .value({"probability", "Probability"}, prediction.confidence)
        .named({"probabilities", "Probabilities"}, classes, prediction.probabilities);
}

void describeScoredTexts(const ScoredTexts& scored, Readout& readout)
{
    const ClassificationScores& scores = scored.scores;
    std::vector<std::string> names;
    for (const ClassScore& each : scores.classes)
        names.push_back(each.name);
    readout.value({"count", "Texts"}, scores.count)
        .value({"loss", "Loss", "nats"}, scores.loss)
        .value({"accuracy", "Accuracy"}, scores.accuracy)
        .value({"macro_precision", "Macro precision"}, scores.macroPrecision)
        .value({"macro_recall", "Macro recall"}, scores.macroRecall)
        .value({"macro_f1", "Macro F1"}, scores.macroF1)
        .table({"classes", "Classes"}, scores.classes, column({"name", "Class"}, &ClassScore::name),
               column({"precision", "Precision"}, &ClassScore::precision),
               column({"recall", "Recall"}, &ClassScore::recall),
               column({"f1", "F1"}, &ClassScore::f1),
               column({"support", "Texts"}, &ClassScore::support));
    describeConfusion(scores.confusion, names, readout);
    const auto nameOf = [&](int32_t label) {
        return label < 0 ? std::string() : names[static_cast<size_t>(label)];
    };
    readout.table(
        {"rows", "Texts"}, scored.rows, column({"text", "Text"}, &Prediction::text),
        column({"truth", "True class"}, [&](const Prediction& each) { return nameOf(each.label); }),
        column({"class", "Predicted class"},
               [&](const Prediction& each) { return nameOf(each.predicted); }),
        column({"probability", "Probability"}, &Prediction::confidence));
}

} // namespace

Outcomes outcomesOf(const ScoredTexts& scored)
{
    Outcomes outcomes{"accuracy", Outcomes::Form::Share};
    for (const Prediction& each : scored.rows)
        outcomes.add(each.predicted == each.label ? 1.0 : 0.0, 1.0);
    return outcomes;
}

Guess guessOf(const ScoredTexts& scored)
{
    const std::vector<ClassScore>& classes = scored.scores.classes;
    const auto most = std::max_element(
        classes.begin(), classes.end(),
        [](const ClassScore& a, const ClassScore& b) { return a.support < b.support; });
    Guess guess{"Most frequent class", {"accuracy", Outcomes::Form::Share}};
    for (const Prediction& each : scored.rows)
        guess.outcomes.add(each.label == most - classes.begin() ? 1.0 : 0.0, 1.0);
    return guess;
}

QuestionKind<AskPredictions> AskPredictions::kind()
{
    return {"Classes of texts", "The class that the network predicts for each text.",
            Schema<AskPredictions>().add(&AskPredictions::texts, textsOption()),
            [](const PredictedClasses& predicted, Readout& readout) {
                readout.parts({"texts", "Text"}, predicted.texts,
                              [&](const Prediction& each, Readout& part) {
                                  describeClass(each, predicted.classes, part);
                              });
            }};
}

QuestionKind<AskScores> AskScores::kind()
{
    return {"Scores of a classifier",
            "Accuracy, precision, recall and F1 of each class over the data, and the predicted "
            "class of each text.",
            splitOptions<AskScores>(), &describeScoredTexts};
}

QuestionKind<AskClasses> AskClasses::kind()
{
    return {"Classes", "The names of the classes.", {}, &describeNames};
}

} // namespace core
