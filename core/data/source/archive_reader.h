#pragma once

#include "core/data/source/packed_input.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

struct archive;
struct archive_entry;

namespace core {

/// Reads .zip, .tar (plain or compressed) and single compressed files (.gz, .bz2, .xz, .zst)
/// without ever writing anything to disk.
///
/// A file that unpacks to far more than it holds is refused: see checkExpansion(). Check sums are
/// checked where a member, or a tar archive, is read to its end.
class ArchiveReader {
public:
    enum class MemberKind { File, Folder, Link, Special };
    struct Member {
        std::string name; ///< As stored, with '/' between folders.
        uint64_t bytes = 0; ///< As declared; 0 when the archive does not say.
        MemberKind kind = MemberKind::File;
    };

    /// True when the first bytes of the file at `path` say that this class must read it.
    /// @throws Error{FileMissing} when the file cannot be opened.
    static bool reads(const std::filesystem::path& path);

    /// @throws Error{FileMissing, FileMalformed}.
    explicit ArchiveReader(const std::filesystem::path& path);

    /// Goes to the next member; false after the last.
    /// @throws Error{FileMalformed} when the archive is damaged, asks for a password or expands
    /// beyond the limits.
    bool next(Member& member);

    /// Up to `size` bytes of the current member; 0 at its end. @throws as next().
    size_t read(char* buffer, size_t size);

    /// False for a single compressed file. @pre next() was called.
    bool isContainer() const;

    /// Bytes of the file on disk taken so far.
    uint64_t consumedBytes() const;

private:
    struct Close {
        void operator()(archive* handle) const;
    };

    void checkExpansion(uint64_t bytes) const;
    [[noreturn]] void fail() const;

    PackedInput m_input;
    std::unique_ptr<archive, Close> m_archive; ///< Reads from m_input.
    std::string m_name; ///< The archive's own, for sentences.
    uint64_t m_fileBytes = 0;
    uint64_t m_declaredBytes = 0; ///< The sizes of all members so far by their headers.
    uint64_t m_readBytes = 0; ///< The bytes read of all members so far.
};

} // namespace core
