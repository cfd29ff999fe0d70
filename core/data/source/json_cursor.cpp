#include "core/data/source/json_cursor.h"

namespace core {

namespace {

/// Of keys; nobody writes longer ones.
constexpr size_t kLongestString = size_t{1} << 16;

bool isSpace(int c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

} // namespace

int JsonCursor::peekBehindSpace()
{
    while (isSpace(peek()))
        take();
    return peek();
}

bool JsonCursor::takeString(std::string* content)
{
    const auto keep = [content](int c) {
        if (content && content->size() < kLongestString)
            *content += static_cast<char>(c);
    };
    if (take() != '"')
        return false;
    for (int c = take(); c != '"'; c = take()) {
        if (c == kEnd)
            return false;
        keep(c);
        if (c != '\\')
            continue;
        const int escaped = take();
        if (escaped == kEnd)
            return false;
        keep(escaped);
    }
    return true;
}

bool JsonCursor::takeKey(std::string* key)
{
    if (!takeString(key) || peekBehindSpace() != ':')
        return false;
    take();
    peekBehindSpace();
    return true;
}

bool JsonExtent::holds(int c)
{
    const bool ends = c == ',' || c == ']' || c == '}' || isSpace(c);
    if (c == JsonCursor::kEnd || m_closed || (isWhole() && ends))
        return false;
    if (m_inString && (m_escaped || c == '\\')) {
        m_escaped = !m_escaped;
        return true;
    }
    m_inString ^= c == '"';
    if (!m_inString) {
        m_depth += c == '[' || c == '{' ? 1 : 0;
        m_depth -= c == ']' || c == '}' ? 1 : 0;
        m_closed = m_depth == 0 && (c == ']' || c == '}' || c == '"');
    }
    return true;
}

} // namespace core
