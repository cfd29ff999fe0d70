#pragma once

#include "core/base/regular_file.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace core {

/// The bytes of a file as memory that can be read: the machine fetches them when they are touched
/// and may drop them at any time. From where the file has been shortened meanwhile, or cannot be
/// read, the bytes are zeros instead of the end of the program, and throwIfCut() throws.
class MappedFile {
public:
    /// @param size  at most the file's. @throws Error{FileMissing} when it cannot be mapped.
    MappedFile(const FileDescriptor& file, size_t size, const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    /// After reading, before what was read is used for good; costs nothing. Any thread.
    /// @throws Error{FileMissing} when a file that is mapped at present lost bytes.
    static void throwIfCut();

    std::string_view bytes() const { return {static_cast<const char*>(m_begin), m_size}; }

private:
    void* m_begin = nullptr;
    size_t m_size = 0;
    std::filesystem::path m_path; ///< For sentences.
};

/// Drops whole pages of `bytes`, which are a part of a mapped file, from this process's memory.
void releaseMapped(std::string_view bytes);

/// Bytes that are written once, from the first to the last, and read then: in memory while they are
/// few, else in a file without a name that goes with the last reader. Where no file can be had they
/// stay in memory.
class GrowingBytes {
public:
    /// From so many bytes on they are written to a file.
    static constexpr size_t kFew = size_t{16} << 20;

    /// @param folder  where the file is to be; empty: none.
    explicit GrowingBytes(std::filesystem::path folder) : m_folder(std::move(folder)) { }

    void append(std::string_view bytes);
    size_t size() const { return m_written + m_waiting.size(); }

    /// The appended data, valid while it is held.
    struct Finished {
        std::shared_ptr<const void> owner;
        std::string_view bytes;
        bool mapped = false;
    };
    Finished finish();

private:
    void spill();
    bool open();
    void takeBack();

    std::filesystem::path m_folder;
    FileDescriptor m_file;
    bool m_inMemory = false; ///< A file was tried for and could not be had.
    size_t m_written = 0; ///< To the file.
    std::string m_waiting; ///< The rest.
};

} // namespace core
