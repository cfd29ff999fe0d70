#include "core/probe/evaluation/evaluation_question.h"
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

} // namespace

QuestionKind<AskEvaluation> AskEvaluation::kind()
{
    return {"Scores with an interval",
            "The scores of the network over the data, and the interval in which the first of them "
            "would lie on other data of the same kind: a bootstrap over the rows.",
            splitOptions<AskEvaluation>(), &describeEvaluation};
}

} // namespace core
