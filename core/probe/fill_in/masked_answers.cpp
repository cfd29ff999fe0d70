#include "core/probe/attention/text_attention.h"
#include "core/probe/data_answers.h"
#include "core/probe/fill_in/live_masked_model.h"

namespace core {

namespace {

/// Wrong is the text whose tokens it finds least likely.
std::vector<DataExample> filledExamples(LiveMaskedModel& model, const AskExamples& question,
                                        const Monitor& monitor)
{
    constexpr size_t kTried = 20;
    return dataExamples(
        *question.rows, [](size_t) { return std::string(); },
        [&](std::span<const std::string> texts) {
            std::vector<double> nats;
            for (const std::string& text : texts)
                nats.push_back(
                    model.fillIn({.text = text, .words = {}, .count = 1}, monitor).meanNats());
            return nats;
        },
        kTried);
}

} // namespace

const TaskAnswers& maskedLanguageModelAnswers()
{
    static const TaskAnswers answers = [] {
        using Live = LiveMaskedModel;
        AnswersOf<Live> all(kMaskedLanguageModelTask);
        addEncoderAnswers(all);
        all.add<AskFillIn>([](Live& model, const AskFillIn& question, const Monitor& monitor) {
            return model.fillIn(question, monitor);
        });
        addAttentionAnswers(all, "texts");
        all.addOfData<AskExample>(&exampleSentence);
        all.add<AskExamples>(rowsReader<AskExamples>("texts"), &filledExamples);
        return TaskAnswers(all);
    }();
    return answers;
}

} // namespace core
