#pragma once

#include "core/data/source/line_reader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

enum class Quoting {
    Rfc4180, ///< A cell in double quotes may hold the delimiter, line ends and doubled quotes.
    Single, ///< The same with single quotes.
    None, ///< A quote is a character like any other.
    Escaped ///< As None, with \t, \n, \r and \\ in cells: rows of sheets (sheet_text.h).
};

struct Dialect {
    char delimiter = ',';
    Quoting quoting = Quoting::Rfc4180;

    friend bool operator==(const Dialect&, const Dialect&) = default;
};

/// Whether rows end with their last cell that is not empty, as those of sheets do.
inline bool isRagged(const Dialect& dialect)
{
    return dialect.quoting == Quoting::Escaped;
}

enum class RecordFault { None, TooLong, OpenQuote, TextAfterQuote };

/// One record of a delimited file.
struct DelimitedRecord {
    int64_t line = 0; ///< Where it begins; with a fault in quoting, where the quote opens.
    std::vector<std::string_view> cells; ///< Valid until the next call of the reader.
    RecordFault fault = RecordFault::None;
    bool reachedEnd = false; ///< With OpenQuote: the text ended before the quote closed.
    size_t quotedCells = 0; ///< How many cells stand in quotes,
    bool quotingNeeded = false; ///< and whether one had to.
};

/// The delimiter that the first line of a table states for Excel, "sep=;"; nothing where it is a
/// row.
std::optional<char> statedDelimiter(std::string_view firstLine);

/// Reads records with or without the quoting of RFC 4180. A first line that states the delimiter is
/// passed over. More lenient than the standard: a quote
/// inside an unquoted cell is a character, lines may end in "\n", empty lines are passed over.
///
/// After a fault reading goes on with the line after that in which the quote opened, so that a
/// stray quote costs one row and not the rest of the file.
class DelimitedReader {
public:
    /// @pre `lines` outlives the reader.
    DelimitedReader(LineReader& lines, Dialect dialect) : m_lines(lines), m_dialect(dialect) { }

    /// False at the end. Cells of a record with a fault are not complete.
    bool next(DelimitedRecord& record);

private:
    struct Cell {
        size_t begin = 0, end = 0; ///< In the held text, without the quotes.
        bool rewrite = false; ///< Holds doubled quotes or "\r\n".
    };
    char quote() const { return m_dialect.quoting == Quoting::Single ? '\'' : '"'; }
    void readUnquoted(std::string_view line, DelimitedRecord& record) const;
    void readEscaped(std::string_view line, DelimitedRecord& record);
    void readQuoted(DelimitedRecord& record);
    bool readQuotedCell(size_t& position, DelimitedRecord& record);
    bool extend(DelimitedRecord& record);
    void fail(DelimitedRecord& record, RecordFault fault, size_t quoteAt);
    void finish(DelimitedRecord& record);

    LineReader& m_lines;
    Dialect m_dialect;
    std::string_view m_text; ///< The held text while a record is read.
    std::vector<Cell> m_cells;
    std::string m_rewritten;
};

} // namespace core
