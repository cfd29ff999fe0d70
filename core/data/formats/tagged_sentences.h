#pragma once

#include "core/base/schema.h"
#include "core/data/formats/format.h"
#include "core/metric/tag_scheme.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core {

// What the formats of tagged words have in common. A sentence is one record: of each column of the
// file a cell, with one blank between the values of two words.

/// Which column holds what, and in which scheme tags are handed on, as a spec holds it.
struct TaggedOptions {
    std::string wordColumn; ///< A name or a number from 1; empty: recognised.
    std::string tagColumn;
    std::string scheme = "auto"; ///< See tagSchemeOption().
};

/// Described for every format of tagged words. "auto" in a spec; in what was recognised one of
/// "as_read", "bio" (also of IOB1, recognised) and "bioes".
OptionDescription tagSchemeOption();
OptionDescription wordColumnOption();
OptionDescription tagColumnOption();

/// Gathers the words of a sentence and hands it on as a record; one with a bad row is rejected
/// whole, by its first bad line.
class SentenceRecord {
public:
    /// @pre the layout has one text column and a label column, or none where nothing was found.
    SentenceRecord(const Layout& layout, TagScheme wanted, RecordSink& sink);

    /// A word with its value in each column. @pre as many cells as the layout has columns.
    void add(int64_t line, const std::vector<std::string_view>& cells);
    void reject(int64_t line, Message reason);
    /// The sentence is over; without words there was none.
    void end();

private:
    void convertTags();

    const Layout& m_layout;
    TagScheme m_wanted;
    RecordSink& m_sink;
    std::vector<std::string> m_cells;
    std::vector<int64_t> m_lines; ///< One a word.
    int64_t m_badLine = 0;
    Message m_reason;
    size_t m_bytes = 0;
};

/// Formats of words with tags.
class TaggedFormat : public Format {
public:
    /// Reads a row for each line; a blank line ends a sentence.
    void read(const SourceFile& file, ByteStream& text, RecordSink& sink) const override;

protected:
    /// Chooses how tags are handed on, and notes by which scheme they mark spans.
    /// @param wanted  see tagSchemeOption(). @param found  what the sample shows.
    /// @return what the spec holds then.
    std::string chooseScheme(const std::string& wanted, TagScheme found);
    /// Whether words and tags have a column each; a problem where they do not.
    /// @param column  that of the words as the user calls it.
    bool checkColumns(int64_t words, int64_t tags, const std::string& column);
    /// Reads a line that is not blank.
    virtual void readRow(const Line& line, SentenceRecord& sentence) const = 0;

    TagScheme m_scheme = TagScheme::None; ///< None: tags are left as they are.
};

} // namespace core
