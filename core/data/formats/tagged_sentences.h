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

/// What to make of tags.
struct TagReading {
    TagScheme found = TagScheme::None;
    TagScheme wanted = TagScheme::None; ///< None: tags are left as they are.

    /// `wanted` as a spec holds it.
    std::string id() const;
    /// What to say of it; empty where tags mark no spans.
    Message note() const;
};
TagReading tagReading(const std::string& scheme, TagScheme found);

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
    int64_t m_line = 0; ///< Of the first word; 0: there is none.
    int64_t m_badLine = 0;
    Message m_reason;
    size_t m_bytes = 0;
};

} // namespace core
