#include "core/data/formats/dialect_guess.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

namespace core {

namespace {

constexpr size_t kSampleRecords = 2000;
/// A line of delimiters only is many cells.
constexpr size_t kSampleCells = 500'000;

struct Tally {
    size_t records = 0, faults = 0, allQuoted = 0, quoted = 0, cells = 0;
    std::vector<std::vector<std::string>> rows;
    bool needed = false;
};

void takeHead(const SampleFile& entry, Dialect dialect, Tally& tally)
{
    MemoryStream stream(entry.head);
    LineReader lines(stream);
    DelimitedReader reader(lines, dialect);
    DelimitedRecord record;
    while (tally.records < kSampleRecords && tally.cells < kSampleCells && reader.next(record)) {
        // Cut off by the head's end, not by a fault of the file.
        if (record.reachedEnd && !entry.whole)
            return;
        ++tally.records;
        if (record.fault != RecordFault::None) {
            ++tally.faults;
            continue;
        }
        tally.cells += record.cells.size();
        tally.quoted += record.quotedCells > 0 ? 1 : 0;
        tally.allQuoted += record.quotedCells == record.cells.size() ? 1 : 0;
        tally.needed |= record.quotingNeeded;
        auto& row = tally.rows.emplace_back();
        for (const std::string_view cell : record.cells)
            row.emplace_back(cell.substr(0, kLongestSampleCell));
    }
}

size_t mostFrequentWidth(const Tally& tally)
{
    std::map<size_t, size_t> counts;
    for (const auto& row : tally.rows)
        ++counts[row.size()];
    const auto most
        = std::max_element(counts.begin(), counts.end(),
                           [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == counts.end() ? 0 : most->first;
}

size_t widest(const Tally& tally)
{
    size_t width = 0;
    for (const auto& row : tally.rows)
        width = std::max(width, row.size());
    return width;
}

/// A column that is empty in every row stands behind a delimiter too many.
size_t withoutEmptyEnd(const Tally& tally, size_t width)
{
    while (width > 1 && std::all_of(tally.rows.begin(), tally.rows.end(), [width](const auto& row) {
               return row.size() < width || row[width - 1].empty();
           }))
        --width;
    return width;
}

bool fits(const std::vector<std::string>& row, size_t width)
{
    return row.size() >= width
        && std::all_of(row.begin() + static_cast<std::ptrdiff_t>(width), row.end(),
                       [](const std::string& cell) { return cell.empty(); });
}

char usualDelimiter(const FormatSample& sample)
{
    const std::string extension = sample.files.empty()
        ? std::string()
        : std::filesystem::path(sample.files.front().file.name).extension().string();
    return extension == ".tsv" || extension == ".tab" ? '\t' : ',';
}

/// The delimiter that the first file states, if it is one that tables are read with.
std::optional<char> delimiterStatedIn(const FormatSample& sample)
{
    if (sample.files.empty())
        return std::nullopt;
    const std::string_view head = sample.files.front().head;
    std::string_view first = head.substr(0, head.find('\n'));
    if (first.ends_with('\r'))
        first.remove_suffix(1);
    const auto stated = statedDelimiter(first);
    return stated && std::string_view(",\t;|").find(*stated) != std::string_view::npos
        ? stated
        : std::nullopt;
}

/// Between reading `delimiter`'s columns with and without quoting.
DialectTrial withBetterQuoting(const FormatSample& sample, char delimiter)
{
    DialectTrial quoted = tryDialect(sample, {delimiter, Quoting::Rfc4180});
    DialectTrial plain = tryDialect(sample, {delimiter, Quoting::None});
    // Files between tabs rarely quote, and their quotes are often literal; a sample without any
    // says nothing about the rest.
    const bool byTab = delimiter == '\t';
    const bool useQuotes
        = quoted.consistency >= plain.consistency && (!byTab || quoted.quotingNeeded);
    DialectTrial single = tryDialect(sample, {delimiter, Quoting::Single});
    const double others = std::max(quoted.consistency, plain.consistency);
    // An apostrophe at the beginning of a cell is no quote; where nearly all rows have a cell
    // between two, they are.
    const bool useSingle = single.quotedShare >= 0.8
        && (single.consistency > others || (single.consistency == others && single.columns >= 2));
    return useSingle ? single : useQuotes ? quoted : plain;
}

} // namespace

DialectTrial tryDialect(const FormatSample& sample, Dialect dialect)
{
    Tally tally;
    for (const SampleFile& entry : sample.files)
        if (entry.headKnown) {
            sample.monitor.throwIfStopped();
            takeHead(entry, dialect, tally);
        }
    DialectTrial trial{.dialect = dialect, .rows = {}};
    const bool ragged = isRagged(dialect);
    trial.columns = withoutEmptyEnd(tally, ragged ? widest(tally) : mostFrequentWidth(tally));
    size_t good = 0;
    for (auto& row : tally.rows) {
        if (ragged)
            row.resize(trial.columns);
        if (fits(row, trial.columns)) {
            ++good;
            row.resize(trial.columns);
            trial.rows.push_back(std::move(row));
        }
    }
    trial.consistency = tally.records == 0 ? 0.0 : double(good) / double(tally.records);
    trial.quotedShare = tally.records == 0 ? 0.0 : double(tally.quoted) / double(tally.records);
    trial.quotingNeeded = tally.needed || (tally.allQuoted > 1 && tally.allQuoted == tally.records);
    return trial;
}

DialectTrial guessDialect(const FormatSample& sample, std::optional<char> delimiter,
                          std::optional<Quoting> quoting)
{
    std::array<char, 4> delimiters{',', '\t', ';', '|'};
    const auto usual = std::find(delimiters.begin(), delimiters.end(), usualDelimiter(sample));
    std::rotate(delimiters.begin(), usual, usual + 1);
    if (!delimiter)
        delimiter = delimiterStatedIn(sample);
    std::optional<DialectTrial> best;
    for (const char candidate : delimiters) {
        if (delimiter && candidate != delimiters.front())
            break;
        const char used = delimiter.value_or(candidate);
        DialectTrial trial
            = quoting ? tryDialect(sample, {used, *quoting}) : withBetterQuoting(sample, used);
        const auto value
            = [](const DialectTrial& t) { return t.columns >= 2 ? t.consistency : 0.0; };
        if (!best || value(trial) > value(*best))
            best = std::move(trial);
    }
    return std::move(*best);
}

} // namespace core
