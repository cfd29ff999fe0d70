#pragma once

#include "core/probe/states/live_cells.h"
#include "core/probe/trace/trace_question.h"

namespace core {

/// @throws Error{BadSetting} for an unknown class. Compute thread.
Trace traceOf(const LiveCells& model, const AskTrace& question);

/// One line for every task.
template <class Live> void addTraceAnswers(AnswersOf<Live>& answers)
{
    answers.template add<AskTrace>([](Live& model, const AskTrace& question, const Monitor&) {
        return traceOf(model, question);
    });
}

} // namespace core
