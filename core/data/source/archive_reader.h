#pragma once

#include "core/data/source/byte_stream.h"
#include "core/data/source/packed_input.h"
#include "core/data/source/read_progress.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

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

/// The current member of an archive.
class MemberStream : public ByteStream {
public:
    MemberStream(ArchiveReader& reader, ReadProgress& progress)
        : m_reader(reader), m_progress(progress)
    {
    }
    std::string_view next() override
    {
        // Small members are many: the buffer is made when the first byte is asked for.
        m_buffer.resize(kBlockBytes);
        const uint64_t before = m_reader.consumedBytes();
        const size_t count = m_reader.read(m_buffer.data(), m_buffer.size());
        const uint64_t after = m_reader.consumedBytes();
        m_progress.advance(after > before ? after - before : 0);
        return {m_buffer.data(), count};
    }

private:
    ArchiveReader& m_reader;
    ReadProgress& m_progress;
    std::vector<char> m_buffer;
};

} // namespace core
