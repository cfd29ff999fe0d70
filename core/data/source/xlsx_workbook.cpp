#include "core/base/error.h"
#include "core/data/cells/cell_text.h"
#include "core/data/source/sheet_text.h"
#include "core/data/source/workbook.h"
#include "core/data/source/xml_pieces.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>

namespace core {

namespace {

constexpr size_t kMostSheets = 1000; ///< Each is looked for in the archive.
constexpr size_t kLongestPart = size_t{16} << 20; ///< For parts that are read at once.
constexpr size_t kLongestStrings = size_t{1} << 30; ///< For the strings that sheets share.

Message damagedWorkbook()
{
    return {"It may be damaged: open it in a spreadsheet program and save it again, or save the "
            "sheet as CSV (UTF-8).",
            {}};
}

void appendUtf8(uint32_t code, std::string& text)
{
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0 | (code >> 6));
        text += static_cast<char>(0x80 | (code & 0x3F));
    } else {
        text += static_cast<char>(0xE0 | (code >> 12));
        text += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        text += static_cast<char>(0x80 | (code & 0x3F));
    }
}

/// Excel writes characters that XML cannot hold as "_x000D_"; those that no text has are dropped.
void appendUnescaped(std::string_view stored, std::string& text)
{
    constexpr size_t kLength = 7;
    while (true) {
        const size_t at = stored.find("_x");
        text += stored.substr(0, at);
        if (at == std::string_view::npos)
            return;
        stored.remove_prefix(at);
        const std::string_view escape = stored.substr(0, kLength);
        uint32_t code = 0;
        const bool whole = escape.size() == kLength && escape.back() == '_'
            && std::from_chars(escape.data() + 2, escape.data() + 6, code, 16).ptr
                == escape.data() + 6
            && (code < 0xD800 || code >= 0xE000);
        if (!whole)
            text += "_x";
        else if (code >= 0x20 || code == '\t' || code == '\n' || code == '\r')
            appendUtf8(code, text);
        stored.remove_prefix(whole ? kLength : 2);
    }
}

/// A string with its parts in different fonts joined; how it is pronounced is none of it.
std::string richText(pugi::xml_node node)
{
    std::string text;
    for (const pugi::xml_node& child : node.children()) {
        const std::string_view name = localName(child.name());
        if (name == "t")
            appendUnescaped(child.text().get(), text);
        for (const pugi::xml_node& part : child.children())
            if (name == "r" && localName(part.name()) == "t")
                appendUnescaped(part.text().get(), text);
    }
    return text;
}

template <class Number> std::optional<Number> numberOf(std::string_view text)
{
    Number number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return whole ? std::optional(number) : std::nullopt;
}

/// The strings that the cells of all sheets name by their numbers.
class SharedStrings {
public:
    void add(std::string_view text)
    {
        m_text += text;
        m_ends.push_back(m_text.size());
    }
    size_t bytes() const { return m_text.size(); }
    std::optional<std::string_view> at(size_t index) const
    {
        if (index >= m_ends.size())
            return std::nullopt;
        const size_t begin = index == 0 ? 0 : m_ends[index - 1];
        return std::string_view(m_text).substr(begin, m_ends[index] - begin);
    }

private:
    std::string m_text;
    std::vector<size_t> m_ends;
};

/// The parts that all sheets of a workbook share.
class XlsxWorkbook {
public:
    struct Sheet {
        std::shared_ptr<SheetFacts> facts;
        std::string part;
    };

    XlsxWorkbook(std::filesystem::path path, SourceFile file, ReadProgress& progress)
        : m_path(std::move(path)), m_file(std::move(file)), m_progress(progress)
    {
        const auto types = relationsOf("xl/_rels/workbook.xml.rels");
        pugi::xml_document workbook;
        load("xl/workbook.xml", workbook);
        for (const pugi::xml_node& node : workbook.first_child().children())
            if (const std::string_view name = localName(node.name()); name == "workbookPr")
                m_from1904 = isTrue(attributeNamed(node, "date1904"));
            else if (name == "sheets")
                takeSheets(node, types);
        readStyles();
    }

    const std::vector<Sheet>& sheets() const { return m_sheets; }
    const std::filesystem::path& path() const { return m_path; }
    const SourceFile& file() const { return m_file; }
    bool isFrom1904() const { return m_from1904; }
    std::unique_ptr<WorkbookPart> open(const std::string& part) const
    {
        return std::make_unique<WorkbookPart>(m_path, part, m_progress);
    }

    SheetFormat format(std::string_view style) const
    {
        const auto index = numberOf<size_t>(style);
        return index && *index < m_formats.size() ? m_formats[*index] : SheetFormat::Number;
    }

