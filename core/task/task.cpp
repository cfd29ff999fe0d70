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

std::vector<TaskColumns> taskColumns()
{
    return {classificationColumns(), translationColumns()};
}

TaskColumns columnsOfTask(const std::string& task)
{
    for (TaskColumns& columns : taskColumns())
        if (columns.task == task)
            return columns;
    taskRegistry().find(task); // Throws the sentence that lists the tasks.
    return {};
}

} // namespace core
