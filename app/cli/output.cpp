#include "app/cli/output.h"

#include <unicode/utf8.h>

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace app {

namespace {

/// Controls (C0, DEL, C1), separators of lines, embeddings, overrides and isolates of direction.
bool isUnsafe(UChar32 character)
{
    return character < 0x20 || (character >= 0x7F && character < 0xA0)
        || (character >= 0x2028 && character <= 0x202E)
        || (character >= 0x2066 && character <= 0x2069);
}

std::string escapeOf(UChar32 character)
{
    switch (character) {
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    default:
        return formatted("\\u%04X", static_cast<unsigned>(character));
    }
}

void put(std::FILE* file, std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), file);
}

} // namespace

std::string escaped(std::string_view text)
{
    std::string safe;
    safe.reserve(text.size());
    const auto size = static_cast<int64_t>(text.size());
    for (int64_t end = 0; end < size;) {
        const int64_t begin = end;
        UChar32 character = 0;
        U8_NEXT(text.data(), end, size, character);
        if (character >= 0 && !isUnsafe(character))
            safe += text.substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
        else if (character >= 0)
            safe += escapeOf(character);
        else
            for (int64_t at = begin; at < end; ++at)
                safe += formatted("\\x%02X", static_cast<uint8_t>(text[static_cast<size_t>(at)]));
    }
    return safe;
}

std::string formatted(const char* format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    const int length = std::vsnprintf(nullptr, 0, format, arguments);
    va_end(arguments);
    std::vector<char> buffer(static_cast<size_t>(length < 0 ? 0 : length) + 1);
    std::vsnprintf(buffer.data(), buffer.size(), format, again);
    va_end(again);
    return buffer.data();
}

void printLine(std::string_view line)
{
    put(stdout, escaped(line) + "\n");
}

void printLines(std::string_view text)
{
    for (size_t begin = 0; begin <= text.size();) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        printLine(text.substr(begin, end - begin));
        begin = end + 1;
    }
}

void printCells(std::initializer_list<std::string_view> cells)
{
    printCells(std::vector<std::string_view>(cells), "\t");
}

void printCells(const std::vector<std::string_view>& cells, const char* delimiter)
{
    std::string line;
    for (size_t i = 0; i < cells.size(); ++i)
        line += (i == 0 ? "" : delimiter) + escaped(cells[i]);
    put(stdout, line + "\n");
}

void redrawLine(std::string_view line)
{
    put(stdout, "\r" + escaped(line));
    std::fflush(stdout);
}

void printError(std::string_view line)
{
    put(stderr, escaped(line) + "\n");
}

void printCsv(const std::string& csv)
{
    std::string_view rest = csv;
    while (!rest.empty()) {
        const size_t end = std::min(rest.find('\n'), rest.size() - 1);
        printLine(rest.substr(0, end));
        rest.remove_prefix(end + 1);
    }
}

void printJson(const core::Json& json, int indent)
{
    printLines(json.dump(indent, ' ', false, core::Json::error_handler_t::replace));
    std::fflush(stdout); // whoever reads a pipe sees it now
}

} // namespace app
