#pragma once

#include "core/probe/answers.h"
#include "core/probe/data_answers.h"
#include "core/probe/evaluation/evaluation_question.h"
#include "core/probe/evaluation/grouped_scores_question.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace core {

/// Words of each row's first text. @throws Error{BadSetting} unless each row has one outcome.
std::vector<int64_t> lengthsOfRows(const CorpusPart& rows, size_t outcomes);
/// @throws Error{BadSetting}: only language models have distances.
[[noreturn]] void refuseDistances();

/// No guess, where a task has none beside its outcomesOf().
template <class Scored> Guess guessOf(const Scored& /*scored*/)
{
    return {};
}

/// The groups of a task's scored rows. Language models have their own.
template <class Live, class Scored>
void groupScores(const Live& /*model*/, const Scored& scored, const AskGroupedScores& question,
                 GroupedScores& found, const Monitor& monitor)
{
    if (question.by == Grouping::Distance)
        refuseDistances();
    const Outcomes outcomes = outcomesOf(scored);
    const Guess guess = guessOf(scored);
    found.score = outcomes.score;
    found.guess = guess.title;
    found.wilson = outcomes.form == Outcomes::Form::Share;
    found.groups = scoresByNumber(outcomes, lengthsOfRows(*question.rows, outcomes.rows()),
                                  question.lengths(), found.bootstrap, monitor, guess);
}

template <class Scores, class Live>
typename Scores::Answer scoredRows(Live& model, const RowsQuestion& question,
                                   const Monitor& monitor)
{
    Scores scores;
    scores.split = question.split;
    scores.rows = question.rows;
    return model.ask(scores, monitor);
}

/// Adds the questions about scores with an interval, of all rows and in groups. `Scores` is the
/// task's question about the scores of all rows; outcomesOf() of its answer is beside it.
/// @param what  the name of rows: "texts", "pairs".
template <class Scores, class Live> void addEvaluation(AnswersOf<Live>& answers, const char* what)
{
    answers.template add<AskEvaluation>(
        rowsReader<AskEvaluation>(what),
        [](Live& model, const AskEvaluation& question, const Monitor& monitor) {
            const auto scored = std::make_shared<const typename Scores::Answer>(
                scoredRows<Scores>(model, question, monitor));
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
    answers.template add<AskGroupedScores>(
        rowsReader<AskGroupedScores>(what),
        [](Live& model, const AskGroupedScores& question, const Monitor& monitor) {
            const auto scored = scoredRows<Scores>(model, question, monitor);
            GroupedScores found;
            found.split = question.split;
            found.by = question.by;
            found.epoch = scored.epoch;
            groupScores(std::as_const(model), scored, question, found, monitor);
            return found;
        });
}

} // namespace core
