#pragma once

#include "core/data/sample.h"
#include "core/probe/data_answers.h"
#include "core/probe/in_context/in_context_question.h"
#include "core/probe/states/live_cells.h"

namespace core {

/// @pre the question has its rows, or sentences. @throws Error{BadSetting} when a text does not
/// have the word or there is no such layer; Error{BadData} when too few uses are found;
/// Error{Cancelled}.
InContext wordInContext(const LiveCells& model, const AskInContext& question,
                        const Monitor& monitor);

/// One line for every task whose networks read texts. @param what  the name of rows: "texts".
template <class Live> void addContextAnswers(AnswersOf<Live>& answers, const char* what = "texts")
{
    answers.template add<AskInContext>(
        [what](AskInContext& question, const ExperimentSpec& spec, const Monitor& monitor) {
            question.sample = spec.data.sample;
            const bool needsData = question.sentences.empty() || namesData(spec.data);
            if (question.rows == nullptr && needsData)
                question.rows = readSplitRows(spec, question.split, what, monitor);
        },
        [](Live& model, const AskInContext& question, const Monitor& monitor) {
            return wordInContext(model, question, monitor);
        });
}

} // namespace core
