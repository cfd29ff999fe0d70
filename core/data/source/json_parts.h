#pragma once

#include "core/data/source/json_cursor.h"

#include <string>
#include <string_view>

namespace core {

/// A JSON document that is a corpus with its parts: {"train": [...], "test": [...]}. Its members
/// are read as if each were a file of its own.
class JsonParts : private ByteStream {
public:
    /// Whether a document that begins so has parts.
    static bool begins(std::string_view beginning);

    /// @pre `document` outlives this.
    explicit JsonParts(ByteStream& document);

    /// Goes to the next part; false after the last.
    bool next(std::string& name);
    /// The part as a document of its own, with the line numbers of the whole.
    ByteStream& part() { return *this; }

private:
    std::string_view next() override;

    JsonCursor m_cursor;
    JsonExtent m_extent; ///< Of the part that is read.
    std::string m_block;
    int64_t m_linesBefore = 0;
    bool m_inside = false;
};

} // namespace core
