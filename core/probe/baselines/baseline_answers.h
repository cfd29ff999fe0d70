#pragma once

#include "core/probe/answers.h"
#include "core/probe/baselines/baseline_questions.h"
#include "core/probe/data_answers.h"
#include "core/probe/evaluation/evaluation_answers.h"

#include <functional>
#include <memory>

namespace core {

/// The data of a run that baselines are computed from.
struct BaselineSource {
    const ExperimentSpec& spec;
    std::string run; ///< Its folder.
    const Corpus& data;
    const CorpusPart& rows; ///< Those to be predicted.
};

/// Computes the baselines of a task. Any thread, no tensors. @throws Error{Cancelled}.
using BaselinesOf = Baselines (*)(const BaselineSource& source, const Monitor& monitor);

// One a kind of task.
Baselines classBaselinesOf(const BaselineSource& source, const Monitor& monitor);
Baselines numberBaselinesOf(const BaselineSource& source, const Monitor& monitor);
Baselines tagBaselinesOf(const BaselineSource& source, const Monitor& monitor);
Baselines pairBaselinesOf(const BaselineSource& source, const Monitor& monitor);
Baselines languageBaselinesOf(const BaselineSource& source, const Monitor& monitor);

/// The baselines of a run's data: from the cache, or computed and kept there.
/// @throws Error as loadCorpus() and TextPipeline::load(); Error{BadData} without such rows.
BaselineReport baselineReport(const ExperimentSpec& spec, const std::string& run,
                              const std::string& split, BaselinesOf compute,
                              const Monitor& monitor);

/// Adds the questions by which the scores of a network are judged: with an interval, and beside
/// baselines. `Scores` is the task's question about the scores of all rows; outcomesOf() of its
/// answer is beside it.
/// @param what  the name of rows: "texts", "pairs".
template <class Scores, class Live>
void addJudgements(AnswersOf<Live>& answers, const char* what, BaselinesOf compute)
{
    addEvaluation<Scores>(answers, what);
    answers.template addOfData<AskBaselines>([compute](const AskBaselines& question,
                                                       const ExperimentSpec& spec,
                                                       const Monitor& monitor) {
        BaselineReport report
            = baselineReport(spec, question.run, question.split, compute, monitor);
        if (question.outcomes != nullptr)
            compareWith(*question.outcomes, report, monitor);
        return report;
    });
    answers.template add<AskBaselineTest>(
        [what, compute](AskBaselineTest& question, const ExperimentSpec& spec,
                        const Monitor& monitor) {
            question.report = std::make_shared<const BaselineReport>(
                baselineReport(spec, question.run, question.split, compute, monitor));
            question.rows = readSplitRows(spec, question.split, what, monitor);
        },
        [](Live& model, const AskBaselineTest& question, const Monitor& monitor) {
            Scores scores;
            scores.split = question.split;
            scores.rows = question.rows;
            BaselineReport report = *question.report;
            compareWith(outcomesOf(model.ask(scores, monitor)), report, monitor);
            return report;
        });
}

} // namespace core
