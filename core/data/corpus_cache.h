#pragma once

#include "core/data/corpus.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// Where texts go that memory is not to hold, and what was read of them: "unroll" in the user's
/// cache folder (XDG_CACHE_HOME, else .cache in HOME). Empty where neither is set. It need not be
/// there, nor be usable: nothing is kept then.
std::filesystem::path cacheFolder();

/// All files on disk that `spec` names.
/// @throws Error{FileMissing, FileMalformed}.
std::vector<std::filesystem::path> filesOnDisk(const DataSpec& spec);
/// Sizes and times of files: the same text as long as nobody changes one. Empty: there is no file,
/// or one of them cannot be looked at.
std::string stampsOf(const std::vector<std::filesystem::path>& files);

/// What was read of large files, kept for the next time: one file an entry, named by a hash of the
/// bytes of all files and of everything that decides what is read of them, the sources of the
/// readers among it. An entry holds what reading gave before anything was held out of it, so that
/// rows and splits are the same to the bit with it and without it.
///
/// An entry that is damaged, cut off or was made by somebody else is checked like any file and
/// passed over when it is not as it should be: no sizes, indices or texts of it are believed.
/// Where the folder cannot be written to, nothing is kept and nothing is said.
class CorpusCache {
public:
    /// Looks at the files; those that are read fast anyway are not kept.
    CorpusCache(const DataSpec& spec, const TaskColumns& columns, const Monitor& monitor);

    /// What is kept, before the split. @throws Error{Cancelled}.
    std::optional<Corpus> find(const Monitor& monitor) const;
    /// Keeps what was read, unless the files have changed meanwhile. @throws Error{Cancelled}.
    void keep(const Corpus& data, const Monitor& monitor) const;

private:
    std::vector<std::filesystem::path> m_files;
    std::string m_stamps; ///< Sizes and times of the files, before they were read.
    TaskColumns m_columns;
    std::filesystem::path m_entry; ///< Empty: nothing is kept.
};

} // namespace core
