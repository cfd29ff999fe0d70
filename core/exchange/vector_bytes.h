#pragma once

#include "core/data/source/archive_reader.h"

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace core {

/// The bytes of one file, plain or compressed (.gz, .bz2, .xz, .zst), from the first to the last;
/// with the limits of ArchiveReader.
class VectorBytes {
public:
    /// @throws Error{FileMissing}; Error{FileMalformed} for an archive of several files.
    explicit VectorBytes(const std::filesystem::path& path);

    /// The next `count` bytes, fewer only at the end, without passing them; valid until the next
    /// call. @throws Error{FileMalformed} for a damaged compressed file, or one that unpacks to far
    /// more than it holds.
    std::string_view ahead(size_t count);
    /// Passes bytes. @pre ahead() has just returned as many.
    void pass(size_t count) { m_position += count; }

    /// The next line without its end (LF or CR LF), which is passed; valid until the next call.
    /// False at the end. @throws as ahead(), and for a line over 4 MB.
    bool nextLine(std::string_view& line);

    /// Read so far, 0 to 1, in bytes of the file.
    double fraction() const;
    const std::filesystem::path& path() const { return m_path; }
    uint64_t fileBytes() const { return m_fileSize; } ///< As it lies on the disk.
    bool isPlain() const { return m_isPlain; } ///< Not compressed.

private:
    bool fill();

    std::filesystem::path m_path;
    uint64_t m_fileSize = 0;
    bool m_isPlain = true;
    ArchiveReader m_archive;
    std::string m_buffer;
    size_t m_position = 0; ///< The next byte in m_buffer.
    int64_t m_lineNumber = 0;
    bool m_ended = false;
};

// Lines of text.

std::string_view withoutBlanks(std::string_view text); ///< At both ends.
/// Takes the last field off `text`; empty when there is none.
std::string_view takeLastField(std::string_view& text);
/// The finite number that is the whole of `field`.
std::optional<float> floatIn(std::string_view field);

/// The first line "count dimension" of word2vec and fastText.
struct VectorHeader {
    int64_t count = 0, dimension = 0;
};
std::optional<VectorHeader> vectorHeader(std::string_view line);

/// Whether a line is a word, which may hold blanks, and `dimension` numbers.
bool isVectorLine(std::string_view line, int64_t dimension);

} // namespace core
