#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <utility>

namespace core {

/// What to do with a path whose last part is a symbolic link. Users may name links; in a folder
/// that somebody else has made a link could lead anywhere.
enum class Links { Follow, Refuse };

/// Closes its descriptor when it goes out of scope.
class FileDescriptor {
public:
    explicit FileDescriptor(int value = -1) : m_value(value) { }
    FileDescriptor(FileDescriptor&& other) noexcept : m_value(other.release()) { }
    FileDescriptor& operator=(FileDescriptor&& other) noexcept
    {
        std::swap(m_value, other.m_value);
        return *this;
    }
    ~FileDescriptor();

    int get() const { return m_value; }
    int release() { return std::exchange(m_value, -1); }

private:
    int m_value;
};

/// Opens a regular file without ever waiting for it: a folder, a pipe, a socket or a device is
/// refused. Every file that the program reads or writes in place is opened here.
/// @param flags  of open(2), such as O_RDONLY.
/// @throws Error{FileMissing}, or Error{FileUnwritable} when `flags` say that it is written to.
FileDescriptor openRegularFile(const std::filesystem::path& path, int flags,
                               Links links = Links::Follow);

/// A file without a name in `folder`, to write to and read from, which is gone when it is closed.
/// Its get() is negative where the folder cannot have one. Never throws.
FileDescriptor openUnnamedFile(const std::filesystem::path& folder);

/// A regular file that is read from its beginning to its end.
class RegularFile {
public:
    /// @throws Error{FileMissing}.
    explicit RegularFile(const std::filesystem::path& path, Links links = Links::Follow);

    uint64_t size() const { return m_size; } ///< When it was opened.
    /// Reads on: fewer than `count` bytes only at the end. @throws Error{FileMissing}.
    size_t read(void* target, size_t count);

private:
    std::filesystem::path m_path;
    FileDescriptor m_file;
    uint64_t m_size = 0;
};

} // namespace core
