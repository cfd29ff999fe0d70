#include "core/exchange/compressed_lines.h"

#include "core/base/error.h"

#include <archive.h>
#include <archive_entry.h>

namespace core {

namespace {

constexpr size_t kBlockBytes = size_t{1} << 18;
constexpr size_t kLongestLine = size_t{4} << 20;

} // namespace

CompressedLines::CompressedLines(const std::filesystem::path& path)
    : m_path(path), m_archive(archive_read_new(), archive_read_free)
{
    std::error_code error;
    m_fileSize = std::filesystem::file_size(path, error);
    archive_read_support_filter_all(m_archive.get());
    archive_read_support_format_raw(m_archive.get());
    archive_read_support_format_empty(m_archive.get());
    if (error
        || archive_read_open_filename(m_archive.get(), path.c_str(), kBlockBytes) != ARCHIVE_OK)
        throw Error(ErrorCode::FileMissing, {"%1 cannot be read.", {path.string()}},
                    {"Check that it exists, that it is a file and that you may read it.", {}},
                    error ? error.message() : archive_error_string(m_archive.get()));
    archive_entry* entry = nullptr;
    m_ended = archive_read_next_header(m_archive.get(), &entry) != ARCHIVE_OK;
}

bool CompressedLines::fill()
{
    if (m_ended)
        return false;
    m_buffer.erase(0, m_position);
    m_position = 0;
    const size_t kept = m_buffer.size();
    m_buffer.resize(kept + kBlockBytes);
    const la_ssize_t count
        = archive_read_data(m_archive.get(), m_buffer.data() + kept, kBlockBytes);
    if (count < 0)
        throw Error(ErrorCode::FileMalformed,
                    {"%1 is damaged: it cannot be unpacked after line %2.",
                     {m_path.string(), std::to_string(m_lineNumber)}},
                    {"Download or copy the file again.", {}},
                    archive_error_string(m_archive.get()));
    m_buffer.resize(kept + static_cast<size_t>(count));
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
                        {"%1 is no text file of word vectors: its line %2 is longer than 4 MB.",
                         {m_path.string(), std::to_string(m_lineNumber + 1)}},
                        {"Choose a text file with one word and its numbers a line; word2vec's "
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
    const auto read = static_cast<double>(archive_filter_bytes(m_archive.get(), -1));
    return m_fileSize == 0 ? 1.0 : std::min(1.0, read / static_cast<double>(m_fileSize));
}

} // namespace core
