#pragma once

#include "core/probe/answers.h"
#include "core/probe/data_answers.h"
#include "core/probe/evaluation/evaluation_question.h"

#include <memory>

namespace core {

/// Adds the question about scores with an interval. `Scores` is the task's question about the
/// scores of all rows; outcomesOf() of its answer is beside it.
/// @param what  the name of rows: "texts", "pairs".
template <class Scores, class Live> void addEvaluation(AnswersOf<Live>& answers, const char* what)
{
    answers.template add<AskEvaluation>(
        rowsReader<AskEvaluation>(what),
        [](Live& model, const AskEvaluation& question, const Monitor& monitor) {
            Scores scores;
            scores.split = question.split;
            scores.rows = question.rows;
            const auto scored
                = std::make_shared<const typename Scores::Answer>(model.ask(scores, monitor));
            Evaluation found;
            found.split = question.split;
            found.describe = [scored, describe = Scores::kind().describe](Readout& readout) {
                describe(*scored, readout);
            };
            found.outcomes = outcomesOf(*scored);
            found.interval = bootstrapInterval(found.outcomes, found.bootstrap, monitor);
            found.rowsHash = hashOfRows(*question.rows);
            found.epoch = scored->epoch;
            return found;
        });
}

} // namespace core
