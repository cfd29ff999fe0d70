#include "core/probe/counterfactuals/counterfactual_answers.h"

#include "core/probe/counterfactuals/changed_texts.h"
#include "core/probe/job_progress.h"
#include "core/probe/live_model.h"

namespace core {

namespace {

void requireWords(const AskCounterfactuals& question)
{
    if (question.text.find_first_not_of(" \t\r\n") == std::string::npos)
        throw Error(ErrorCode::BadSetting, {"There is no text to change.", {}},
                    {"Give a text of a few words.", {}});
    if (question.shuffles > 0 && shuffledWords(question.text, 1) == question.text)
        throw Error(ErrorCode::BadSetting,
                    {"\"%1\" has no two different words, so that its order cannot change.",
                     {question.text}},
                    {"Give a longer text, or ask for no shuffles.", {}});
}

std::vector<Counterfactual> changesOf(const AskCounterfactuals& question)
{
    std::vector<Counterfactual> rows;
    const auto add = [&](const std::string& text, const char* change) {
        rows.push_back({.text = text, .change = change, .answer = {}});
    };
    for (const std::string& text : question.variants)
        add(text, "typed");
    if (question.gender)
        add(exchangedGender(question.text), "gender");
    for (int64_t i = 0; i < question.shuffles; ++i)
        add(shuffledWords(question.text, static_cast<uint64_t>(question.seed + i)), "shuffled");
    return rows;
}

} // namespace

Counterfactuals counterfactualsOf(LiveModel& model, const AskCounterfactuals& question,
                                  const Monitor& monitor, const TokensOf& tokens)
{
    requireWords(question);
    const auto answered = [&](const std::string& text) {
        return model.ask(AskBriefly{text, question.className}, monitor);
    };
    Counterfactuals result{.text = question.text, .before = answered(question.text), .rows = {}};
    result.rows = changesOf(question);
    JobProgress progress({"Predicting for changed texts", {}}, monitor);
    for (size_t i = 0; i < result.rows.size(); ++i) {
        Counterfactual& row = result.rows[i];
        row.answer = answered(row.text);
        const bool shuffled = row.change == "shuffled";
        row.same = shuffled && tokens ? agreeOnTokens(tokens(row.text), row.answer.text,
                                                      tokens(result.text), result.before.text)
                                      : row.answer.text == result.before.text;
        result.shuffled += shuffled ? 1 : 0;
        result.shuffledSame += shuffled && row.same ? 1 : 0;
        progress.at(static_cast<double>(i + 1), static_cast<double>(result.rows.size()));
    }
    std::tie(result.step, result.epoch) = model.stepAndEpoch();
    return result;
}

} // namespace core
