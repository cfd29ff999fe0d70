#include "core/data/json_elements.h"

#include <utility>

namespace core {

JsonElements::JsonElements(ByteStream& text, std::vector<std::string> path)
    : m_cursor(text), m_path(std::move(path))
{
}

bool JsonElements::next(Element& element)
{
    if (m_state == State::Before)
        m_state = enter() ? State::Inside : State::Broken;
    if (m_state != State::Inside)
        return false;
    if (!std::exchange(m_first, false) && m_cursor.peekBehindSpace() == ',')
        m_cursor.take();
    if (m_cursor.peekBehindSpace() == m_close) {
        m_cursor.take();
        m_state = State::Ended;
        return false;
    }
    if ((m_close == '}' && !m_cursor.takeKey(nullptr)) || !takeElement(element)) {
        m_state = State::Broken;
        return false;
    }
    return true;
}

/// Goes to the list and takes its opening bracket.
bool JsonElements::enter()
{
    for (const std::string& key : m_path)
        if (!enterMember(key))
            return false;
    const int open = m_cursor.peekBehindSpace();
    if (open != '[' && open != '{')
        return false;
    m_cursor.take();
    m_close = open == '[' ? ']' : '}';
    return true;
}

/// Goes to the value of `key` in the object that begins here.
bool JsonElements::enterMember(const std::string& key)
{
    if (m_cursor.peekBehindSpace() != '{')
        return false;
    m_cursor.take();
    while (m_cursor.peekBehindSpace() == '"') {
        std::string name;
        if (!m_cursor.takeKey(&name))
            return false;
        if (name == key)
            return true;
        JsonExtent extent;
        while (extent.holds(m_cursor.peek()))
            m_cursor.take();
        if (m_cursor.peekBehindSpace() != ',')
            return false;
        m_cursor.take();
    }
    return false;
}

bool JsonElements::takeElement(Element& element)
{
    element = {{}, m_cursor.line(), false};
    m_element.clear();
    JsonExtent extent;
    while (extent.holds(m_cursor.peek())) {
        const int c = m_cursor.take();
        element.tooLong |= m_element.size() >= kLongestText;
        if (!element.tooLong)
            m_element += static_cast<char>(c);
    }
    if (!element.tooLong)
        element.text = m_element;
    return extent.isWhole() && !m_element.empty();
}

std::string closedJson(std::string_view beginning)
{
    std::string open, openAtCut; // The brackets that would have to follow, last first.
    size_t cut = 0;
    bool inString = false;
    for (size_t i = 0; i < beginning.size(); ++i) {
        const char c = beginning[i];
        if (inString && c == '\\') {
            ++i;
            continue;
        }
        inString ^= c == '"';
        if (inString)
            continue;
        if (c == '[' || c == '{')
            open += c == '[' ? ']' : '}';
        else if ((c == ']' || c == '}') && !open.empty())
            open.pop_back();
        else if (c != ',')
            continue;
        // Behind an opening bracket nothing has to follow, before a comma something stood.
        cut = c == ',' ? i : i + 1;
        openAtCut = open;
    }
    if (open.empty() && !inString)
        return std::string(beginning);
    std::string closed(beginning.substr(0, cut));
    closed.append(openAtCut.rbegin(), openAtCut.rend());
    return closed;
}

} // namespace core
