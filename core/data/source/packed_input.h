#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct archive;
struct z_stream_s;

namespace core {

/// The bytes of a file for libarchive; those of a gzip file unpacked. zlib does that and not
/// libarchive, which passes over the check sum at the end: a damaged .gz would be read as if it
/// were whole.
class PackedInput {
public:
    /// @throws Error{FileMissing} when the file cannot be opened.
    explicit PackedInput(const std::filesystem::path& path);
    ~PackedInput();
    PackedInput(const PackedInput&) = delete;
    PackedInput& operator=(const PackedInput&) = delete;

    /// Makes `handle` read from here. @pre this lives longer. @return libarchive's code.
    int open(archive* handle);

    /// Bytes of the file taken so far.
    uint64_t consumedBytes() const { return m_consumed; }

private:
    struct EndInflate {
        void operator()(z_stream_s* stream) const;
    };
    struct CloseFile {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };

    bool fill();
    /// The next bytes; empty at the end. A damage stands in m_fault then.
    std::string_view next();
    std::string_view unpacked();
    bool beginsAnother();

    std::unique_ptr<std::FILE, CloseFile> m_file;
    std::unique_ptr<z_stream_s, EndInflate> m_inflate; ///< Null for what is no gzip file.
    std::vector<char> m_buffer, m_unpacked;
    std::string_view m_rest; ///< The part of m_buffer that is still packed.
    uint64_t m_consumed = 0;
    bool m_ended = false;
    std::string m_fault;
};

} // namespace core
