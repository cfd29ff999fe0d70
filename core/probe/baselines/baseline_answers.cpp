#include "core/probe/baselines/baseline_answers.h"

#include "core/probe/baselines/baseline_cache.h"
#include "core/task/task_kinds.h"

namespace core {

BaselineReport baselineReport(const ExperimentSpec& spec, const std::string& run,
                              const std::string& split, BaselinesOf compute, const Monitor& monitor)
{
    const BaselineCache cache(spec, run, split, monitor);
    if (std::optional<Baselines> kept = cache.find())
        return {std::move(*kept)};
    const Corpus data = dataOfRun(spec, monitor);
    const CorpusPart& rows = split == "test" ? data.test
        : split == "train"                   ? data.train
                                             : data.valid;
    if (rows.size() == 0)
        throw Error(ErrorCode::BadData, {"This run has no %1 %2.", {split, "data"}},
                    {"Hold some out in step 1, or drop files with them, and train again.", {}});
    BaselineReport report{compute({spec, run, data, rows}, monitor)};
    report.baselines.split = split;
    cache.keep(report.baselines);
    return report;
}

} // namespace core
