#include "core/task/classification/classification_questions.h"
#include "core/task/classification/live_classifier.h"
#include "core/task/entries.h"

namespace core {

namespace {

/// The split that the question names.
void readTexts(AskScores& question, const ExperimentSpec& spec, const Monitor& monitor)
{
    if (question.texts != nullptr)
        return;
    DataSet data = loadData(spec.data, monitor);
    LabelledTexts& texts = question.split == "test" ? data.test : data.valid;
    if (texts.size() == 0)
        throw Error(ErrorCode::BadData, {"This run has no %1 texts.", {question.split}},
                    {"Hold some out in step 1, or drop a file with them, and train again.", {}});
    question.texts = std::make_shared<const LabelledTexts>(std::move(texts));
}

ScoredTexts scoredTexts(LiveClassifier& model, const AskScores& question, const Monitor& monitor)
{
    ScoredTexts result;
    result.scores = model.evaluate(question.texts->texts, question.texts->labels,
                                   &result.predictions, monitor);
    result.epoch = model.epoch();
    return result;
}

AnswersOf<LiveClassifier> classifierAnswers()
{
    using Live = LiveClassifier;
    AnswersOf<Live> answers("classification");
    answers.add<AskInspection>([](Live& model, const AskInspection& question, const Monitor&) {
        return model.inspect(question.text);
    });
    answers.add<AskPredictions>(
        [](Live& model, const AskPredictions& question, const Monitor& monitor) {
            return model.predict(question.texts, monitor);
        });
    answers.add<AskScores>(&readTexts, &scoredTexts);
    answers.add<AskClasses>(
        [](Live& model, const AskClasses&, const Monitor&) { return model.classes(); });
    answers.add<AskPositions>([](Live& model, const AskPositions& question, const Monitor&) {
        return model.positions(question.length);
    });
    return answers;
}

} // namespace

const TaskAnswers& LiveClassifier::answers() const
{
    return classificationAnswers();
}

const TaskAnswers& classificationAnswers()
{
    static const TaskAnswers answers = classifierAnswers();
    return answers;
}

} // namespace core
