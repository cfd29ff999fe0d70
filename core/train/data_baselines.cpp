#include "core/train/data_baselines.h"

#include "core/exchange/temporary_folder.h"
#include "core/nn/threads/compute_threads.h"
#include "core/probe/answers.h"
#include "core/task/task_kinds.h"
#include "core/train/untrained_network.h"

namespace core {

BaselineReport dataBaselines(const ExperimentSpec& spec, const Monitor& monitor)
{
    prepareToCompute();
    const auto folder = learnedFolder(spec, monitor);
    const AskBaselines question{folder->path().string()};
    return answersOf(spec.task.kind).read(AnyQuestion(question), spec, monitor).to<AskBaselines>();
}

} // namespace core
