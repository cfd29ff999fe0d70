#pragma once

#include "core/base/mapped_file.h"
#include "core/base/monitor.h"
#include "core/base/text_list.h"
#include "core/data/cells/column.h"
#include "core/experiment/spec.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Texts that were read: UTF-8, raw. Many of them stand in a file and not in memory. Copies share
/// what they hold.
class TextColumn {
public:
    TextColumn() = default;
    explicit TextColumn(std::vector<std::string> texts);
    /// @param ends  where each text ends in `bytes`; it begins where the one before it ends.
    TextColumn(GrowingBytes::Finished bytes, const std::vector<uint64_t>& ends);

    size_t size() const { return m_views.size(); }
    bool empty() const { return m_views.empty(); }
    std::string_view operator[](size_t i) const { return m_views[i]; }
    auto begin() const { return m_views.begin(); }
    auto end() const { return m_views.end(); }

    TextList list() const { return TextList(m_views, m_memory); }
    operator TextList() const { return list(); }
    /// The first `count` as strings of their own.
    std::vector<std::string> strings(size_t count = SIZE_MAX) const;
    /// Those at `rows`, in that order.
    TextColumn picked(const std::vector<size_t>& rows) const;

private:
    std::shared_ptr<const void> m_owner;
    std::vector<std::string_view> m_views;
    TextList::Memory m_memory = TextList::Memory::Own;
};

/// The values of one column, a row each; which of them are filled its kind says.
struct Column {
    ColumnKind kind = ColumnKind::Text;
    TextColumn texts; ///< For Text; for Tokens and Tags the words, separated by blanks.
    std::vector<int32_t> classes; ///< For Class: indices into Corpus::classes.
    std::vector<double> numbers; ///< For Number.
};

/// One split, in file order (train: after the split).
struct CorpusPart {
    std::vector<Column> columns; ///< As the task asked for them, in its order.
    /// Names the rows: what is made of them may be kept for the next time (KeptFile). Empty: it is
    /// not, because they are few.
    std::string key{};

    size_t size() const { return columns.empty() ? 0 : columns.front().texts.size(); }
    const TextColumn& texts(size_t column = 0) const { return columns.at(column).texts; }
    const std::vector<int32_t>& classes() const { return columns.at(1).classes; }
    const std::vector<double>& numbers() const { return columns.at(1).numbers; }
};

struct Corpus {
    /// The sorted names of a column of classes, whose index is the label; for tags, all that occur.
    std::vector<std::string> classes;
    CorpusPart train, valid, test;
    int64_t skippedRows = 0;
    /// Worth telling: what was recognised, what was left out or skipped, classes too rare to learn.
    std::vector<Message> notes;
};

/// Reads, splits (by ratio and seed, classes alike, where the corpus has no own split) and checks.
/// @throws Error{BadData, FileMissing, FileMalformed, Cancelled}; with skipBadRows false, a bad
/// row is an Error{FileMalformed} that names file and line. Parallel files of different length:
/// Error{BadData} that says by how much and from which line the lengths of the sides no longer go
/// together.
Corpus loadCorpus(const DataSpec& spec, const TaskColumns& columns, const Monitor& monitor);

/// Files to score a model on.
struct ScoredFiles {
    std::vector<std::string> paths;
    std::vector<std::string> targets{}; ///< For parallel files, one for each of `paths`.
};

/// Reads them with the format settings of `spec`, as the training files were read.
/// @param classes  the classes, or the tags, of the model.
/// @param notes  receives the notes unless it is null.
/// @throws Error{BadData} when a label or a tag is not among `classes`, naming it and its line.
CorpusPart loadScoredRows(const DataSpec& spec, const ScoredFiles& files,
                          const TaskColumns& columns, const std::vector<std::string>& classes,
                          const Monitor& monitor, std::vector<Message>* notes = nullptr);

} // namespace core
