#include "core/task/classification/classification_questions.h"
#include "core/task/classification/live_classifier.h"
#include "core/task/entries.h"
#include "core/task/split_rows.h"

namespace core {

namespace {

AnswersOf<LiveClassifier> classifierAnswers()
{
    using Live = LiveClassifier;
    AnswersOf<Live> answers("classification");
    addTextAnswers(answers);
    answers.add<AskPredictions>(
        [](Live& model, const AskPredictions& question, const Monitor& monitor) {
            return model.predict(question.texts, monitor);
        });
    addScores<AskScores>(answers, "texts");
    answers.add<AskClasses>(
        [](Live& model, const AskClasses&, const Monitor&) { return model.classes(); });
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
