#include "core/exchange/vector_bytes.h"

#include "core/base/error.h"
#include "core/base/regular_file.h"

#include <algorithm>
#include <charconv>

namespace core {

namespace {

constexpr size_t kReadBytes = size_t{1} << 18;
constexpr size_t kLongestLine = size_t{4} << 20;

bool isBlank(char character)
{
    return character == ' ' || character == '\t';
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

} // namespace

VectorBytes::VectorBytes(const std::filesystem::path& path)
    : m_path(path)
    , m_fileSize(RegularFile(path).size())
    , m_isPlain(!ArchiveReader::reads(path))
    , m_archive(path)
{
    ArchiveReader::Member member;
    m_ended = !m_archive.next(member);
    if (!m_ended && m_archive.isContainer())
        throw Error(
            ErrorCode::FileMalformed,
            {"%1 is an archive; word vectors are read from one file or its .gz.", {path.string()}},
            {"Unpack it, and choose the file.", {}});
}

bool VectorBytes::fill()
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

std::string_view VectorBytes::ahead(size_t count)
{
    while (m_buffer.size() - m_position < count && fill()) { }
    return std::string_view(m_buffer).substr(m_position, count);
}

bool VectorBytes::nextLine(std::string_view& line)
{
    size_t searched = m_position;
    size_t end = 0;
    while ((end = m_buffer.find('\n', searched)) == std::string::npos) {
        if (m_buffer.size() - m_position > kLongestLine)
            throw Error(ErrorCode::FileMalformed,
                        {"%1 is not a file of word vectors: its line %2 is longer than 4 MB.",
                         {m_path.string(), std::to_string(m_lineNumber + 1)}},
                        {"Choose a text file with one word and its numbers per line, or a binary "
                         "file of word2vec or fastText.",
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

double VectorBytes::fraction() const
{
    const auto read = static_cast<double>(m_archive.consumedBytes());
    return m_fileSize == 0 ? 1.0 : std::min(1.0, read / static_cast<double>(m_fileSize));
}

std::string_view withoutBlanks(std::string_view text)
{
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    return text;
}

std::string_view takeLastField(std::string_view& text)
{
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    size_t begin = text.size();
    while (begin > 0 && !isBlank(text[begin - 1]))
        --begin;
    const std::string_view field = text.substr(begin);
    text = text.substr(0, begin);
    return field;
}

std::optional<float> floatIn(std::string_view field)
{
    const auto number = numberIn<float>(field);
    return number && std::isfinite(*number) ? number : std::nullopt;
}

std::optional<VectorHeader> vectorHeader(std::string_view line)
{
    const auto dimension = numberIn<int64_t>(takeLastField(line));
    const auto count = numberIn<int64_t>(takeLastField(line));
    if (!dimension || *dimension < 1 || !count || *count < 0 || !withoutBlanks(line).empty())
        return {};
    return VectorHeader{*count, *dimension};
}

bool isVectorLine(std::string_view line, int64_t dimension)
{
    for (int64_t i = 0; i < dimension; ++i)
        if (!numberIn<float>(takeLastField(line)))
            return false;
    return !withoutBlanks(line).empty();
}

} // namespace core
