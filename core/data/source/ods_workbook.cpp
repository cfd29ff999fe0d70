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

/// One pass over the part that holds all sheets, one behind the other.
class OdsContent {
public:
    OdsContent(const std::filesystem::path& path, const std::string& shownName,
               ReadProgress& progress)
        : m_part(path, "content.xml", progress), m_pieces(m_part, "table-row", shownName)
    {
    }

    /// Goes to the opening tag of the next sheet; false behind the last.
    bool nextSheet()
    {
        if (m_sheet)
            m_pieces.leave(*m_sheet);
        m_sheet.reset();
        while (m_pieces.next()) {
            if (m_pieces.kind() == XmlPieces::Kind::Close)
                continue;
            if (m_pieces.name() == "table") {
                takeSheet();
                return true;
            }
            takeStyle();
        }
        return false;
    }
    /// To the sheet with this number from 0, which is none of those before the current one.
    void goTo(int number)
    {
        while (m_sheets <= number && nextSheet()) { }
    }
    const SheetFacts& facts() const { return m_facts; }

    /// Goes to the next piece of the sheet; false at its end.
    bool nextPiece()
    {
        if (!m_sheet || !m_pieces.next())
            return false;
        if (m_pieces.kind() == XmlPieces::Kind::Close && m_pieces.name() == "table")
            m_sheet.reset();
        return m_sheet.has_value();
    }
    XmlPieces& pieces() { return m_pieces; }

private:
    void takeSheet()
    {
        ++m_sheets;
        if (m_pieces.kind() == XmlPieces::Kind::Open)
            m_sheet = m_pieces.opened();
        const pugi::xml_node element = m_pieces.element();
        m_facts.name = validText(attributeNamed(element, "name"));
        m_facts.hidden
            = m_hiddenStyles.contains(std::string(attributeNamed(element, "style-name")));
    }
    void takeStyle()
    {
        if (m_pieces.name() == "style")
            m_style = attributeNamed(m_pieces.element(), "name");
        else if (m_pieces.name() == "table-properties"
                 && attributeNamed(m_pieces.element(), "display") == "false")
            m_hiddenStyles.insert(m_style);
    }

    WorkbookPart m_part;
    XmlPieces m_pieces;
    std::set<std::string> m_hiddenStyles;
    std::string m_style;
    std::optional<XmlPieces::Opened> m_sheet; ///< The one that is being passed.
    int m_sheets = 0; ///< The number of opening tags passed.
    SheetFacts m_facts;
};

std::vector<SheetFacts> odsSheets(const std::filesystem::path& path, const std::string& shownName,
                                  ReadProgress& progress)
{
    static PartMemory<std::vector<SheetFacts>> memory;
    return memory.of(path, "content.xml", [&] {
        std::vector<SheetFacts> sheets;
        for (OdsContent content(path, shownName, progress); content.nextSheet();)
            sheets.push_back(content.facts());
        return sheets;
    });
}

/// Rows are asked for of one sheet after the other, so that all sheets share one pass.
class OdsSheet : public ByteStream {
public:
    /// @param open  the content at the opening tag of the sheet.
    OdsSheet(std::function<OdsContent&()> open, SheetFacts& facts, const SourceFile& file)
        : m_open(std::move(open)), m_facts(facts), m_text(file.shownName, file.bytes)
    {
    }

    std::string_view next() override
    {
        if (!m_content)
            m_content = &m_open();
        while (!m_text.repeatMore() && !m_text.isEnough() && m_content->nextPiece())
            if (m_content->pieces().name() == "table-row")
                readRow(m_content->pieces().element());
        return m_text.take();
    }

private:
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

    std::function<OdsContent&()> m_open;
    OdsContent* m_content = nullptr; ///< Null until the first bytes are asked for.
    SheetFacts& m_facts;
    SheetText m_text;
    int64_t m_row = 0;
};

} // namespace

Visit visitOds(const std::filesystem::path& path, const SourceFile& asFile, ReadProgress& progress,
               const FileVisitor& visit)
{
    std::optional<OdsContent> content;
    int number = 0;
    for (const SheetFacts& found : odsSheets(path, asFile.shownName, progress)) {
        const auto facts = std::make_shared<SheetFacts>(found);
        const SourceFile file = sheetFile(asFile, facts);
        const auto open = [&]() -> OdsContent& {
            if (!content)
                content.emplace(path, asFile.shownName, progress);
            content->goTo(number);
            return *content;
        };
        OdsSheet sheet(open, *facts, file);
        if (visit(file, sheet) == Visit::Stop)
            return Visit::Stop;
        ++number;
    }
    return Visit::Continue;
}

} // namespace core
