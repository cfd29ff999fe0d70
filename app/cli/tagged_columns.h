#pragma once

#include "core/experiment/spec.h"
#include "core/probe/tagging/tagging_questions.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace app {

/// A file of words in columns that `tag` completes.
struct TagColumns {
    bool universal = false; ///< CoNLL-U, else CoNLL.
    std::optional<int64_t> word; ///< From 0; nothing: the first that does not merely count.
    std::optional<int64_t> tag; ///< From 0; nothing: a new one behind the others.
    std::vector<int64_t> features{}; ///< From 0: columns that the network reads as well.
};

/// @param format  "conll" or "conllu".
/// @param word, tag  columns by number from 1, of CoNLL-U by name too; empty: those that the run
/// was trained on, else FORM and UPOS.
/// @param features  columns that the network reads, as task.features names them.
/// @throws core::Error{BadSetting} for a column that there cannot be.
TagColumns tagColumns(const std::string& format, const std::string& word, const std::string& tag,
                      const core::Selection& trained, const std::vector<std::string>& features);

/// The lines of a sentence, as they stand in the file.
class ColumnSentence {
public:
    explicit ColumnSentence(TagColumns columns) : m_columns(columns) { }

    /// Takes a line that is not blank.
    void add(std::string line) { m_lines.push_back(std::move(line)); }
    void clear() { m_lines.clear(); }
    /// Its words; remarks, rows of several words and empty nodes have none.
    std::vector<std::string> words() const;
    /// For each column that the network reads the values of its words, one blank between two, up to
    /// the first column that the sentence does not have.
    std::vector<std::string> features() const;
    /// Prints the lines with the tags of the words. @pre a tag for each word.
    void print(const std::vector<std::string>& tags) const;

private:
    /// The cells of a row with a word; empty for every other line.
    std::vector<std::string_view> cellsOf(const std::string& line, size_t width) const;
    size_t width() const;
    size_t wordColumn(size_t width) const;

    TagColumns m_columns;
    std::vector<std::string> m_lines;
};

} // namespace app
