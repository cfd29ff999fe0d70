#pragma once

#include "core/data/line_reader.h"
#include "core/data/source/json_cursor.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core {

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
    char m_close = ']'; ///< What ends the list.
    bool m_first = true;
    std::string m_element;
};

/// A document that was cut off at its end, ended as it may have gone on: for a look at its shape.
std::string closedJson(std::string_view beginning);

} // namespace core
