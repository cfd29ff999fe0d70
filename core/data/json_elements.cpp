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

namespace {

/// Walks through the beginning of a document outside its strings.
class JsonBrackets {
public:
    /// Calls `visit` with each position of a bracket or a comma, after it was counted.
    template <class Visit> void walk(std::string_view text, Visit visit)
    {
        for (size_t i = 0; i < text.size(); ++i) {
            const char c = text[i];
            if (m_inString && c == '\\') {
                ++i;
                continue;
            }
            m_inString ^= c == '"';
            if (m_inString)
                continue;
            if (c == '[' || c == '{')
                m_open += c == '[' ? ']' : '}';
            else if ((c == ']' || c == '}') && !m_open.empty())
                m_open.pop_back();
            else if (c != ',')
                continue;
            visit(i);
        }
    }
    bool isWhole() const { return m_open.empty() && !m_inString; }
    /// The brackets that would have to follow.
    std::string closing() const { return {m_open.rbegin(), m_open.rend()}; }

private:
    std::string m_open; ///< What closes the open brackets, outermost first.
    bool m_inString = false;
};

} // namespace

std::string closedJson(std::string_view beginning)
{
    size_t cut = 0;
    JsonBrackets all;
    // Behind an opening bracket nothing has to follow, before a comma something stood.
    all.walk(beginning, [&](size_t i) { cut = beginning[i] == ',' ? i : i + 1; });
    if (all.isWhole())
        return std::string(beginning);
    JsonBrackets
        kept; // Once more up to the cut: a copy of what is open at each would be quadratic.
    kept.walk(beginning.substr(0, cut), [](size_t) {});
    return std::string(beginning.substr(0, cut)) + kept.closing();
}

} // namespace core
