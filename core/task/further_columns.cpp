#include "core/task/further_columns.h"

#include "core/task/task_kinds.h"

#include <algorithm>

namespace core {

void checkFeatures(const std::vector<std::string>& columns, const ExperimentSpec& spec,
                   std::vector<Problem>& problems)
{
    for (auto column = columns.begin(); column != columns.end(); ++column)
        if (column->empty())
            problems.push_back(
                {"task.features", {"task.features has an empty name of a column.", {}}});
        else if (std::find(columns.begin(), column, *column) != column)
            problems.push_back(
                {"task.features", {"task.features names the column \"%1\" twice.", {*column}}});
    if (columns.empty() || spec.data.sample.kind == "none")
        return;
    const bool tags = columnsOfTask(spec.task.kind).answers(ColumnKind::Tags);
    problems.push_back(
        {"task.features",
         {tags ? "task.features names columns of files, but sample texts have no columns beside "
                 "words and tags; empty it, or choose files in columns (CoNLL, CoNLL-U)."
               : "task.features names columns of files, but sample texts have no columns beside "
                 "text and number; empty it, or choose a table.",
          {}}});
}

} // namespace core
