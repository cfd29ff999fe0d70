#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// How to treat a path whose last part is a symbolic link. Users may name links; a link in a
/// folder from elsewhere could lead anywhere.
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

/// Where a file or a folder is: a path, or a name in a folder that is held open. A held folder
/// stays the one it was when it was opened, whatever is renamed or linked into its place. Cheap to
/// copy.
class FilePlace {
public:
    FilePlace(const std::filesystem::path& path) : m_path(path), m_name(path) { }
    FilePlace(const std::string& path) : FilePlace(std::filesystem::path(path)) { }
    FilePlace(const char* path) : FilePlace(std::filesystem::path(path)) { }

    /// Opens the folder at `place` and holds it for as long as a place in it lives.
    /// @throws Error{FileMissing} when it is no folder, or a link that is refused.
    static FilePlace held(const FilePlace& place, Links links = Links::Follow);

    /// The place of `name` in this folder.
    FilePlace operator/(const std::string& name) const;
    /// The place of `name` in the folder in which this is.
    FilePlace beside(const std::string& name) const;

    /// For sentences: a held folder may meanwhile be elsewhere.
    const std::filesystem::path& path() const { return m_path; }
    std::string fileName() const { return m_path.filename().string(); }
    /// The arguments of openat(2) and similar calls: the folder's descriptor, and the name in it.
    int folder() const;
    const char* name() const { return m_name.c_str(); }

private:
    std::shared_ptr<const FileDescriptor> m_folder; ///< Null: the name is the whole path.
    std::filesystem::path m_path, m_name;
};

/// Whether anything is there, be it a link that leads nowhere.
/// @throws Error{FileMissing} where the system does not tell: what is passed over would be
/// replaced.
bool isThere(const FilePlace& place);
/// Makes a folder where there is none, and holds it. @throws Error{FileUnwritable}, or
/// Error{FileMissing} where something else stands, a link too.
FilePlace makeFolder(const FilePlace& place);
/// Renames `from` to `to` in one instant, whatever was there. @throws Error{FileUnwritable}.
void renameFile(const FilePlace& from, const FilePlace& to);
/// Gives `file` a second name without a second copy. False where the file system cannot.
bool linkFile(const FilePlace& file, const FilePlace& name);
/// As far as it is there and can be removed.
void removeFile(const FilePlace& place);
/// The names of the regular files in a folder, links left out; none where it cannot be read.
std::vector<std::string> fileNames(const FilePlace& folder);
/// Writes down the names in the folder of `place`, as far as the file system can: without this a
/// power cut may bring back what was there before.
void syncFolderOf(const FilePlace& place);

/// Opens a regular file without ever waiting for it: a folder, a pipe, a socket or a device is
/// refused. Every file that the program reads or writes in place is opened here.
/// @param flags  of open(2), such as O_RDONLY.
/// @throws Error{FileMissing}, or Error{FileUnwritable} when `flags` say that it is written to.
FileDescriptor openRegularFile(const FilePlace& place, int flags, Links links = Links::Follow);

/// @throws Error{FileUnwritable} with advice that fits `error`, an errno: a full disk, a file that
/// would become larger than is allowed, a missing permission.
[[noreturn]] void throwUnwritable(const FilePlace& place, int error);

/// A file without a name in `folder`, to write to and read from, which is gone when it is closed.
/// Its get() is negative where the folder cannot have one. Never throws.
FileDescriptor openUnnamedFile(const std::filesystem::path& folder);

/// A regular file that is read from its beginning to its end.
class RegularFile {
public:
    /// @throws Error{FileMissing}.
    explicit RegularFile(const FilePlace& place, Links links = Links::Follow);

    uint64_t size() const { return m_size; } ///< When it was opened.
    /// Reads on: fewer than `count` bytes only at the end. @throws Error{FileMissing}.
    size_t read(void* target, size_t count);

private:
    FilePlace m_place;
    FileDescriptor m_file;
    uint64_t m_size = 0;
};

} // namespace core
