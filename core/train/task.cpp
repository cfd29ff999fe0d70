#include "core/train/task.h"

#include "core/train/tasks/entries.h"
#include "core/train/training_kinds.h"

namespace core {

const TaskRegistry& taskRegistry()
{
    static const TaskRegistry registry("task", {classificationTask(), translationTask()});
    return registry;
}

std::vector<KindDescription> taskKinds()
{
    return taskRegistry().descriptions();
}

} // namespace core
