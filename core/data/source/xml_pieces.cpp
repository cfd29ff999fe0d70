#include "core/data/source/xml_pieces.h"

#include "core/base/error.h"

#include <algorithm>
#include <utility>

namespace core {

namespace {

/// A row of a sheet, or one string of it, is no longer.
constexpr size_t kLongestPiece = size_t{16} << 20;

constexpr std::string_view kAfterName = " \t\r\n/>";

/// The name of the tag that begins at `tag`: "<x:row r=..." -> "x:row".
std::string_view fullTagName(std::string_view tag)
{
    tag.remove_prefix(tag.starts_with("</") ? 2 : 1);
    return tag.substr(0, tag.find_first_of(kAfterName));
}

/// Without its prefix: "row".
std::string_view tagName(std::string_view tag)
{
    tag = fullTagName(tag);
    const size_t colon = tag.find(':');
    return colon == std::string_view::npos ? tag : tag.substr(colon + 1);
}

} // namespace

std::string_view localName(const char* name)
{
    const std::string_view full(name);
    const size_t colon = full.find(':');
    return colon == std::string_view::npos ? full : full.substr(colon + 1);
}

std::string_view attributeNamed(pugi::xml_node node, std::string_view name)
{
    for (const pugi::xml_attribute& attribute : node.attributes())
        if (localName(attribute.name()) == name)
            return attribute.value();
    return {};
}

XmlPieces::XmlPieces(ByteStream& text, std::string whole, std::string file)
    : m_text(text), m_whole(std::move(whole)), m_file(std::move(file))
{
}

bool XmlPieces::fill()
{
    const std::string_view block = m_text.next();
    m_buffer += block;
    return !block.empty();
}

/// Where `mark` begins, from `from` on; npos where the document ends before it.
size_t XmlPieces::find(std::string_view mark, size_t from)
{
    while (true) {
        // One character is found several times as fast as a text of one.
        const size_t found
            = mark.size() == 1 ? m_buffer.find(mark.front(), from) : m_buffer.find(mark, from);
        if (found != std::string::npos)
            return found;
        if (m_buffer.size() - m_begin > kLongestPiece)
            fail("a row of it is too long");
        from = std::max(from, m_buffer.size() - std::min(m_buffer.size(), mark.size() - 1));
        if (!fill())
            return std::string::npos;
    }
}

/// The place after the tag, comment or section that opens at `open`.
size_t XmlPieces::tagEnd(size_t open)
{
    constexpr size_t kLongestMark = 9; // "<![CDATA["
    while (m_buffer.size() < open + kLongestMark && fill()) { }
    const auto after = [&](std::string_view mark) {
        const size_t at = find(mark, open);
        if (at == std::string::npos)
            fail("its end is missing");
        return at + mark.size();
    };
    const std::string_view begin = std::string_view(m_buffer).substr(open, kLongestMark);
    const char second = begin.size() > 1 ? begin[1] : 0;
    if (second == '?')
        return after("?>");
    if (second == '!' && begin.starts_with("<!--"))
        return after("-->");
    if (second == '!' && begin.starts_with("<![CDATA["))
        return after("]]>");
    if (second == '!')
        fail("it has a document type, which spreadsheets do not have");
    char quote = 0;
    for (size_t i = open + 1;; ++i) {
        if (i == m_buffer.size()) {
            if (m_buffer.size() - m_begin > kLongestPiece)
                fail("a row of it is too long");
            if (!fill())
                fail("its end is missing");
        }
        const char c = m_buffer[i];
        if (quote)
            quote = c == quote ? 0 : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '>')
            return i + 1;
    }
}

bool XmlPieces::next()
{
    if (m_end > kBlockBytes) {
        m_buffer.erase(0, m_end);
        m_end = 0;
    }
    size_t from = m_end;
    while (true) {
        m_begin = from;
        const size_t open = find("<", from);
        if (open == std::string::npos) {
            if (m_depth > 0)
                fail("its end is missing");
            return false;
        }
        m_begin = open;
        const size_t end = tagEnd(open);
        const char second = m_buffer[open + 1];
        if (second != '!' && second != '?') {
            takeTag(end);
            return true;
        }
        from = end;
    }
}

