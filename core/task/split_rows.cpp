#include "core/task/split_rows.h"

#include "core/task/task_kinds.h"

namespace core {

std::shared_ptr<const CorpusPart> readSplitRows(const ExperimentSpec& spec,
                                                const std::string& split, const char* what,
                                                const Monitor& monitor)
{
    Corpus data = loadCorpus(spec.data, columnsOfTask(spec.task), monitor);
    CorpusPart& rows = split == "test" ? data.test : split == "train" ? data.train : data.valid;
    if (rows.size() == 0)
        throw Error(ErrorCode::BadData, {"This run has no %1 %2.", {split, what}},
                    {"Hold some out in step 1, or drop files with them, and train again.", {}});
    return std::make_shared<const CorpusPart>(std::move(rows));
}

} // namespace core
