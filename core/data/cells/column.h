#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// The content of a column of a corpus.
enum class ColumnKind {
    Text, ///< A text.
    Class, ///< One of a few names.
    Number, ///< A measured value.
    Tokens, ///< Words as the data divide them, separated by blanks.
    Tags, ///< A tag for each of the tokens, separated likewise.
    /// Spans of the text, which is a question and a passage, that answer the question
    /// (core/data/cells/spans.h).
    Spans
};

/// The columns that a task needs. Each task declares them beside its entry (core/task); the
/// readers, the preview and the recogniser depend on nothing else of a task.
struct TaskColumns {
    std::string task; ///< Its id in a spec.
    /// The kinds of the columns. The first is the input; the second, if there is one, is the
    /// answer, which is to be predicted.
    std::vector<ColumnKind> kinds;
    /// Further columns, by number from 1 or by name, whose values are read as well: beside words
    /// with tags, or beside a number. Each becomes a column of featureKind() behind `kinds`.
    std::vector<std::string> features = {};

    std::optional<ColumnKind> answer() const
    {
        return kinds.size() > 1 ? std::optional(kinds[1]) : std::nullopt;
    }
    bool answers(ColumnKind kind) const { return answer() == kind; }
    /// Whether the answer is a text as well: a source and its target, which may stand in two files.
    bool arePairs() const { return answers(ColumnKind::Text); }

    friend bool operator==(const TaskColumns&, const TaskColumns&) = default;
};

/// A sheet of a workbook, by a look at its beginning.
struct SheetSummary {
    std::string name;
    bool hidden = false;
    std::vector<std::string> columns{}; ///< Their names, if the first row is one of names.
    int64_t rows = 0; ///< Rows that were seen, without empty ones;
    bool hasMoreRows = false; ///< more follow.
};

/// The names of those `tasks` for which `serves` holds, as a KindDescription lists them: none where
/// all are served.
template <class Condition>
std::vector<std::string> servedTasks(const std::vector<TaskColumns>& tasks, Condition serves)
{
    std::vector<std::string> served;
    for (const TaskColumns& columns : tasks)
        if (serves(columns))
            served.push_back(columns.task);
    return served.size() == tasks.size() ? std::vector<std::string>() : served;
}

} // namespace core
