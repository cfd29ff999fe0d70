#pragma once

#include "core/base/json.h"

#include <string>
#include <string_view>

namespace core {

/// Size and checksum of a file's content: {"bytes": 12, "xxh64": "..."} (XXH64, whose values are
/// the same everywhere). A seal reveals files that
/// were changed or mixed up by mistake, not by intent.
Json seal(std::string_view content);

// Lines of a log that is appended to: JSON objects, each with a checksum of itself as its last
// member, {"step":1,"loss":0.5,"xxh32":"0a1b2c3d"}: XXH32 of the text before `,"xxh32"`. It
// reveals accidental damage only. Lines of earlier versions of the program have none.

/// The JSON text of an object that has members, with its checksum.
std::string withChecksum(std::string object);

/// The part that withChecksum() appended to a line, from its comma on; empty: none.
std::string_view checksumOf(std::string_view line);

/// Whether a line's checksum fits the line; one without a checksum cannot be told.
bool isIntact(std::string_view line);

} // namespace core
