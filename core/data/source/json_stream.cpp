#include "core/data/source/json_stream.h"

#include "core/data/source/split_name.h"

#include <utility>

namespace core {

namespace {

/// The longest key that is kept.
constexpr size_t kLongestString = size_t{1} << 16;

bool isJsonSpace(int c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

} // namespace

int JsonCursor::peekBehindSpace()
{
    while (isJsonSpace(peek()))
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
    const bool ends = c == ',' || c == ']' || c == '}' || isJsonSpace(c);
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
    std::string m_open; ///< The closing brackets that are due, outermost first.
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