XmlPieces::Opened XmlPieces::opened() const
{
    return {std::string(fullTagName(std::string_view(m_buffer).substr(m_begin, m_end - m_begin))),
            m_depth - 1};
}

void XmlPieces::leave(const Opened& element)
{
    const std::string& name = element.fullName;
    for (size_t inside = 1; inside > 0;) {
        const size_t at = m_buffer.find(name, m_end);
        if (at == std::string::npos || at + name.size() >= m_buffer.size()) {
            const size_t rest = std::min(m_buffer.size() - m_end, name.size() + 2);
            m_buffer.erase(0, m_buffer.size() - rest);
            m_begin = m_end = 0;
            if (!fill())
                fail("its end is missing");
            continue;
        }
        m_end = at + name.size();
        const bool closes = at >= 2 && m_buffer[at - 1] == '/' && m_buffer[at - 2] == '<';
        const bool opens = at >= 1 && m_buffer[at - 1] == '<';
        if ((!closes && !opens) || kAfterName.find(m_buffer[m_end]) == std::string_view::npos)
            continue;
        m_begin = at - (closes ? 2 : 1);
        m_end = tagEnd(m_begin);
        if (closes)
            --inside;
        else if (m_buffer[m_end - 2] != '/')
            ++inside;
    }
    m_kind = Kind::Close;
    m_name = tagName("<" + name);
    m_depth = element.depth;
}

/// Makes the tag that ends at `end`, or the element that it opens, the current piece.
void XmlPieces::takeTag(size_t end)
{
    const std::string_view tag = std::string_view(m_buffer).substr(m_begin, end - m_begin);
    m_name = tagName(tag);
    m_end = end;
    if (tag.starts_with("</")) {
        if (m_depth == 0)
            fail("a tag closes that was not opened");
        --m_depth;
        m_kind = Kind::Close;
    } else if (tag.ends_with("/>")) {
        m_kind = Kind::Whole;
    } else if (m_name == m_whole) {
        m_kind = Kind::Whole;
        m_end = wholeEnd(end);
    } else {
        ++m_depth;
        m_kind = Kind::Open;
    }
}

/// The place after the tag that closes the wanted element whose opening tag ends at `end`.
size_t XmlPieces::wholeEnd(size_t end)
{
    for (size_t depth = 1; depth > 0;) {
        const size_t open = find("<", end);
        if (open == std::string::npos)
            fail("its end is missing");
        end = tagEnd(open);
        const std::string_view tag = std::string_view(m_buffer).substr(open, end - open);
        if (tag[1] == '!' || tag[1] == '?' || tagName(tag) != m_whole)
            continue;
        if (tag[1] == '/')
            --depth;
        else if (!tag.ends_with("/>"))
            ++depth;
    }
    return end;
}

pugi::xml_node XmlPieces::element()
{
    m_parsed.assign(m_buffer, m_begin, m_end - m_begin);
    if (m_kind == Kind::Open)
        m_parsed.insert(m_parsed.size() - 1, "/");
    const auto result = m_document.load_buffer_inplace(m_parsed.data(), m_parsed.size(),
                                                       pugi::parse_default | pugi::parse_ws_pcdata,
                                                       pugi::encoding_utf8);
    if (!result)
        fail(result.description());
    return m_document.first_child();
}

void XmlPieces::fail(const std::string& why) const
{
    throw Error(ErrorCode::FileMalformed, {"%1 cannot be read as XML: %2.", {m_file, why}},
                {"It may be damaged or protected by a password: open it in a spreadsheet program "
                 "and save it again, or save the sheet as CSV (UTF-8).",
                 {}});
}

} // namespace core
