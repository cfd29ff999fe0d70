#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace core {

/// Writes `content` to `path` so that at every instant the old or the new file is there, whole:
/// a temporary file beside it, fsync, rename, fsync of the folder.
/// @throws Error{FileUnwritable} saying why (no permission, disk full) and where.
void writeFileAtomically(const std::filesystem::path& path, std::string_view content);

/// As above, for a content in pieces that need not be joined in memory first.
void writeFileAtomically(const std::filesystem::path& path,
                         std::span<const std::string_view> pieces);

/// The whole file. @throws Error{FileMissing} when it is not there or cannot be read, and
/// Error{FileMalformed} when it is longer than `largestBytes`.
std::string readFile(const std::filesystem::path& path, uint64_t largestBytes = UINT64_MAX);

} // namespace core
