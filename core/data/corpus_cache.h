#pragma once

#include "core/data/corpus.h"
#include "core/data/kept_file.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// All files on disk that `spec` names.
/// @throws Error{FileMissing, FileMalformed}.
std::vector<std::filesystem::path> filesOnDisk(const DataSpec& spec);
/// The sizes and times of files as a text that changes with any of them. Empty when there is no
/// file or one is inaccessible.
std::string stampsOf(const std::vector<std::filesystem::path>& files);

/// A hash of the bytes of all files that `spec` names and of everything that decides how they are
/// read, but not of how rows are held out; of a sample, which has no files, of the program's
/// version. Empty where a file is inaccessible.
/// @throws Error{Cancelled, FileMissing, FileMalformed}.
std::string contentKey(const DataSpec& spec, const TaskColumns& columns, const Monitor& monitor);

/// Keeps the rows of large files for the next time: one file per entry, named by a hash of the
/// bytes of all files and of everything that decides how they are read, including the sources of
/// the readers. An entry holds the rows before any are held out, so that rows and splits are equal
/// to the bit with and without it.
///
/// An entry that is damaged, cut off or comes from elsewhere is validated like any file
/// and ignored if it is invalid.
class CorpusCache {
public:
    /// Looks at the files; those that are read fast anyway are not kept.
    CorpusCache(const DataSpec& spec, const TaskColumns& columns, const Monitor& monitor);

    /// The name of the rows; empty where nothing is kept of them.
    const std::string& key() const { return m_key; }
    /// The cached corpus before the split. @throws Error{Cancelled}.
    std::optional<Corpus> find(const Monitor& monitor) const;
    /// Keeps what was read, unless the files have changed meanwhile. @throws Error{Cancelled}.
    void keep(const Corpus& data, const Monitor& monitor) const;

private:
    std::vector<std::filesystem::path> m_files;
    std::string m_stamps; ///< Sizes and times of the files, before they were read.
    TaskColumns m_columns;
    std::string m_key; ///< Empty: nothing is kept.
    KeptFile m_entry;
};

} // namespace core
