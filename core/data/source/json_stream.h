#pragma once

#include "core/data/source/byte_stream.h"
#include "core/data/source/line_reader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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
    JsonExtent m_extent; ///< The extent of the current part.
    std::string m_block;
    int64_t m_linesBefore = 0;
    bool m_inside = false;
};

/// The elements of one list, or the members of one object, in a JSON document of any size: one
/// after the other, with the memory of one.
class JsonElements {
public:
    struct Element {
        std::string_view text; ///< As it stands in the document; valid until the next call.
        int64_t line = 0; ///< 1-based, where it begins.
        bool tooLong = false; ///< Longer than kLongestText; `text` is empty.
    };

    /// @param path  the keys on the way to the list; empty: the document itself.
    /// @pre `text` outlives the reader.
    JsonElements(ByteStream& text, std::vector<std::string> path);

    /// False after the last element, and where the document stops being JSON.
    bool next(Element& element);
    /// Whether the list was there and ended as it should.
    bool isWhole() const { return m_state == State::Ended; }
    /// Where reading is.
    int64_t line() const { return m_cursor.line(); }

private:
    enum class State { Before, Inside, Ended, Broken };

    bool enter();
    bool enterMember(const std::string& key);
    bool takeElement(Element& element);

    JsonCursor m_cursor;
    std::vector<std::string> m_path;
    State m_state = State::Before;
    char m_close = ']'; ///< The bracket that ends the list.
    bool m_first = true;
    std::string m_element;
};

/// A document that was cut off at its end, ended as it may have gone on: for a look at its shape.
std::string closedJson(std::string_view beginning);

} // namespace core
