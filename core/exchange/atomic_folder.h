#pragma once

#include <filesystem>
#include <functional>

namespace core {

/// Fills a folder so that `target` is there whole or not at all: `fill` writes into a hidden folder
/// beside it, which then takes its name. A list of the files is written among them. Where an
/// earlier export stands, the files that its list names give way; whatever else lies in the folder
/// stays there, and where one file cannot be replaced none is.
/// @throws Error{BadSetting} when the folder is neither empty nor an export, when an exported file
/// was changed since, or when another stands in the way; Error{FileUnwritable}.
void writeFolderAtomically(const std::filesystem::path& target,
                           const std::function<void(const std::filesystem::path&)>& fill);

} // namespace core
