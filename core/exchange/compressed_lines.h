#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

struct archive;

namespace core {

/// The lines of a text file, plain or compressed (.gz, .bz2, .xz, .zst), one after the other.
class CompressedLines {
public:
    /// @throws Error{FileMissing}.
    explicit CompressedLines(const std::filesystem::path& path);

    /// The next line without its end (LF or CR LF); valid until the next call. False at the end.
    /// @throws Error{FileMalformed} for a damaged compressed file or a line over 4 MB.
    bool next(std::string_view& line);

    /// Read so far, 0 to 1, in bytes of the file.
    double fraction() const;
    /// Line breaks passed so far.
    int64_t lineNumber() const { return m_lineNumber; }

private:
    bool fill();

    std::filesystem::path m_path;
    std::unique_ptr<archive, int (*)(archive*)> m_archive;
    uint64_t m_fileSize = 0;
    std::string m_buffer;
    size_t m_position = 0; ///< Of what next() has not yet given, in m_buffer.
    int64_t m_lineNumber = 0;
    bool m_ended = false;
};

} // namespace core
