#include "core/task/task.h"

#include "core/task/entries.h"
#include "core/task/task_kinds.h"

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
