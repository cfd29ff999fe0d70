#pragma once

#include "core/data/source/archive_reader.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace core {

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
    size_t m_position = 0; ///< Of what next() has not yet given, in m_buffer.
    int64_t m_lineNumber = 0;
    bool m_ended = false;
};

} // namespace core
