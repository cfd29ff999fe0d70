#pragma once

#include "core/base/json.h"
#include "core/base/message.h"
#include "core/base/regular_file.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace core {

/// How much a JSON text may hold. A file must exhaust neither the stack nor the
/// memory.
struct JsonLimits {
    uint64_t bytes = uint64_t{16} << 20;
    size_t depth = 64; ///< Lists and objects inside each other.
    size_t values = 1'000'000; ///< Numbers, texts, lists ... in all.
};

/// The result of parsing a text as JSON.
struct JsonReading {
    std::optional<Json> value;
    Message fault; ///< Why there is none: "line 3 is not JSON".
};

/// Reads a text as JSON (RFC 8259). Refused are: what is beyond `limits`; an object that names two
/// members alike, which programs interpret differently; numbers that no double holds.
/// This is the program's only reader of JSON; it takes time in proportion to the text.
JsonReading readJson(std::string_view text, const JsonLimits& limits = {});

/// @throws Error{FileMissing, FileMalformed} naming the file and where it is wrong.
Json readJsonFile(const FilePlace& place, Links links = Links::Follow,
                  const JsonLimits& limits = {});

} // namespace core
