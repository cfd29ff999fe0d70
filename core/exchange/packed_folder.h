#pragma once

#include "core/base/monitor.h"

#include <filesystem>
#include <string>

namespace core {

/// The kind of folder in an archive that this program has written.
struct PackedFolder {
    enum class Kind {
        None, ///< Data, most likely.
        Run,
        Export, ///< A Python module.
        Weights ///< A network as PyTorch saves it: without settings and vocabulary.
    };
    Kind kind = Kind::None;
    std::string inside; ///< The folder in the archive: "reviews-lstm-001/"; empty: all of it.
};

/// Judges by the names of its first members alone. None for what is no archive.
/// @throws Error{FileMissing, FileMalformed}.
PackedFolder lookForFolder(const std::filesystem::path& archive);

/// Unpacks the folder `inside` of an archive into a new one under `parent`, which is made where it
/// is missing. Links and names that lead elsewhere are left out.
/// @returns the new folder. @throws Error{FileMissing, FileMalformed, FileUnwritable}; then there
/// is none.
std::filesystem::path unpackFolder(const std::filesystem::path& archive, const std::string& inside,
                                   const std::filesystem::path& parent,
                                   const Monitor& monitor = {});

} // namespace core