    /// Read when the first sheet is: a look at the names must not take long.
    const SharedStrings& strings()
    {
        if (m_stringsRead)
            return m_strings;
        m_stringsRead = true;
        const auto part = open(m_stringsPart);
        XmlPieces pieces(*part, "si", m_file.shownName);
        while (pieces.next())
            if (pieces.kind() == XmlPieces::Kind::Whole && pieces.name() == "si") {
                m_strings.add(richText(pieces.element()));
                if (m_strings.bytes() > kLongestStrings)
                    throw Error(ErrorCode::FileMalformed,
                                {"The texts of %1 are longer than %2 MB.",
                                 {m_file.shownName, std::to_string(kLongestStrings >> 20)}},
                                {"Save the sheet as CSV (UTF-8).", {}});
            }
        return m_strings;
    }

private:
    static bool isTrue(std::string_view text) { return text == "1" || text == "true"; }

    /// Reads a small part at once; one that is not there stays empty.
    void load(const std::string& part, pugi::xml_document& document) const
    {
        const auto bytes = open(part);
        std::string text;
        for (std::string_view block = bytes->next(); !block.empty(); block = bytes->next()) {
            text += block;
            if (text.size() > kLongestPart)
                throw Error(ErrorCode::FileMalformed,
                            {"%1 in %2 is longer than %3 MB.",
                             {part, m_file.shownName, std::to_string(kLongestPart >> 20)}},
                            damagedWorkbook());
        }
        if (bytes->isThere() && !document.load_buffer(text.data(), text.size()))
            throw Error(ErrorCode::FileMalformed,
                        {"%1 in %2 cannot be read as XML.", {part, m_file.shownName}},
                        damagedWorkbook());
    }

    /// The parts of worksheets by their ids; notes where the shared strings and styles are.
    std::map<std::string, std::string> relationsOf(const std::string& part)
    {
        std::map<std::string, std::string> sheets;
        pugi::xml_document relations;
        load(part, relations);
        for (const pugi::xml_node& node : relations.first_child().children()) {
            const std::string_view type = attributeNamed(node, "Type");
            const std::filesystem::path target(attributeNamed(node, "Target"));
            // A path from the root of the archive, or from the folder of the workbook.
            const std::string place
                = (std::filesystem::path("/xl") / target).lexically_normal().string().substr(1);
            if (type.ends_with("/worksheet"))
                sheets[std::string(attributeNamed(node, "Id"))] = place;
            else if (type.ends_with("/sharedStrings"))
                m_stringsPart = place;
            else if (type.ends_with("/styles"))
                m_stylesPart = place;
        }
        return sheets;
    }

    /// Sheets that are charts have no rows.
    void takeSheets(pugi::xml_node list, const std::map<std::string, std::string>& parts)
    {
        for (const pugi::xml_node& node : list.children()) {
            const auto part = parts.find(std::string(attributeNamed(node, "id")));
            if (part == parts.end())
                continue;
            if (m_sheets.size() == kMostSheets)
                throw Error(ErrorCode::FileMalformed,
                            {"%1 has more than %2 sheets.",
                             {m_file.shownName, std::to_string(kMostSheets)}},
                            {"Save the sheet as CSV (UTF-8).", {}});
            auto facts = std::make_shared<SheetFacts>();
            facts->name = validText(attributeNamed(node, "name"));
            const std::string_view state = attributeNamed(node, "state");
            facts->hidden = state == "hidden" || state == "veryHidden";
            m_sheets.push_back({std::move(facts), part->second});
        }
    }

    /// Dates are numbers whose style shows them as dates.
    void readStyles()
    {
        pugi::xml_document styles;
        load(m_stylesPart, styles);
        std::map<int64_t, SheetFormat> own;
        const auto idOf = [](pugi::xml_node node) {
            return numberOf<int64_t>(attributeNamed(node, "numFmtId")).value_or(0);
        };
        for (const pugi::xml_node& list : styles.first_child().children())
            for (const pugi::xml_node& node : list.children())
                if (localName(list.name()) == "numFmts")
                    own[idOf(node)] = sheetFormatOf(attributeNamed(node, "formatCode"));
        for (const pugi::xml_node& list : styles.first_child().children())
            for (const pugi::xml_node& node : list.children())
                if (localName(list.name()) == "cellXfs") {
                    const auto found = own.find(idOf(node));
                    m_formats.push_back(found == own.end() ? sheetFormatOf(idOf(node))
                                                           : found->second);
                }
    }

