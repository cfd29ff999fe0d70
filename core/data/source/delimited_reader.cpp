#include "core/data/source/delimited_reader.h"

#include "core/data/cells/cell_text.h"

#include <algorithm>

namespace core {

namespace {

/// `cell` with doubled quotes as one and "\r\n" as "\n", appended to `out`.
void appendRewritten(std::string_view cell, char quote, std::string& out)
{
    for (size_t i = 0; i < cell.size(); ++i) {
        const char next = i + 1 < cell.size() ? cell[i + 1] : '\0';
        if (cell[i] == '\r' && next == '\n')
            continue;
        out += cell[i];
        if (cell[i] == quote && next == quote)
            ++i;
    }
}

} // namespace

std::optional<char> statedDelimiter(std::string_view firstLine)
{
    constexpr std::string_view kStatement = "sep=";
    const bool quoted
        = firstLine.size() == 7 && firstLine.front() == '"' && firstLine.back() == '"';
    if (quoted)
        firstLine = firstLine.substr(1, 5);
    const bool states = firstLine.size() == 5 && lowered(firstLine.substr(0, 4)) == kStatement;
    return states ? std::optional(firstLine.back()) : std::nullopt;
}

bool DelimitedReader::next(DelimitedRecord& record)
{
    Line line;
    do {
        if (!m_lines.next(line))
            return false;
    } while ((line.text.empty() && !line.tooLong)
             || (line.number == 1 && m_dialect.quoting != Quoting::Escaped
                 && statedDelimiter(line.text)));
    record.line = line.number;
    record.cells.clear();
    record.fault = line.tooLong ? RecordFault::TooLong : RecordFault::None;
    record.reachedEnd = false;
    record.quotedCells = 0;
    record.quotingNeeded = false;
    if (line.tooLong)
        return true;
    if (m_dialect.quoting == Quoting::Escaped)
        readEscaped(line.text, record);
    else if (m_dialect.quoting == Quoting::None
             || line.text.find(quote()) == std::string_view::npos)
        readUnquoted(line.text, record);
    else
        readQuoted(record);
    return true;
}

void DelimitedReader::readUnquoted(std::string_view line, DelimitedRecord& record) const
{
    while (true) {
        const size_t end = line.find(m_dialect.delimiter);
        record.cells.push_back(line.substr(0, end));
        if (end == std::string_view::npos)
            return;
        line.remove_prefix(end + 1);
    }
}

void DelimitedReader::readEscaped(std::string_view line, DelimitedRecord& record)
{
    readUnquoted(line, record);
    m_rewritten.clear();
    m_rewritten.reserve(line.size()); // No growth: the cells point into it.
    for (std::string_view& cell : record.cells) {
        if (cell.find('\\') == std::string_view::npos)
            continue;
        const size_t start = m_rewritten.size();
        for (size_t i = 0; i < cell.size(); ++i) {
            const bool escape = cell[i] == '\\' && i + 1 < cell.size();
            const char c = escape ? cell[++i] : cell[i];
            m_rewritten += !escape ? c : c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c;
        }
        cell = std::string_view(m_rewritten).substr(start);
    }
}

void DelimitedReader::readQuoted(DelimitedRecord& record)
{
    m_lines.hold();
    m_text = m_lines.held();
    m_cells.clear();
    size_t position = 0;
    while (true) {
        if (position < m_text.size() && m_text[position] == quote()) {
            if (!readQuotedCell(position, record))
                return;
        } else {
            const size_t end = std::min(m_text.find(m_dialect.delimiter, position), m_text.size());
            m_cells.push_back({position, end, false});
            position = end;
        }
        if (position == m_text.size())
            break;
        ++position; // The delimiter.
    }
    finish(record);
    m_lines.release();
}

/// Reads the cell whose quote opens at `position` and leaves `position` behind its closing quote.
/// False when the record failed.
bool DelimitedReader::readQuotedCell(size_t& position, DelimitedRecord& record)
{
    const size_t opening = position;
    Cell cell{opening + 1, opening + 1, false};
    size_t from = opening + 1;
    while (true) {
        const size_t found = m_text.find(quote(), from);
        if (found == std::string_view::npos) {
            from = m_text.size();
            if (!extend(record)) {
                fail(record, RecordFault::OpenQuote, opening);
                return false;
            }
            cell.rewrite = true; // A line end inside may be "\r\n".
        } else if (found + 1 < m_text.size() && m_text[found + 1] == quote()) {
            cell.rewrite = true;
            from = found + 2;
        } else {
            cell.end = found;
            break;
        }
    }
    position = cell.end + 1;
    if (position < m_text.size() && m_text[position] != m_dialect.delimiter) {
        fail(record, RecordFault::TextAfterQuote, opening);
        return false;
    }
    const std::string_view content = m_text.substr(cell.begin, cell.end - cell.begin);
    record.quotingNeeded |= cell.rewrite || content.find(m_dialect.delimiter) != content.npos;
    ++record.quotedCells;
    m_cells.push_back(cell);
    return true;
}

/// Takes one more line into the record; false when there is none or it would be too long.
bool DelimitedReader::extend(DelimitedRecord& record)
{
    Line line;
    const bool more = m_lines.next(line);
    m_text = m_lines.held(); // Reading may have moved it, even at the end.
    record.reachedEnd = !more;
    return more && !line.tooLong && m_text.size() <= kLongestText;
}

void DelimitedReader::fail(DelimitedRecord& record, RecordFault fault, size_t quoteAt)
{
    record.fault = fault;
    const auto opening = m_text.begin() + static_cast<std::ptrdiff_t>(quoteAt);
    record.line += std::count(m_text.begin(), opening, '\n');
    m_lines.rewindAfter(quoteAt);
}

/// Turns offsets into cells.
void DelimitedReader::finish(DelimitedRecord& record)
{
    m_rewritten.clear();
    m_rewritten.reserve(m_text.size()); // No growth: the cells point into it.
    for (const Cell& cell : m_cells) {
        const std::string_view content = m_text.substr(cell.begin, cell.end - cell.begin);
        if (!cell.rewrite) {
            record.cells.push_back(content);
            continue;
        }
        const size_t start = m_rewritten.size();
        appendRewritten(content, quote(), m_rewritten);
        record.cells.push_back(std::string_view(m_rewritten).substr(start));
    }
}

} // namespace core
