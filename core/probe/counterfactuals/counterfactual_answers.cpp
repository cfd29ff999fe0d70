#include "core/probe/counterfactuals/counterfactual_answers.h"

#include "core/probe/counterfactuals/changed_texts.h"
#include "core/probe/job_progress.h"
#include "core/probe/live_model.h"

#include <algorithm>
#include <tuple>

namespace core {

namespace {

std::vector<std::string> sorted(std::vector<std::string> parts)
{
    std::sort(parts.begin(), parts.end());
    return parts;
}

bool agree(const Outcome& a, const Outcome& b, bool shuffled)
{
    return shuffled && !a.parts.empty() ? sorted(a.parts) == sorted(b.parts) : a.text == b.text;
}

/// A variant is what it is, however it was made.
std::string kindOfVariant(const std::string& text, const AskCounterfactuals& question)
{
    if (text != question.text && text == exchangedGender(question.text))
        return "gender";
    return isOtherOrder(text, question.text) ? "shuffled" : "typed";
}

std::vector<Counterfactual> changesOf(const AskCounterfactuals& question, size_t shuffledFrom)
{
    std::vector<Counterfactual> rows;
    for (const std::string& text : question.variants)
        rows.push_back({text, kindOfVariant(text, question)});
    if (question.gender)
        rows.push_back({exchangedGender(question.text), "gender"});
    for (const std::string& text :
         shuffledOrders(question.text, static_cast<size_t>(question.shuffles),
                        static_cast<uint64_t>(question.seed), shuffledFrom))
        rows.push_back({text, "shuffled"});
    return rows;
}

} // namespace

Counterfactuals counterfactualsOf(LiveModel& model, const AskCounterfactuals& question,
                                  const Monitor& monitor, const OutcomeReader& reader)
{
    if (question.text.find_first_not_of(" \t\r\n") == std::string::npos)
        throw Error(ErrorCode::BadSetting, {"There is no text to change.", {}},
                    {"Give a text of a few words.", {}});
    const auto outcome = [&](const std::string& text) {
        monitor.throwIfStopped();
        return reader.outcome({text, question.className});
    };
    const size_t from = reader.shuffledFrom == nullptr ? 0 : reader.shuffledFrom(question.text);
    Counterfactuals result{.text = question.text, .before = outcome(question.text)};
    result.orders = otherOrders(question.text.substr(from));
    result.rows = changesOf(question, from);
    const size_t listed = question.variants.size() + (question.gender ? 1 : 0);
    JobProgress progress({"Predicting for changed texts", {}}, monitor);
    for (size_t i = 0; i < result.rows.size(); ++i) {
        Counterfactual& row = result.rows[i];
        row.answer = outcome(row.text);
        row.same = agree(row.answer, result.before, row.change == "shuffled");
        result.shuffled += i >= listed ? 1 : 0;
        result.shuffledSame += i >= listed && row.same ? 1 : 0;
        progress.at(static_cast<double>(i + 1), static_cast<double>(result.rows.size()));
    }
    std::tie(result.step, result.epoch) = model.stepAndEpoch();
    return result;
}

} // namespace core
