#pragma once

#include "core/base/mapped_file.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace core {

/// Where texts go that memory is not to hold, and what was made of them: "unroll" in the user's
/// cache folder (XDG_CACHE_HOME, else .cache in HOME). Empty where neither is set. It need not be
/// there, nor be usable: nothing is kept then.
std::filesystem::path cacheFolder();

/// A file of the cache folder, named by a hash of all that decides its content. If the folder is
/// not writable, nothing is kept and no error is reported. Files used least lately go when all
/// together are larger than 20 GiB.
class KeptFile {
public:
    /// @param key  a hash; empty: nothing is kept.
    explicit KeptFile(const std::string& key = {});

    bool isNamed() const { return !m_path.empty(); }
    /// Its bytes; null where there is none, or it is another user's or a link.
    std::shared_ptr<const MappedFile> find() const;
    /// After find(): the file has been used, or it is damaged and goes.
    void confirm(bool isValid) const;
    /// @param write  writes to an open, empty file; returns whether everything was written. Its
    /// exceptions pass, and nothing is kept then.
    void keep(const std::function<bool(int file)>& write) const;

private:
    std::filesystem::path m_path; ///< Empty: nothing is kept.
};

} // namespace core
