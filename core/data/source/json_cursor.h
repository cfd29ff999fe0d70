#pragma once

#include "core/data/source/byte_stream.h"

#include <cstdint>
#include <string>

namespace core {

/// Walks through a JSON document of any size, character by character.
class JsonCursor {
public:
    static constexpr int kEnd = -1;

    /// @pre `text` outlives the cursor.
    explicit JsonCursor(ByteStream& text) : m_text(text) { }

    /// The next character, or kEnd.
    int peek()
    {
        if (m_block.empty())
            m_block = m_text.next();
        return m_block.empty() ? kEnd : static_cast<unsigned char>(m_block.front());
    }
    int take()
    {
        const int c = peek();
        if (c == kEnd)
            return c;
        m_block.remove_prefix(1);
        m_line += c == '\n' ? 1 : 0;
        return c;
    }
    int peekBehindSpace();
    /// Takes a string with its quotes. @param content  takes what stands between them, as written,
    /// or as much as a text may be long; may be null.
    bool takeString(std::string* content);
    /// Takes `"key":` and the space behind it.
    bool takeKey(std::string* key);
    /// 1-based.
    int64_t line() const { return m_line; }

private:
    ByteStream& m_text;
    std::string_view m_block;
    int64_t m_line = 1;
};

/// Tells where a JSON value ends, from its first character on.
class JsonExtent {
public:
    /// Whether `c` still belongs to the value. Whether it is JSON to the letter, parsing it shows.
    bool holds(int c);
    /// Whether the value may end here.
    bool isWhole() const { return m_depth == 0 && !m_inString; }

private:
    int64_t m_depth = 0;
    bool m_inString = false, m_escaped = false, m_closed = false;
};

} // namespace core
