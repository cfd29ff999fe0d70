#pragma once

#include "core/probe/answers.h"
#include "core/probe/counterfactuals/counterfactuals.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// A task's part of AskCounterfactuals.
struct OutcomeReader {
    /// The outcome for a text.
    std::function<Outcome(const AskBriefly& text)> outcome;
    /// The byte of a text at which the words begin whose order may change; null: the first.
    size_t (*shuffledFrom)(const std::string& text) = nullptr;
};

/// Compute thread.
/// @throws Error{BadSetting} when there is nothing to change; Error{Cancelled}.
Counterfactuals counterfactualsOf(LiveModel& model, const AskCounterfactuals& question,
                                  const Monitor& monitor, const OutcomeReader& reader);

/// @param outcomeOf  Outcome(Live&, const AskBriefly&, const Monitor&)
template <class Live, class OutcomeOf>
void addCounterfactuals(AnswersOf<Live>& answers, OutcomeOf outcomeOf,
                        size_t (*shuffledFrom)(const std::string& text) = nullptr)
{
    answers.template add<AskCounterfactuals>(
        [=](Live& model, const AskCounterfactuals& question, const Monitor& monitor) {
            const auto outcome
                = [&](const AskBriefly& text) { return outcomeOf(model, text, monitor); };
            return counterfactualsOf(model, question, monitor, {outcome, shuffledFrom});
        });
}

/// For a task whose prediction in a few words is all that is compared.
template <class Live> void addCounterfactuals(AnswersOf<Live>& answers)
{
    addCounterfactuals(answers, [](Live& model, const AskBriefly& text, const Monitor& monitor) {
        return Outcome{model.ask(text, monitor)};
    });
}

} // namespace core
