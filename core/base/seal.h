#pragma once

#include "core/base/json.h"

#include <string_view>

namespace core {

/// Size and checksum of a file's content: {"bytes": 12, "xxh64": "..."} (XXH64, whose values are
/// the same everywhere). What is sealed so is found to have been changed or mixed up; it is no
/// protection against somebody who writes a new seal.
Json seal(std::string_view content);

} // namespace core