    std::filesystem::path m_path;
    SourceFile m_file;
    ReadProgress& m_progress;
    std::string m_stringsPart = "xl/sharedStrings.xml", m_stylesPart = "xl/styles.xml";
    std::vector<Sheet> m_sheets;
    std::vector<SheetFormat> m_formats; ///< By the number of a style.
    bool m_from1904 = false;
    bool m_stringsRead = false;
    SharedStrings m_strings;
};

/// The column of "AB12" from 0; nothing where there are no letters.
std::optional<int64_t> columnOfReference(std::string_view reference)
{
    constexpr size_t kMostLetters = 4;
    int64_t column = 0;
    size_t letters = 0;
    for (; letters < reference.size() && letters < kMostLetters; ++letters) {
        const char c = reference[letters];
        if (c < 'A' || c > 'Z')
            break;
        column = column * 26 + (c - 'A' + 1);
    }
    return letters > 0 ? std::optional(column - 1) : std::nullopt;
}

/// Cells that are shown as one: rows from 1, columns from 0, the last included.
struct MergedArea {
    int64_t firstRow, lastRow, firstColumn, lastColumn;
};

/// The area of "A1:B2", or none.
std::optional<MergedArea> areaOfReference(std::string_view reference)
{
    const std::string_view first = reference.substr(0, reference.find(':'));
    const std::string_view last = reference.substr(std::min(first.size() + 1, reference.size()));
    const auto rowOf = [](std::string_view cell) {
        cell.remove_prefix(std::min(cell.find_first_of("0123456789"), cell.size()));
        return numberOf<int64_t>(cell);
    };
    const auto row = rowOf(first), lastRow = rowOf(last);
    const auto column = columnOfReference(first), lastColumn = columnOfReference(last);
    if (!row || !lastRow || !column || !lastColumn)
        return std::nullopt;
    return MergedArea{*row, *lastRow, *column, *lastColumn};
}

/// Where the tag of the list of merged areas begins in a part of a sheet; npos: it is not in it.
size_t listOfMergedAreas(const std::string& text)
{
    constexpr std::string_view kName = "mergeCells";
    for (size_t at = text.find(kName); at != std::string::npos; at = text.find(kName, at + 1)) {
        const size_t open = text.rfind('<', at);
        if (open == std::string::npos)
            continue;
        const std::string_view prefix = std::string_view(text).substr(open + 1, at - open - 1);
        const bool named = prefix.empty() || prefix.back() == ':';
        if (named && prefix.find_first_of(" \t\r\n\"'=/>") == std::string_view::npos)
            return open;
    }
    return std::string::npos;
}

/// The merged areas of a sheet. Their list stands behind the rows, and most sheets have none: its
/// name is looked for in the text, which is faster than going from tag to tag.
std::vector<MergedArea> mergedAreas(ByteStream& part, const std::string& file)
{
    constexpr size_t kLongestTag = 100;
    std::string text;
    size_t open = std::string::npos;
    for (std::string_view block = part.next(); !block.empty() && open == std::string::npos;) {
        text.erase(0, text.size() - std::min(text.size(), kLongestTag));
        text += block;
        open = listOfMergedAreas(text);
        if (open == std::string::npos)
            block = part.next();
    }
    std::vector<MergedArea> areas;
    if (open == std::string::npos)
        return areas;
    ResumedStream list(std::string_view(text).substr(open), part);
    XmlPieces pieces(list, "mergeCell", file);
    const auto inList = [&pieces] {
        return pieces.name() != "mergeCells" || pieces.kind() == XmlPieces::Kind::Open;
    };
    while (pieces.next() && inList())
        if (pieces.name() == "mergeCell" && pieces.kind() == XmlPieces::Kind::Whole)
            if (const auto area = areaOfReference(attributeNamed(pieces.element(), "ref")))
                areas.push_back(*area);
    std::stable_sort(areas.begin(), areas.end(),
                     [](const MergedArea& one, const MergedArea& other) {
                         return one.firstRow < other.firstRow;
                     });
    return areas;
}

/// Tells, row by row, which cells are covered by the one at the top left of their area.
class CoveredCells {
public:
    explicit CoveredCells(std::vector<MergedArea> areas) : m_areas(std::move(areas)) { }

    /// @pre `row` is none above that of the last call.
    bool holds(int64_t row, int64_t column)
    {
        for (; m_next < m_areas.size() && m_areas[m_next].firstRow <= row; ++m_next)
            m_open[m_areas[m_next].firstColumn] = m_areas[m_next];
        for (auto area = m_open.upper_bound(column); area != m_open.begin();) {
            const MergedArea& found = (--area)->second;
            if (found.lastRow >= row)
                return column <= found.lastColumn
                    && (row > found.firstRow || column > found.firstColumn);
            area = m_open.erase(area);
        }
        return false;
    }

private:
    std::vector<MergedArea> m_areas; ///< In the order of their rows.
    size_t m_next = 0; ///< The first that begins below the last row.
    std::map<int64_t, MergedArea> m_open; ///< Those above it by their first columns.
};

