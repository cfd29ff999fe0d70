#pragma once

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <string_view>

namespace core {

/// XXH3: a few nanoseconds for a word. The values differ between machines and are never stored.
inline uint64_t tokenHash(std::string_view token)
{
    return XXH3_64bits(token.data(), token.size());
}

} // namespace core
