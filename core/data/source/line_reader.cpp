#include "core/data/source/line_reader.h"

#include <algorithm>

namespace core {

LineReader::LineReader(ByteStream& text, size_t longest) : m_source(text), m_longest(longest) { }

bool LineReader::next(Line& line)
{
    size_t searched = 0; // From m_next on: what was looked at before more came.
    while (true) {
        const size_t newline = m_buffer.find('\n', m_next + searched);
        const bool found = newline != std::string::npos;
        const size_t end = found ? newline : m_buffer.size();
        if (end - m_next > m_longest) {
            line = {{}, m_number + 1, true};
            if (m_held == std::string::npos)
                passOverLong();
            return true;
        }
        if (found) {
            set(line, end, end + 1);
            return true;
        }
        searched = m_buffer.size() - m_next;
        if (fill())
            continue;
        if (searched == 0)
            return false;
        set(line, m_buffer.size(), m_buffer.size());
        return true;
    }
}

void LineReader::set(Line& line, size_t end, size_t next)
{
    m_lineStart = m_next;
    m_lineEnd = end > m_lineStart && m_buffer[end - 1] == '\r' ? end - 1 : end;
    m_next = next;
    ++m_number;
    line = {std::string_view(m_buffer).substr(m_lineStart, m_lineEnd - m_lineStart), m_number,
            false};
}

/// Appends a block after dropping the lines that are no longer needed. False at the end.
bool LineReader::fill()
{
    if (m_ended)
        return false;
    const size_t needed = std::min(m_next, m_held);
    m_buffer.erase(0, needed);
    m_next -= needed;
    m_lineStart -= std::min(m_lineStart, needed);
    m_lineEnd -= std::min(m_lineEnd, needed);
    if (m_held != std::string::npos)
        m_held -= needed;
    const std::string_view block = m_source.next();
    m_ended = block.empty();
    m_buffer += block;
    return !m_ended;
}

void LineReader::passOverLong()
{
    ++m_number;
    while (true) {
        const size_t end = m_buffer.find('\n', m_next);
        if (end != std::string::npos) {
            m_next = end + 1;
            return;
        }
        m_next = m_buffer.size();
        if (!fill())
            return;
    }
}

void LineReader::hold()
{
    m_held = m_lineStart;
    m_heldNumber = m_number;
}

std::string_view LineReader::held() const
{
    return std::string_view(m_buffer).substr(m_held, m_lineEnd - m_held);
}

void LineReader::rewindAfter(size_t offset)
{
    const auto begin = m_buffer.begin() + static_cast<std::ptrdiff_t>(m_held);
    const auto at = begin + static_cast<std::ptrdiff_t>(offset);
    m_number = m_heldNumber + std::count(begin, at, '\n');
    const size_t end = m_buffer.find('\n', m_held + offset);
    m_next = end == std::string::npos ? m_buffer.size() : end + 1;
    release();
}

} // namespace core
