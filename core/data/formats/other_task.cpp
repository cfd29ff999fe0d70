#include "core/data/formats/other_task.h"

#include "core/data/line_reader.h"
#include "core/data/utf8.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace core {

namespace {

constexpr size_t kSampleLines = 2000;

/// The lines of the sample's heads, empty ones among them.
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

/// The words of a line.
std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> words;
    while (!(line = trimmed(line)).empty()) {
        const size_t end = std::min(line.find_first_of(" \t"), line.size());
        words.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
    return words;
}

/// Ten columns between tabs, numbered words, remarks behind "#".
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

/// One word and its tags a line, sentences between empty lines: as many columns in each, none with
/// a space, and the last one with few values.
bool isConll(const std::vector<std::string>& lines)
{
    constexpr size_t kMostTags = 100;
    size_t rows = 0, sentences = 0, fitting = 0, columns = 0;
    std::set<std::string, std::less<>> tags, first;
    bool inside = false;
    for (const std::string& line : lines) {
        if (line.empty()) {
            inside = false;
            continue;
        }
        sentences += inside ? 0 : 1;
        inside = true;
        const auto words = wordsOf(line);
        columns = rows++ == 0 ? words.size() : columns;
        if (words.size() != columns || words.size() < 2)
            continue;
        ++fitting;
        tags.emplace(words.back());
        first.emplace(words.front());
    }
    // Empty lines between all rows, or none, are those of a list.
    return sentences >= 2 && rows >= 2 * sentences + sentences / 2 && fitting * 20 >= rows * 19
        && tags.size() <= kMostTags && tags.size() * 2 < fitting && first.size() > tags.size();
}

/// The tag of "word/TAG" or "word_TAG", or nothing.
std::string_view tagOf(std::string_view word)
{
    const size_t mark = word.find_last_of("/_");
    if (mark == std::string_view::npos || mark == 0 || mark + 1 == word.size()
        || word.size() - mark > 9)
        return {};
    const std::string_view tag = word.substr(mark + 1);
    const bool letters = std::all_of(tag.begin(), tag.end(), [](unsigned char c) {
        return std::isupper(c) != 0 || std::ispunct(c) != 0 || std::isdigit(c) != 0;
    });
    return letters ? tag : std::string_view();
}

bool isTaggedText(const std::vector<std::string>& lines)
{
    size_t words = 0, tagged = 0, rows = 0;
    std::set<std::string, std::less<>> tags;
    for (const std::string& line : lines) {
        rows += line.empty() ? 0 : 1;
        for (const std::string_view word : wordsOf(line)) {
            ++words;
            if (const std::string_view tag = tagOf(word); !tag.empty()) {
                ++tagged;
                tags.emplace(tag);
            }
        }
    }
    return words >= 3 * rows && tagged * 10 >= words * 9 && tags.size() >= 2 && tags.size() <= 100
        && tags.size() * 2 <= tagged;
}

} // namespace

Message otherTask(const FormatSample& sample)
{
    const std::vector<std::string> lines = sampleLines(sample);
    const char* kind = isConllU(lines) ? "CoNLL-U"
        : isConll(lines)               ? "CoNLL"
        : isTaggedText(lines)          ? "word/tag"
                                       : nullptr;
    if (!kind)
        return {};
    return {"%1 holds words with tags (%2), for tagging each word. The program classifies and "
            "translates whole texts: it needs one label for each text, such as a table with a text "
            "column and a label column.",
            {nameOf(sample), kind}};
}

Message missingLabels(const FormatSample& sample)
{
    size_t rows = 0, single = 0, words = 0;
    for (const std::string& line : sampleLines(sample)) {
        const size_t count = wordsOf(line).size();
        rows += count > 0 ? 1 : 0;
        single += count == 1 ? 1 : 0;
        words += count;
    }
    if (rows > 1 && single * 10 >= rows * 9)
        return {"%1 is a list of words without labels. Put the words of each class into a file of "
                "its own that has the name of the class (names/Arabic.txt), or write the label "
                "beside each word.",
                {nameOf(sample)}};
    if (rows > 0 && words >= 5 * rows)
        return {"%1 looks like running text without labels. Each text needs one: a label column in "
                "a table, a folder or a file for each class, or a label at the beginning of each "
                "line. If there are labels, choose the format and its columns.",
                {nameOf(sample)}};
    return {"No labels were found beside the texts. Each text needs one: a label column in a "
            "table, a folder or a file for each class, or a label at the beginning of each line. "
            "If there are labels, choose the format and its columns.",
            {}};
}

} // namespace core
