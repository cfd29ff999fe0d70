#pragma once

#include "core/probe/answers.h"
#include "core/probe/counterfactuals/counterfactuals.h"

#include <functional>
#include <string>
#include <vector>

namespace core {

/// The tokens of a text.
using TokensOf = std::function<std::vector<std::string>(const std::string& text)>;

/// Compute thread. @pre the model answers AskBriefly.
/// @param tokens  of a network with an answer for each token; otherwise empty.
/// @throws Error{BadSetting} when there is nothing to change; Error{Cancelled}.
Counterfactuals counterfactualsOf(LiveModel& model, const AskCounterfactuals& question,
                                  const Monitor& monitor, const TokensOf& tokens = {});

template <class Live> void addCounterfactuals(AnswersOf<Live>& answers)
{
    answers.template add<AskCounterfactuals>(
        [](Live& model, const AskCounterfactuals& question, const Monitor& monitor) {
            return counterfactualsOf(model, question, monitor);
        });
}

} // namespace core
