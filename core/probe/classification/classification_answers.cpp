#include "core/probe/attention/text_attention.h"
#include "core/probe/baselines/baseline_answers.h"
#include "core/probe/classification/classification_questions.h"
#include "core/probe/classification/live_classifier.h"
#include "core/probe/data_answers.h"
#include "core/probe/windows/window_answers.h"
#include "core/probe/counterfactuals/counterfactual_answers.h"

namespace core {

namespace {

BriefAnswer briefClass(LiveClassifier& model, const AskBriefly& question, const Monitor& monitor)
{
    const Prediction said = model.predict(std::vector{question.text}, monitor).front();
    return {model.classes()[size_t(said.predicted)], said.confidence, model.step(), model.epoch()};
}

std::vector<DataExample> classExamples(LiveClassifier& model, const AskExamples& question,
                                       const Monitor& monitor)
{
    constexpr size_t kTried = 200;
    const std::vector<int32_t>& labels = question.rows->classes();
    return dataExamples(
        *question.rows, [&](size_t row) { return model.classes()[size_t(labels[row])]; },
        [&](std::span<const std::string> texts) {
            std::vector<double> wrong;
            for (const Prediction& said : model.predict(texts, monitor))
                wrong.push_back(said.predicted == labels[wrong.size()] ? -1.0 : said.confidence);
            return wrong;
        },
        kTried);
}

AnswersOf<LiveClassifier> classifierAnswers()
{
    using Live = LiveClassifier;
    AnswersOf<Live> answers("classification");
    addTextAnswers(answers);
    addWindowAnswers(answers);
    answers.add<AskPredictions>(
        [](Live& model, const AskPredictions& question, const Monitor& monitor) {
            return PredictedClasses{model.classes(), model.predict(question.texts, monitor)};
        });
    addScores<AskScores>(answers, "texts");
    addJudgements<AskScores>(answers, "texts", &classBaselinesOf);
    addAttentionAnswers(answers, "texts");
    answers.add<AskBriefly>(&briefClass);
    addCounterfactuals(answers);
    answers.addOfData<AskExample>(&exampleSentence);
    answers.add<AskExamples>(rowsReader<AskExamples>("texts"), &classExamples);
    answers.add<AskClasses>(
        [](Live& model, const AskClasses&, const Monitor&) { return model.classes(); });
    return answers;
}

} // namespace

const TaskAnswers& classificationAnswers()
{
    static const TaskAnswers answers = classifierAnswers();
    return answers;
}

} // namespace core
