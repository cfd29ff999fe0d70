#include "core/data/cells/spans.h"

#include "core/data/cells/cell_text.h"

#include <algorithm>
#include <charconv>

namespace core {

namespace {

bool isWhite(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool beginsCodePoint(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

std::string withBlanks(std::string_view text)
{
    std::string line(text);
    std::replace_if(line.begin(), line.end(), &isWhite, ' ');
    return line;
}

/// The start that a line ends in, and what stands before it.
std::optional<int64_t> takenStart(std::string_view& line)
{
    const size_t tab = line.rfind('\t');
    if (tab == std::string_view::npos)
        return std::nullopt;
    int64_t start = 0;
    const char* const end = line.data() + line.size();
    const auto [rest, error] = std::from_chars(line.data() + tab + 1, end, start);
    if (error != std::errc() || rest != end || start < 0)
        return std::nullopt;
    line = line.substr(0, tab);
    return start;
}

} // namespace

QuestionAndPassage questionAndPassage(std::string_view text)
{
    if (const size_t end = text.find_first_of("\n\t"); end != std::string_view::npos)
        return {trimmed(text.substr(0, end)), text.substr(end + 1)};
    for (size_t i = 0; i + 1 < text.size(); ++i)
        if (text[i] == '?' && isWhite(text[i + 1]))
            return {trimmed(text.substr(0, i + 1)), text.substr(i + 2)};
    return {{}, text};
}

std::string joinedQuestion(std::string_view question, std::string_view passage)
{
    return withBlanks(trimmed(question)) + '\n' + std::string(passage);
}

void appendReference(std::string& cell, std::string_view text, int64_t start)
{
    if (!cell.empty())
        cell += '\n';
    cell += withBlanks(text) + '\t' + std::to_string(start);
}

std::vector<ReferenceSpan> referenceSpans(std::string_view cell, std::string_view passage)
{
    std::vector<ReferenceSpan> spans;
    while (!cell.empty()) {
        const size_t end = std::min(cell.find('\n'), cell.size());
        std::string_view line = cell.substr(0, end);
        cell.remove_prefix(std::min(end + 1, cell.size()));
        const std::optional<int64_t> start = takenStart(line);
        if (trimmed(line).empty())
            continue;
        ReferenceSpan& span = spans.emplace_back();
        span.text = line;
        if (start) {
            span.start = *start;
            continue;
        }
        const size_t found = passage.find(line);
        span.start = found == std::string_view::npos ? -1 : codePointsIn(passage.substr(0, found));
    }
    return spans;
}

bool standsAt(std::string_view passage, const ReferenceSpan& span)
{
    const std::optional<size_t> byte = byteOfCodePoint(passage, span.start);
    return byte && withBlanks(passage.substr(*byte, span.text.size())) == withBlanks(span.text);
}

std::optional<size_t> byteOfCodePoint(std::string_view text, int64_t codePoint)
{
    size_t byte = 0;
    for (; byte < text.size(); ++byte)
        if (beginsCodePoint(text[byte]) && codePoint-- == 0)
            return byte;
    return codePoint == 0 ? std::optional(byte) : std::nullopt;
}

int64_t codePointsIn(std::string_view text)
{
    return std::count_if(text.begin(), text.end(), &beginsCodePoint);
}

} // namespace core