class XlsxSheet : public ByteStream {
public:
    XlsxSheet(XlsxWorkbook& workbook, const XlsxWorkbook::Sheet& sheet, const SourceFile& file)
        : m_workbook(workbook)
        , m_sheet(sheet)
        , m_name(file.shownName)
        , m_text(file.shownName, file.bytes)
    {
    }

    std::string_view next() override
    {
        if (!m_part)
            open();
        while (!m_text.isEnough() && m_pieces->next())
            if (m_pieces->kind() == XmlPieces::Kind::Whole && m_pieces->name() == "row")
                readRow(m_pieces->element());
        return m_text.take();
    }

private:
    void open()
    {
        static PartMemory<std::vector<MergedArea>> memory;
        auto areas = memory.of(m_workbook.path(), m_sheet.part, [this] {
            return mergedAreas(*m_workbook.open(m_sheet.part), m_name);
        });
        m_sheet.facts->mergedAreas = int64_t(areas.size());
        m_covered.emplace(std::move(areas));
        m_part = m_workbook.open(m_sheet.part);
        m_pieces.emplace(*m_part, "row", m_name);
    }

    /// Rows and cells need not say where they are: then each follows the one before.
    void readRow(pugi::xml_node row)
    {
        const std::string_view given = attributeNamed(row, "r");
        const int64_t number = numberOf<int64_t>(given).value_or(m_row + 1);
        int64_t column = 0;
        for (const pugi::xml_node& cell : row.children()) {
            if (localName(cell.name()) != "c")
                continue;
            column = columnOfReference(attributeNamed(cell, "r")).value_or(column);
            if (!m_covered->holds(number, column)) {
                readCell(cell, number);
                m_text.setCell(column, m_value);
            }
            ++column;
        }
        m_text.endRow(number);
        m_row = number;
    }

    /// Puts what the cell shows into m_value.
    void readCell(pugi::xml_node cell, int64_t row)
    {
        m_value.clear();
        pugi::xml_node stored, inlined, formula;
        for (const pugi::xml_node& child : cell.children()) {
            const std::string_view name = localName(child.name());
            if (name == "v")
                stored = child;
            else if (name == "is")
                inlined = child;
            else if (name == "f")
                formula = child;
        }
        const std::string_view type = attributeNamed(cell, "t"), text = stored.text().get();
        if (type == "inlineStr")
            m_value = richText(inlined);
        else if (!stored && formula)
            ++m_sheet.facts->missingResults;
        else if (text.empty())
            return;
        else if (type == "s")
            m_value = sharedText(text, row);
        else if (type == "b")
            m_value = text == "1" || text == "true" ? "TRUE" : "FALSE";
        else if (type == "str" || type == "e" || type == "d")
            appendUnescaped(text, m_value);
        else
            m_value = dateText(text, m_workbook.format(attributeNamed(cell, "s")),
                               m_workbook.isFrom1904());
    }

    std::string_view sharedText(std::string_view index, int64_t row)
    {
        const auto number = numberOf<size_t>(index);
        const auto text = number ? m_workbook.strings().at(*number) : std::nullopt;
        if (!text)
            m_text.failAtRow(row,
                             {"a cell names the text %1, which the workbook does not have.",
                              {shown(std::string(index))}});
        return *text;
    }

    XlsxWorkbook& m_workbook;
    const XlsxWorkbook::Sheet& m_sheet;
    std::string m_name;
    std::unique_ptr<WorkbookPart> m_part; ///< Null until the first bytes are asked for.
    std::optional<XmlPieces> m_pieces;
    std::optional<CoveredCells> m_covered;
    SheetText m_text;
    int64_t m_row = 0;
    std::string m_value;
};

} // namespace

Visit visitXlsx(const std::filesystem::path& path, const SourceFile& asFile, ReadProgress& progress,
                const FileVisitor& visit)
{
    XlsxWorkbook workbook(path, asFile, progress);
    for (const XlsxWorkbook::Sheet& sheet : workbook.sheets()) {
        const SourceFile file = sheetFile(asFile, sheet.facts);
        XlsxSheet rows(workbook, sheet, file);
        if (visit(file, rows) == Visit::Stop)
            return Visit::Stop;
    }
    return Visit::Continue;
}

} // namespace core
