#include "core/exchange/vectors.h"

#include "core/base/error.h"
#include "core/base/regular_file.h"
#include "core/data/source/archive_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace core {

namespace {

/// The lines of a text file, plain or compressed (.gz, .bz2, .xz, .zst), one after the other; with
/// the limits of ArchiveReader.
class CompressedLines {
public:
    /// @throws Error{FileMissing}; Error{FileMalformed} for an archive of several files.
    explicit CompressedLines(const std::filesystem::path& path);

    /// The next line without its end (LF or CR LF); valid until the next call. False at the end.
    /// @throws Error{FileMalformed} for a damaged compressed file, one that unpacks to far more
    /// than it holds, or a line over 4 MB.
    bool next(std::string_view& line);

    /// Read so far, 0 to 1, in bytes of the file.
    double fraction() const;
    /// Line breaks passed so far.
    int64_t lineNumber() const { return m_lineNumber; }

private:
    bool fill();

    std::filesystem::path m_path;
    uint64_t m_fileSize = 0;
    ArchiveReader m_archive;
    std::string m_buffer;
    size_t m_position = 0; ///< The next line in m_buffer.
    int64_t m_lineNumber = 0;
    bool m_ended = false;
};

constexpr size_t kReadBytes = size_t{1} << 18;
constexpr size_t kLongestLine = size_t{4} << 20;

CompressedLines::CompressedLines(const std::filesystem::path& path)
    : m_path(path), m_fileSize(RegularFile(path).size()), m_archive(path)
{
    ArchiveReader::Member member;
    m_ended = !m_archive.next(member);
    if (!m_ended && m_archive.isContainer())
        throw Error(ErrorCode::FileMalformed,
                    {"%1 is an archive; word vectors are read from one text file or its .gz.",
                     {path.string()}},
                    {"Unpack it, and choose the file.", {}});
}

bool CompressedLines::fill()
{
    if (m_ended)
        return false;
    m_buffer.erase(0, m_position);
    m_position = 0;
    const size_t kept = m_buffer.size();
    m_buffer.resize(kept + kReadBytes);
    const size_t count = m_archive.read(m_buffer.data() + kept, kReadBytes);
    m_buffer.resize(kept + count);
    m_ended = count == 0;
    return !m_ended;
}

bool CompressedLines::next(std::string_view& line)
{
    size_t searched = m_position;
    size_t end = 0;
    while ((end = m_buffer.find('\n', searched)) == std::string::npos) {
        if (m_buffer.size() - m_position > kLongestLine)
            throw Error(ErrorCode::FileMalformed,
                        {"%1 is not a text file of word vectors: its line %2 is longer than 4 MB.",
                         {m_path.string(), std::to_string(m_lineNumber + 1)}},
                        {"Choose a text file with one word and its numbers per line; word2vec's "
                         "binary files must be converted first.",
                         {}});
        searched = m_buffer.size() - m_position;
        if (!fill()) {
            end = m_buffer.size();
            break;
        }
    }
    if (m_position >= m_buffer.size())
        return false;
    line = std::string_view(m_buffer).substr(m_position, end - m_position);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    m_position = std::min(end + 1, m_buffer.size());
    ++m_lineNumber;
    return true;
}

double CompressedLines::fraction() const
{
    const auto read = static_cast<double>(m_archive.consumedBytes());
    return m_fileSize == 0 ? 1.0 : std::min(1.0, read / static_cast<double>(m_fileSize));
}

constexpr size_t kPeekedLines = 16; ///< Enough to outvote a ragged line or two at the start.
constexpr int64_t kLinesBetweenReports = 4096;

bool isSpace(char character)
{
    return character == ' ' || character == '\t';
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    while (!text.empty() && isSpace(text.front()))
        text.remove_prefix(1);
    return text;
}

/// Takes the last field off `text`; empty when there is none.
std::string_view takeLastField(std::string_view& text)
{
    while (!text.empty() && isSpace(text.back()))
        text.remove_suffix(1);
    size_t begin = text.size();
    while (begin > 0 && !isSpace(text[begin - 1]))
        --begin;
    const std::string_view field = text.substr(begin);
    text = text.substr(0, begin);
    return field;
}

int64_t fieldCount(std::string_view text)
{
    int64_t count = 0;
    while (!takeLastField(text).empty())
        ++count;
    return count;
}

template <class Number> std::optional<Number> numberIn(std::string_view field)
{
    Number number{};
    if (field.starts_with('+'))
        field.remove_prefix(1);
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
    if (end != field.data() + field.size() || field.empty())
        return {};
    if (error == std::errc::result_out_of_range && std::is_same_v<Number, float>) {
        const auto wide = numberIn<double>(field); // too small for a float: nearly zero
        return wide ? std::optional(static_cast<Number>(*wide)) : std::nullopt;
    }
    return error == std::errc() ? std::optional(number) : std::nullopt;
}

/// Without a mark of UTF-8.
std::vector<std::string> firstLines(CompressedLines& lines)
{
    std::vector<std::string> first;
    std::string_view line;
    while (first.size() < kPeekedLines && lines.next(line))
        first.emplace_back(line);
    if (!first.empty() && first.front().starts_with("\xEF\xBB\xBF"))
        first.front().erase(0, 3);
    return first;
}

/// The dimension in a first line "count dimension" of word2vec and fastText.
std::optional<int64_t> headerDimension(std::string_view line)
{
    const std::string_view second = takeLastField(line), first = takeLastField(line);
    const auto dimension = numberIn<int64_t>(second);
    const bool isHeader
        = dimension && *dimension > 0 && numberIn<int64_t>(first) && trimmed(line).empty();
    return isHeader ? dimension : std::nullopt;
}

int64_t commonDimension(const std::vector<std::string>& lines)
{
    std::map<int64_t, int64_t> counts;
    for (const std::string& line : lines)
        ++counts[fieldCount(line) - 1];
    return std::max_element(counts.begin(), counts.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
}

/// Whether a line is a word, which may hold blanks, and `dimension` numbers.
bool isVector(std::string_view line, int64_t dimension)
{
    for (int64_t i = 0; i < dimension; ++i)
        if (!numberIn<float>(takeLastField(line)))
            return false;
    return !trimmed(line).empty();
}

/// Reads one file into one table.
class VectorReader {
public:
    VectorReader(const std::filesystem::path& path, const std::vector<std::string>& words,
                 int64_t dimension)
        : m_path(path), m_lines(path)
    {
        m_table.dimension = dimension;
        m_table.values.resize(words.size() * static_cast<size_t>(dimension));
        m_table.covered.resize(words.size());
        m_rows.reserve(words.size());
        for (size_t i = 0; i < words.size(); ++i)
            m_rows.emplace(words[i], i);
    }

    VectorTable read(const Monitor& monitor)
    {
        peek();
        for (const std::string& line : m_peeked)
            take(line);
        std::string_view line;
        while (m_lines.next(line)) {
            take(line);
            if (m_lines.lineNumber() % kLinesBetweenReports == 0) {
                monitor.throwIfStopped();
                monitor.report({{"Reading word vectors from %1", {m_path.filename().string()}},
                                m_lines.fraction()});
            }
        }
        monitor.throwIfStopped();
        if (m_table.fileWords == 0)
            throwNoVectors();
        return std::move(m_table);
    }

    /// The first `most` words of the file.
    std::vector<std::string> readWords(size_t most, const Monitor& monitor)
    {
        m_mostWords = most;
        read(monitor);
        return std::move(m_words);
    }

private:
    /// Reads the first lines, recognises a header and checks the dimension.
    void peek()
    {
        m_peeked = firstLines(m_lines);
        if (m_peeked.empty() || m_peeked.front().starts_with("PK\3\4"))
            throwNoVectors();
        const auto header = headerDimension(m_peeked.front());
        if (header)
            m_peeked.erase(m_peeked.begin());
        const int64_t found = header ? *header : commonDimension(m_peeked);
        if (found < 1)
            throwNoVectors();
        if (found != m_table.dimension)
            throwWrongDimension(found);
    }

    /// Splits a line into its word, which may hold spaces, and the text of its vector.
    /// @return the vector's text; empty when the line is no vector.
    std::string_view split(std::string_view line, std::string_view& word) const
    {
        line = trimmed(line);
        const auto spaces = std::count_if(line.begin(), line.end(), isSpace);
        const size_t firstSpace = std::min(line.find_first_of(" \t"), line.size());
        if (spaces == m_table.dimension) { // the common case, without a look at each field
            word = line.substr(0, firstSpace);
            return line.substr(firstSpace);
        }
        std::string_view rest = line;
        for (int64_t i = 0; i < m_table.dimension; ++i) {
            if (takeLastField(rest).empty())
                return {};
        }
        word = trimmed(rest);
        std::string_view before = rest;
        const bool several = word.find_first_of(" \t") != std::string_view::npos;
        // A number left before the vector is a line with too many of them, not a word of several.
        if (word.empty() || (several && numberIn<float>(takeLastField(before))))
            return {};
        return line.substr(rest.size());
    }

    void take(std::string_view line)
    {
        if (trimmed(line).empty())
            return;
        std::string_view word;
        const std::string_view vector = split(line, word);
        if (vector.empty()) {
            ++m_table.skippedLines;
            return;
        }
        const auto row = m_rows.find(word);
        const bool wanted = row != m_rows.end() && !m_table.covered[row->second];
        if (wanted && !parse(vector, row->second)) {
            ++m_table.skippedLines;
            return;
        }
        ++m_table.fileWords;
        if (m_words.size() < m_mostWords)
            m_words.emplace_back(word);
        if (wanted) {
            m_table.covered[row->second] = true;
            ++m_table.coveredCount;
        }
    }

    /// Fills a row; false, with the row zero again, when a field is no finite number.
    bool parse(std::string_view vector, size_t row)
    {
        const auto begin
            = m_table.values.begin() + static_cast<std::ptrdiff_t>(row) * m_table.dimension;
        for (int64_t i = m_table.dimension; i-- > 0;) {
            const auto value = numberIn<float>(takeLastField(vector));
            if (!value || !std::isfinite(*value)) {
                std::fill_n(begin, m_table.dimension, 0.0F);
                return false;
            }
            begin[i] = *value;
        }
        return true;
    }

    [[noreturn]] void throwWrongDimension(int64_t found) const
    {
        const std::string have = std::to_string(found), asked = std::to_string(m_table.dimension);
        throw Error(ErrorCode::BadSetting,
                    {"The vectors in %1 have %2 dimensions, but the embedding has %3.",
                     {m_path.string(), have, asked}},
                    {"Set the embedding's dimension to %1, or choose a file of %2-dimensional "
                     "vectors.",
                     {have, asked}});
    }

    [[noreturn]] void throwNoVectors() const
    {
        throw Error(ErrorCode::FileMalformed, {"%1 holds no word vectors.", {m_path.string()}},
                    {"Choose a text file (or its .gz) with one word and its numbers per line. "
                     "Unpack a .zip first; word2vec's binary files must be converted to text.",
                     {}});
    }

    std::filesystem::path m_path;
    CompressedLines m_lines;
    VectorTable m_table;
    std::unordered_map<std::string_view, size_t> m_rows; ///< Rows of the vocabulary.
    std::vector<std::string> m_peeked;
    std::vector<std::string> m_words; ///< The file's first ones,
    size_t m_mostWords = 0; ///< as many as are asked for.
};

} // namespace

std::optional<int64_t> vectorDimension(const std::filesystem::path& path)
{
    constexpr size_t kFewestLines = 5;
    constexpr int64_t kFewestNumbers = 20; // A table has fewer beside its texts.
    try {
        CompressedLines file(path);
        std::vector<std::string> lines = firstLines(file);
        if (lines.size() < 2)
            return std::nullopt;
        const auto header = headerDimension(lines.front());
        if (header)
            lines.erase(lines.begin());
        const int64_t dimension = header ? *header : commonDimension(lines);
        const bool enough = header || (dimension >= kFewestNumbers && lines.size() >= kFewestLines);
        const bool all = std::all_of(lines.begin(), lines.end(), [&](const std::string& line) {
            return isVector(line, dimension);
        });
        return enough && all ? std::optional(dimension) : std::nullopt;
    } catch (const Error&) {
        return std::nullopt;
    }
}

VectorTable loadVectors(const std::filesystem::path& path, const std::vector<std::string>& words,
                        int64_t dimension, const Monitor& monitor)
{
    return VectorReader(path, words, dimension).read(monitor);
}

std::vector<std::string> vectorWords(const std::filesystem::path& path, int64_t dimension,
                                     size_t most, const Monitor& monitor)
{
    return VectorReader(path, {}, dimension).readWords(most, monitor);
}

} // namespace core
