#pragma once

#include <filesystem>
#include <functional>

namespace core {

/// Fills a folder so that `target` is there whole or not at all: `fill` writes into a hidden folder
/// beside it, which then takes its name.
/// @param mayReplace  decides whether a folder that is there and not empty may go.
/// @throws Error{BadSetting} when it may not; Error{FileUnwritable}.
void writeFolderAtomically(const std::filesystem::path& target,
                           const std::function<void(const std::filesystem::path&)>& fill,
                           const std::function<bool(const std::filesystem::path&)>& mayReplace);

} // namespace core
