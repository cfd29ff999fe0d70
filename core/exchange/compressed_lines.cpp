#include "core/exchange/compressed_lines.h"

#include "core/base/error.h"
#include "core/base/regular_file.h"

namespace core {

namespace {

constexpr size_t kReadBytes = size_t{1} << 18;
constexpr size_t kLongestLine = size_t{4} << 20;

} // namespace

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

} // namespace core
