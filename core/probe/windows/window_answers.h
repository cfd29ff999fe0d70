#pragma once

#include "core/probe/data_answers.h"
#include "core/probe/texts/live_text_model.h"
#include "core/probe/windows/filter_windows.h"

namespace core {

// Compute thread.

/// @throws Error{BadSetting} when the network is not convolutional.
FilterWindows filterWindows(LiveTextModel& model, const AskFilterWindows& question);
/// @throws Error{BadSetting} likewise and for a filter that there is not; Error{Cancelled}.
StrongestWindows strongestWindows(LiveTextModel& model, const AskStrongestWindows& question,
                                  const Monitor& monitor);

/// The questions about the filters of a convolutional network with one prediction for a text.
template <class Live> void addWindowAnswers(AnswersOf<Live>& answers)
{
    answers.template add<AskFilterWindows>(
        [](Live& model, const AskFilterWindows& question, const Monitor&) {
            return filterWindows(model, question);
        });
    answers.template add<AskStrongestWindows>(
        rowsReader<AskStrongestWindows>("texts"),
        [](Live& model, const AskStrongestWindows& question, const Monitor& monitor) {
            return strongestWindows(model, question, monitor);
        });
}

} // namespace core
