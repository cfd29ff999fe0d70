#include "core/base/error.h"
#include "core/data/cells/cell_text.h"
#include "core/data/source/sheet_text.h"
#include "core/data/source/workbook.h"
#include "core/data/source/xml_pieces.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace core {

namespace {

/// Sheets are filled to their edges by repeating one empty cell in one empty row.
int64_t repetitionsOf(pugi::xml_node node, std::string_view attribute)
{
    constexpr int64_t kMostRepetitions = int64_t{1} << 31;
    const std::string_view text = attributeNamed(node, attribute);
    int64_t count = 1;
    std::from_chars(text.data(), text.data() + text.size(), count);
    return std::clamp<int64_t>(count, 1, kMostRepetitions);
}

/// White space of the XML file is one blank; others have elements.
void appendCharacters(std::string_view characters, std::string& text)
{
    for (const char c : characters) {
        const bool blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
        if (!blank)
            text += c;
        else if (!text.empty() && text.back() != ' ' && text.back() != '\n')
            text += ' ';
    }
}

/// The text in a paragraph, whatever its fonts, without comments and notes.
void appendParagraph(pugi::xml_node node, std::string& text, int depth = 0)
{
    constexpr int kDeepest = 50;
    constexpr int64_t kMostBlanks = 1000;
    if (depth > kDeepest)
        return;
    for (const pugi::xml_node& child : node.children()) {
        const std::string_view name = localName(child.name());
        if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
            appendCharacters(child.value(), text);
        else if (name == "s")
            text.append(static_cast<size_t>(std::min(repetitionsOf(child, "c"), kMostBlanks)), ' ');
        else if (name == "tab")
            text += '\t';
        else if (name == "line-break")
            text += '\n';
        else if (name != "annotation" && name != "note" && name != "ruby-text")
            appendParagraph(child, text, depth + 1);
    }
}

std::string paragraphsOf(pugi::xml_node cell)
{
    std::string text;
    bool first = true;
    for (const pugi::xml_node& child : cell.children()) {
        if (localName(child.name()) != "p")
            continue;
        if (!std::exchange(first, false))
            text += '\n';
        appendParagraph(child, text);
    }
    return text;
}

std::string odsValue(pugi::xml_node cell)
{
    const std::string_view type = attributeNamed(cell, "value-type");
    if (type == "float" || type == "percentage" || type == "currency")
        return numberText(attributeNamed(cell, "value"));
    if (type == "date")
        return std::string(attributeNamed(cell, "date-value"));
    if (type == "time")
        return durationText(attributeNamed(cell, "time-value"));
    if (type == "boolean")
        return attributeNamed(cell, "boolean-value") == "true" ? "TRUE" : "FALSE";
    const std::string_view text = attributeNamed(cell, "string-value");
    return text.empty() ? paragraphsOf(cell) : std::string(text);
}

/// The rows of the sheet whose opening tag was the last piece.
class OdsSheet : public ByteStream {
public:
    OdsSheet(XmlPieces& pieces, SheetFacts& facts, const SourceFile& file, uint64_t fileBytes)
        : m_pieces(pieces)
        , m_facts(facts)
        , m_text(file.shownName, fileBytes)
        , m_ended(pieces.kind() == XmlPieces::Kind::Whole)
    {
    }

    std::string_view next() override
    {
        while (!m_text.repeatMore() && !m_text.isEnough() && advance()) { }
        return m_text.take();
    }
    /// Passes the rest over.
    void leave()
    {
        while (!m_ended)
            m_ended = !m_pieces.next() || isEnd();
    }

private:
    bool isEnd() const
    {
        return m_pieces.kind() == XmlPieces::Kind::Close && m_pieces.name() == "table";
    }

    bool advance()
    {
        m_ended = m_ended || !m_pieces.next() || isEnd();
        if (!m_ended && m_pieces.name() == "table-row")
            readRow(m_pieces.element());
        return !m_ended;
    }

    void readRow(pugi::xml_node row)
    {
        const int64_t repeated = repetitionsOf(row, "number-rows-repeated");
        int64_t column = 0;
        for (const pugi::xml_node& cell : row.children()) {
            const std::string_view name = localName(cell.name());
            const int64_t columns = repetitionsOf(cell, "number-columns-repeated");
            if (name == "table-cell")
                readCell(cell, column, columns);
            if (name == "table-cell" || name == "covered-table-cell")
                column += columns;
        }
        m_text.endRow(m_row + 1, repeated);
        m_row += repeated;
    }

    void readCell(pugi::xml_node cell, int64_t column, int64_t columns)
    {
        if (repetitionsOf(cell, "number-columns-spanned") > 1
            || repetitionsOf(cell, "number-rows-spanned") > 1)
            ++m_facts.mergedAreas;
        const std::string value = odsValue(cell);
        if (value.empty() && !attributeNamed(cell, "formula").empty()
            && attributeNamed(cell, "value-type").empty())
            ++m_facts.missingResults;
        for (int64_t i = 0; i < columns && !value.empty(); ++i)
            m_text.setCell(column + i, value);
    }

    XmlPieces& m_pieces;
    SheetFacts& m_facts;
    SheetText m_text;
    int64_t m_row = 0;
    bool m_ended;
};

} // namespace

Visit visitOds(const std::filesystem::path& path, const SourceFile& asFile, ReadProgress& progress,
               const FileVisitor& visit)
{
    WorkbookPart content(path, "content.xml", progress);
    XmlPieces pieces(content, "table-row", asFile.shownName);
    std::set<std::string> hiddenStyles;
    std::string style;
    while (pieces.next()) {
        if (pieces.kind() == XmlPieces::Kind::Close)
            continue;
        if (pieces.name() == "style")
            style = attributeNamed(pieces.element(), "name");
        else if (pieces.name() == "table-properties"
                 && attributeNamed(pieces.element(), "display") == "false")
            hiddenStyles.insert(style);
        if (pieces.name() != "table")
            continue;
        const pugi::xml_node element = pieces.element();
        const auto facts = std::make_shared<SheetFacts>();
        facts->name = validText(attributeNamed(element, "name"));
        facts->hidden = hiddenStyles.contains(std::string(attributeNamed(element, "style-name")));
        const SourceFile file = sheetFile(asFile, facts);
        OdsSheet sheet(pieces, *facts, file, asFile.bytes);
        if (visit(file, sheet) == Visit::Stop)
            return Visit::Stop;
        sheet.leave();
    }
    return Visit::Continue;
}

} // namespace core
