#include "core/data/cells/cell_text.h"
#include "core/probe/attention/text_attention.h"
#include "core/probe/baselines/baseline_answers.h"
#include "core/probe/counterfactuals/counterfactual_answers.h"
#include "core/probe/data_answers.h"
#include "core/probe/tagging/live_tagger.h"
#include "core/task/entries.h"

namespace core {

namespace {

/// Wrong is a text with a wrong tag; the one with most of them, by its length, is shown.
std::vector<DataExample> taggedExamples(LiveTagger& model, const AskExamples& question,
                                        const Monitor& monitor)
{
    constexpr size_t kTried = 200;
    const TextColumn& tags = question.rows->texts(1);
    return dataExamples(
        *question.rows, [&](size_t row) { return std::string(tags[row]); },
        [&](std::span<const std::string> texts) {
            std::vector<double> wrong;
            for (const std::vector<int32_t>& said :
                 model.predict(*question.rows, texts.size(), monitor)) {
                const std::vector<std::string_view> truth = tokensOf(tags[wrong.size()]);
                double mistakes = 0.0;
                for (size_t t = 0; t < truth.size(); ++t)
                    mistakes += model.tagNames()[static_cast<size_t>(said[t])] != truth[t] ? 1 : 0;
                wrong.push_back(mistakes > 0.0 ? mistakes / static_cast<double>(truth.size())
                                               : -1.0);
            }
            return wrong;
        },
        kTried);
}

AnswersOf<LiveTagger> taggerAnswers()
{
    using Live = LiveTagger;
    AnswersOf<Live> answers(kTaggingTask);
    addEncoderAnswers(answers);
    answers.add<AskTags>(
        [](Live& model, const AskTags& question, const Monitor&) { return model.tag(question); });
    answers.add<AskTrellis>([](Live& model, const AskTrellis& question, const Monitor&) {
        return model.trellis(question);
    });
    addScores<AskTagScores>(answers, "texts");
    addJudgements<AskTagScores>(answers, "texts", &tagBaselinesOf);
    addAttentionAnswers(answers, "texts");
    answers.add<AskBriefly>([](Live& model, const AskBriefly& question, const Monitor&) {
        return model.brief(question.text);
    });
    addCounterfactuals(answers, [](Live& model, const AskBriefly& question, const Monitor&) {
        return model.outcome(question.text);
    });
    answers.addOfData<AskExample>(&exampleSentence);
    answers.add<AskExamples>(rowsReader<AskExamples>("texts"), &taggedExamples);
    return answers;
}

} // namespace

const TaskAnswers& taggingAnswers()
{
    static const TaskAnswers answers = taggerAnswers();
    return answers;
}

} // namespace core
