#include "core/probe/attention/text_attention.h"
#include "core/probe/counterfactuals/counterfactual_answers.h"
#include "core/probe/data_answers.h"
#include "core/probe/fill_in/live_masked_model.h"

#include <cmath>
#include <utility>

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

/// Each token, as it is predicted when it is hidden by itself. Tokens that are never hidden, such
/// as unknown ones, stay.
Outcome filledOutcome(LiveMaskedModel& model, const AskBriefly& question, const Monitor& monitor)
{
    const FillIn filled = model.fillIn({.text = question.text, .words = {}, .count = 1}, monitor);
    Outcome outcome{{{}, -1.0, filled.step, filled.epoch}};
    outcome.tokens = filled.tokens;
    outcome.predicted = filled.tokens;
    OutcomeSeries nats{.name = "nats",
                       .title = "\u2212ln p",
                       .unit = OutcomeSeries::Unit::Nats,
                       .values = std::vector<double>(filled.tokens.size(), std::nan(""))};
    for (const FilledPlace& place : filled.places) {
        const auto token = static_cast<size_t>(place.token);
        outcome.predicted[token] = place.best.front().token;
        nats.values[token] = place.knownNats().value_or(std::nan(""));
    }
    outcome.series = {std::move(nats)};
    for (const TokenRange& word : filled.words)
        outcome.text += (outcome.text.empty() ? "" : " ")
            + joinedWord(filled.marks, outcome.predicted, word);
    outcome.divideByTokens();
    return outcome;
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
        addCounterfactuals(all, &filledOutcome);
        all.addOfData<AskExample>(&exampleSentence);
        all.add<AskExamples>(rowsReader<AskExamples>("texts"), &filledExamples);
        return TaskAnswers(all);
    }();
    return answers;
}

} // namespace core
