#pragma once

#include "core/base/regular_file.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace core {

/// Writes `content` to `path` so that at every instant the old or the new file is there, whole:
/// a temporary file beside it, fsync, rename, fsync of the folder.
/// @throws Error{FileUnwritable} saying why (no permission, disk full) and where.
void writeFileAtomically(const FilePlace& place, std::string_view content);

/// As above, for a content in pieces that need not be joined in memory first.
void writeFileAtomically(const FilePlace& place, std::span<const std::string_view> pieces);

/// Opens a file that is written in place, never a link; it is made where there is none. A file that
/// has other names, too (hard links: `cp -al` makes them), first gives way to a copy of it, since
/// what the others hold is not ours to change.
/// @param flags  of open(2), such as O_RDWR. @throws Error{FileUnwritable}.
FileDescriptor openOwnFile(const FilePlace& place, int flags);

/// Writes all of `content` to an open file; false, with errno set, when that fails.
bool writeAll(int descriptor, std::string_view content);

/// Six random letters and digits for the name of something temporary.
std::string drawnLetters();

/// Whether `name` is that of a temporary file from which writeFileAtomically() was going to make
/// `file`: a process that was killed leaves it.
bool isTemporaryOf(const std::string& name, const std::string& file);

/// The whole of a regular file. @throws Error{FileMissing} when it is not there, is none or cannot
/// be read, and Error{FileMalformed} when it is longer than `largestBytes`.
std::string readFile(const FilePlace& place, uint64_t largestBytes = UINT64_MAX,
                     Links links = Links::Follow);

} // namespace core
