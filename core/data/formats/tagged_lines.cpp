#include "core/data/formats/tagged_lines.h"

#include "core/data/line_reader.h"
#include "core/data/tokens.h"
#include "core/data/utf8.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace core {

namespace {

constexpr size_t kSampleLines = 2000;

/// The tag of "word/TAG" or "word_TAG", or nothing.
std::string_view tagOf(std::string_view word, std::string_view marks)
{
    const size_t mark = word.find_last_of(marks);
    if (mark == std::string_view::npos || mark == 0 || mark + 1 == word.size()
        || word.size() - mark > 9)
        return {};
    const std::string_view tag = word.substr(mark + 1);
    const bool letters = std::all_of(tag.begin(), tag.end(), [](unsigned char c) {
        return std::isupper(c) != 0 || std::ispunct(c) != 0 || std::isdigit(c) != 0;
    });
    return letters ? tag : std::string_view();
}

} // namespace

std::vector<std::string> sampleLines(const FormatSample& sample)
{
    std::vector<std::string> lines;
    for (const SampleFile& entry : sample.files) {
        MemoryStream stream(entry.head);
        LineReader reader(stream);
        Line line;
        while (lines.size() < kSampleLines && reader.next(line))
            lines.emplace_back(trimmed(line.text));
    }
    return lines;
}

std::vector<std::string_view> cellsBetweenTabs(std::string_view line)
{
    std::vector<std::string_view> cells;
    for (size_t begin = 0; begin <= line.size();) {
        const size_t end = std::min(line.find('\t', begin), line.size());
        cells.push_back(trimmed(line.substr(begin, end - begin)));
        begin = end + 1;
    }
    return cells;
}

bool isDocumentStart(std::string_view line)
{
    return line.starts_with("-DOCSTART-");
}

bool isConllU(const std::vector<std::string>& lines)
{
    size_t rows = 0, fitting = 0;
    for (const std::string& line : lines) {
        if (line.empty() || line.front() == '#')
            continue;
        ++rows;
        fitting += std::count(line.begin(), line.end(), '\t') == 9
                && std::isdigit(static_cast<unsigned char>(line.front()))
            ? 1
            : 0;
    }
    return rows > 0 && fitting * 10 >= rows * 9;
}

bool isConll(const std::vector<std::string>& lines)
{
    constexpr size_t kMostTags = 100;
    constexpr std::string_view kSpanMarks = "BIESLU";
    size_t rows = 0, sentences = 0, fitting = 0, columns = 0;
    std::set<std::string, std::less<>> tags, first;
    bool inside = false, marked = false;
    for (const std::string& line : lines) {
        marked = marked || isDocumentStart(line);
        if (line.empty() || isDocumentStart(line)) {
            inside = false;
            continue;
        }
        sentences += inside ? 0 : 1;
        inside = true;
        const auto words = tokensOf(line);
        columns = rows++ == 0 ? words.size() : columns;
        if (words.size() != columns || words.size() < 2)
            continue;
        ++fitting;
        tags.emplace(words.back());
        first.emplace(words.front());
    }
    const bool spans
        = tags.size() >= 2 && std::all_of(tags.begin(), tags.end(), [=](std::string_view tag) {
              return tag == "O"
                  || (tag.size() > 2 && tag[1] == '-'
                      && kSpanMarks.find(tag[0]) != std::string_view::npos);
          });
    if ((marked || spans) && rows >= 2 && fitting == rows)
        return true; // A few rows do, then.
    // Empty lines between all rows, or none, are those of a list.
    return sentences >= 2 && rows >= 2 * sentences + sentences / 2 && fitting * 20 >= rows * 19
        && tags.size() <= kMostTags && tags.size() * 2 < fitting && first.size() > tags.size();
}

bool isTaggedText(const std::vector<std::string>& lines, std::string_view marks)
{
    size_t words = 0, tagged = 0, rows = 0;
    std::set<std::string, std::less<>> tags;
    for (const std::string& line : lines) {
        rows += line.empty() ? 0 : 1;
        for (const std::string_view word : tokensOf(line)) {
            ++words;
            if (const std::string_view tag = tagOf(word, marks); !tag.empty()) {
                ++tagged;
                tags.emplace(tag);
            }
        }
    }
    return words >= 3 * rows && tagged * 10 >= words * 9 && tags.size() >= 2 && tags.size() <= 100
        && tags.size() * 2 <= tagged;
}

} // namespace core
