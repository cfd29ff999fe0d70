#pragma once

#include "ui/view/view_context.h"

#include <QString>
#include <QStringList>

#include <string>
#include <unordered_map>
#include <vector>

namespace ui {

/// The filter of the list of runs, as typed. All terms, separated by spaces, must hold:
///   lstm          in the name, the note, a kind that was chosen, or a file of the data
///   #lecture3     a tag: a word of the note
///   starred       the run has a star
///   lr<0.01       a setting by the last part of its path, its beginning or its initials
///                 (learning_rate), or "best": the best value of the run's own measure. = != < > <=
///                 >=
///   optimiser=adam  the kind chosen there
class RunFilter {
public:
    RunFilter() = default;
    explicit RunFilter(const QString& text);

    bool empty() const { return m_words.isEmpty() && m_conditions.empty(); }
    /// @param settings  of the run.
    bool accepts(const RunRow& run, const std::vector<core::SettingValue>& settings) const;

    static QString help(); ///< Explains the syntax in a few lines.

private:
    struct Condition {
        QString key, sign, value;
        mutable std::unordered_map<std::string, int> ranks; ///< By path; most runs have the same.
        bool holds(const QString& actual) const;
        bool accepts(const RunRow& run, const std::vector<core::SettingValue>& settings) const;
    };
    QStringList m_words;
    std::vector<Condition> m_conditions;
};

/// The words of a note that begin with #.
QStringList tagsOf(const std::string& note);

} // namespace ui
