#include "core/data/formats/tagged_lines.h"

#include "core/data/cells/cell_text.h"
#include "core/data/cells/label_index.h"
#include "core/data/source/line_reader.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace core {

namespace {

constexpr size_t kMostSampleLines = 2000;

/// The tag of "word/TAG", "word/tag" or "word_TAG", or nothing.
std::string_view tagOf(std::string_view word, std::string_view marks)
{
    const size_t mark = word.find_last_of(marks);
    if (mark == std::string_view::npos || mark == 0 || mark + 1 == word.size()
        || word.size() - mark > 9)
        return {};
    const std::string_view tag = word.substr(mark + 1);
    const bool letters = std::all_of(tag.begin(), tag.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || std::ispunct(c) != 0;
    });
    return letters ? tag : std::string_view();
}

} // namespace

namespace {

void addLines(const SampleFile& entry, std::vector<std::string>& lines)
{
    MemoryStream stream(entry.head);
    LineReader reader(stream);
    Line line;
    while (lines.size() < kMostSampleLines && reader.next(line))
        lines.emplace_back(trimmed(line.text));
}

} // namespace

std::vector<std::string> sampleLines(const FormatSample& sample)
{
    std::vector<std::string> lines;
    for (const SampleFile& entry : sample.files) {
        sample.monitor.throwIfStopped();
        addLines(entry, lines);
    }
    return lines;
}

namespace {

/// The words of some lines, and those that have a tag.
struct WordCounts {
    size_t rows = 0, words = 0, tagged = 0;
    std::set<std::string, std::less<>> tags;

    WordCounts(const std::vector<std::string>& lines, std::string_view marks)
    {
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
    }
    bool mostlyTagged() const { return rows > 0 && words >= 3 * rows && tagged * 10 >= words * 9; }
};

} // namespace

TaggedFiles taggedFiles(const FormatSample& sample, std::string_view marks)
{
    TaggedFiles result;
    size_t known = 0, tagged = 0;
    for (const SampleFile& entry : sample.files) {
        if (!entry.headKnown)
            continue;
        sample.monitor.throwIfStopped();
        std::vector<std::string> lines;
        addLines(entry, lines);
        ++known;
        if (!WordCounts(lines, marks).mostlyTagged()) {
            result.others.insert(entry.file.name);
            continue;
        }
        ++tagged;
        const size_t room = kMostSampleLines - std::min(kMostSampleLines, result.lines.size());
        result.lines.insert(result.lines.end(), lines.begin(),
                            lines.begin()
                                + static_cast<std::ptrdiff_t>(std::min(room, lines.size())));
    }
    return tagged * 5 >= known * 4 && isTaggedText(result.lines, marks) ? result : TaggedFiles();
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

std::vector<std::string_view> columnsOfLine(std::string_view line)
{
    return line.find('\t') == std::string_view::npos ? tokensOf(line) : cellsBetweenTabs(line);
}

bool isDocumentStart(std::string_view line)
{
    return line.starts_with("-DOCSTART-");
}

bool isNoWord(std::string_view id)
{
    const size_t mark = id.find_first_not_of("0123456789");
    return mark != std::string_view::npos && mark > 0 && mark + 1 < id.size()
        && (id[mark] == '-' || id[mark] == '.')
        && id.find_first_not_of("0123456789", mark + 1) == std::string_view::npos;
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

namespace {

/// As many columns as most rows have.
size_t usualWidth(const std::vector<std::string>& lines)
{
    std::map<size_t, size_t> widths;
    for (const std::string& line : lines)
        if (!line.empty() && !isDocumentStart(line))
            ++widths[tokensOf(line).size()];
    const auto most
        = std::max_element(widths.begin(), widths.end(), [](const auto& one, const auto& other) {
              return one.second < other.second;
          });
    return most == widths.end() ? 0 : most->first;
}

} // namespace

bool isConll(const std::vector<std::string>& lines)
{
    constexpr size_t kMostListedTags = 100;
    constexpr std::string_view kSpanMarks = "BIESLU";
    const size_t columns = usualWidth(lines);
    size_t rows = 0, sentences = 0, fitting = 0;
    std::set<std::string, std::less<>> tags, words;
    bool inside = false, marked = false;
    for (const std::string& line : lines) {
        marked = marked || isDocumentStart(line);
        if (line.empty() || isDocumentStart(line)) {
            inside = false;
            continue;
        }
        const auto cells = tokensOf(line);
        if (line.front() == '#' && cells.size() != columns) // A remark.
            continue;
        sentences += inside ? 0 : 1;
        inside = true;
        ++rows;
        if (cells.size() != columns || columns < 2)
            continue;
        ++fitting;
        tags.emplace(cells.back());
        words.emplace(columns > 2 && isDigits(cells.front()) ? cells[1] : cells.front());
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
        && tags.size() <= kMostListedTags && tags.size() * 2 < fitting
        && words.size() > tags.size();
}

bool isTaggedText(const std::vector<std::string>& lines, std::string_view marks)
{
    const WordCounts counts(lines, marks);
    return counts.mostlyTagged() && counts.tags.size() >= 2 && counts.tags.size() <= kMostTags
        && counts.tags.size() * 2 <= counts.tagged;
}

} // namespace core
