#pragma once

#include "core/base/json.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace core {
class Readout;
}

namespace app {

// All that the command line prints. Class names, texts, tokens and names of files come from files
// that others may have made: here, and nowhere else, they are made safe for a terminal.

/// `text` with control characters, marks that change the direction of a line and bytes that are no
/// UTF-8 written out: "\n", "\t", "\u001B", "\xFF". JSON stays the same JSON.
std::string escaped(std::string_view text);

/// As std::printf, into a string.
[[gnu::format(printf, 1, 2)]] std::string formatted(const char* format, ...);

void printLine(std::string_view line); ///< On standard output, escaped.
void printLines(std::string_view text); ///< Each line of the text by printLine().
/// One line of cells with tabs between them, each escaped.
void printCells(std::initializer_list<std::string_view> cells);
void printCells(const std::vector<std::string_view>& cells, const char* delimiter);
/// Over what the terminal's current line showed; without a line's end.
void redrawLine(std::string_view line);
void printError(std::string_view line); ///< On standard error, escaped.
void printReadout(const core::Readout& readout, bool json); ///< A line of JSON, or text.
void printCsv(const std::string& csv); ///< Its lines, each escaped.
/// One line, at once; with an indent, as many as it takes.
void printJson(const core::Json& json, int indent = -1);

} // namespace app
