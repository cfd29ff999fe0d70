#pragma once

#include "core/base/message.h"
#include "core/data/source/byte_stream.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Rows of a sheet as a text with one line for each, so that a row has the number that the
/// spreadsheet program shows: cells between tabs up to the last that is not empty, in which
/// Quoting::Escaped is undone.
class SheetText {
public:
    /// @param fileBytes  of the workbook on disk: a text that is far longer is refused.
    SheetText(std::string shownName, uint64_t fileBytes);

    /// Puts a value into the row that is being made. @param column  from 0.
    /// @throws Error{FileMalformed} beyond the columns that a sheet can have.
    void setCell(int64_t column, std::string_view value);
    /// Ends the row. @param number  from 1, above that of the row before.
    /// @throws Error{FileMalformed} beyond the limits and where rows are not in their order.
    void endRow(int64_t number, int64_t repeated = 1);

    /// The text made since the last call; valid until the next row.
    std::string_view take();
    bool isEnough() const { return m_text.size() >= kBlockBytes / 4; }
    /// Makes more of a row that is repeated; false when there is no more of it.
    bool repeatMore();

    [[noreturn]] void failAtRow(int64_t number, const Message& reason) const;

private:
    void append(int64_t number);

    std::string m_shownName;
    uint64_t m_left; ///< Bytes that may still be made.
    int64_t m_rows = 0; ///< The number of the last line.
    int64_t m_repeats = 0; ///< How often the row has still to be made.
    std::vector<std::string> m_cells; ///< Cells of the row; kept from row to row.
    size_t m_width = 0; ///< How many of them are in use.
    std::string m_row, m_text, m_taken;
};

/// How a cell shows its number.
enum class SheetFormat { Number, Date, Time, DateTime, Elapsed };

/// How the format with this code ("yyyy\-mm\-dd hh:mm") shows it.
SheetFormat sheetFormatOf(std::string_view code);
/// How the format of Excel with this number shows it.
SheetFormat sheetFormatOf(int64_t builtIn);

/// The shortest text of the same number: "0.1", "42", "1e-30". Other texts stay as they are.
std::string numberText(std::string_view stored);
/// Days since the beginning of 1900 or 1904 as ISO 8601: "2024-02-29", "2024-02-29T10:30:00",
/// "10:30:00"; a number that is no date stays one.
std::string dateText(std::string_view stored, SheetFormat format, bool from1904);
/// "PT10H30M00S" as "10:30:00"; other texts stay as they are.
std::string durationText(std::string_view iso);

} // namespace core
