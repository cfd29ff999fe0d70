#include "core/probe/evaluation/evaluation_question.h"
#include "core/probe/evaluation/grouped_scores_question.h"
#include "core/probe/question_kind.h"

namespace core {

namespace {

void describeEvaluation(const Evaluation& evaluation, Readout& readout)
{
    readout.value({"split", "Rows"}, evaluation.split)
        .value({"score", "Score"}, evaluation.outcomes.score)
        .value({"value", "Its value"}, evaluation.interval.value)
        .value({"low", "Lower end of its interval"}, evaluation.interval.low)
        .value({"high", "Upper end of its interval"}, evaluation.interval.high)
        .value({"confidence", "Confidence of the interval"}, evaluation.bootstrap.confidence)
        .value({"resamples", "Resamples"}, evaluation.bootstrap.resamples)
        .value({"seed", "Seed"}, int64_t(evaluation.bootstrap.seed))
        .value({"rows_hash", "Hash of the rows"}, evaluation.rowsHash)
        .value({"epoch", "Epoch of the network"}, evaluation.epoch);
    Readout scores;
    evaluation.describe(scores);
    readout.part({"scores", "All scores"}, std::move(scores).without("rows"));
}

std::string limitsOf(const GroupedScore& group)
{
    const std::string low = std::to_string(group.low);
    return group.low == group.high ? low : low + "-" + std::to_string(group.high);
}

void describeGroups(const GroupedScores& scores, Readout& readout)
{
    using Row = GroupedScore;
    const bool lengths = scores.by == Grouping::Length;
    readout.value({"split", "Rows"}, scores.split)
        .value({"score", "Score"}, scores.score)
        .value({"guess", "Compared with one prediction for all"}, scores.guess)
        .value({"intervals", "Intervals"}, scores.wilson ? "wilson" : "bootstrap")
        .value({"confidence", "Confidence of the intervals"}, scores.bootstrap.confidence)
        .value({"resamples", "Resamples"},
               scores.wilson ? std::nullopt : std::optional(scores.bootstrap.resamples))
        .value({"seed", "Seed"},
               scores.wilson ? std::nullopt : std::optional(int64_t(scores.bootstrap.seed)))
        .table({"groups", lengths ? "By length" : "By distance"}, scores.groups,
               column({"group", lengths ? "Words" : "Tokens before"}, &limitsOf),
               column({"count", lengths ? "Texts" : "Tokens"}, &Row::count),
               column({"value", "Score"}, [](const Row& row) { return row.score.value; }),
               column({"low", "Low"}, [](const Row& row) { return row.score.low; }),
               column({"high", "High"}, [](const Row& row) { return row.score.high; }),
               column({"guess", "One prediction for all"},
                      [](const Row& row) { return knownNumber(row.guess); }))
        .value({"epoch", "Epoch of the network"}, scores.epoch);
}

} // namespace

QuestionKind<AskEvaluation> AskEvaluation::kind()
{
    return {"Scores with an interval",
            "The scores of the network over the data, and the interval in which the first of them "
            "would lie on other data of the same kind: a bootstrap over the rows.",
            splitOptions<AskEvaluation>(), &describeEvaluation};
}

QuestionKind<AskGroupedScores> AskGroupedScores::kind()
{
    return {
        "Scores by length or distance",
        "The first score of the network for short and for long texts, or of a language model "
        "for tokens that it read lately and long ago, beside what one prediction for all would "
        "score. The intervals of shares, such as an accuracy, are the score intervals of Wilson, "
        "which have a width even where all are right; they take texts or tokens as independent. "
        "Those of other scores are a bootstrap over the texts.",
        splitOptions<AskGroupedScores>()
            .choice(
                &AskGroupedScores::by,
                {{Grouping::Length, {"length", "Words of the text"}},
                 {Grouping::Distance, {"distance", "Tokens since the same token"}}},
                {.name = "by", .label = "Groups by", .help = "distance: of language models only."})
            .add(&AskGroupedScores::groups,
                 {.name = "groups",
                  .label = "Groups",
                  .help = "At most so many groups: of lengths with about equally many texts, of "
                          "distances by joining neighbours with few tokens. 0: eight lengths, or "
                          "a group for each power of two of distances.",
                  .minimum = 0,
                  .maximum = 50}),
        &describeGroups};
}

} // namespace core
