#include "core/data/source/json_parts.h"

#include "core/data/source/split_name.h"

#include <utility>

namespace core {

bool JsonParts::begins(std::string_view beginning)
{
    constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
    if (beginning.starts_with(kUtf8Mark))
        beginning.remove_prefix(kUtf8Mark.size());
    MemoryStream stream(beginning);
    JsonCursor cursor(stream);
    std::string key;
    if (cursor.peekBehindSpace() != '{' || cursor.take() == JsonCursor::kEnd
        || cursor.peekBehindSpace() != '"' || !cursor.takeKey(&key))
        return false;
    return (cursor.peek() == '[' || cursor.peek() == '{') && splitOfFolderName(key).has_value();
}

JsonParts::JsonParts(ByteStream& document) : m_cursor(document)
{
    while (m_cursor.peek() != '{' && m_cursor.peek() != JsonCursor::kEnd)
        m_cursor.take(); // A mark.
    m_cursor.take();
}

bool JsonParts::next(std::string& name)
{
    if (std::exchange(m_inside, false)) {
        while (m_extent.holds(m_cursor.peek()))
            m_cursor.take();
        if (m_cursor.peekBehindSpace() != ',')
            return false;
        m_cursor.take();
    }
    name.clear();
    if (m_cursor.peekBehindSpace() != '"' || !m_cursor.takeKey(&name))
        return false;
    m_extent = {};
    m_inside = true;
    m_linesBefore = m_cursor.line() - 1;
    return true;
}

std::string_view JsonParts::next()
{
    m_block.assign(static_cast<size_t>(std::exchange(m_linesBefore, 0)), '\n');
    while (m_block.size() < kBlockBytes && m_extent.holds(m_cursor.peek()))
        m_block += static_cast<char>(m_cursor.take());
    return m_block;
}

} // namespace core
