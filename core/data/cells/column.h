#pragma once

#include <optional>
#include <string>
#include <vector>

namespace core {

/// What a column of a corpus holds.
enum class ColumnKind {
    Text, ///< A text.
    Class, ///< One of a few names.
    Number, ///< A measured value.
    Tokens, ///< Words that somebody has divided, one blank between two.
    Tags ///< A tag for each word of the tokens, divided likewise.
};

/// What a task needs its data to hold. Each task declares it beside its entry (core/task); the
/// readers, the preview and the recogniser know tasks by this alone.
struct TaskColumns {
    std::string task; ///< As a spec calls it.
    /// Of every row. The first is what is read; the second, if there is one, what is to be learnt
    /// from it: the answer.
    std::vector<ColumnKind> kinds;
    /// Further columns of words with tags, whose values are read as features: by number from 1 or
    /// by name. Each becomes a column of tags behind those of `kinds`.
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
