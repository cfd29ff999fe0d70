#include "core/base/seal.h"

#include <xxhash.h>

#include <cstdint>
#include <string>

namespace core {

Json seal(std::string_view content)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    const uint64_t hash = XXH64(content.data(), content.size(), 0);
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4)
        digits += kDigits[(hash >> shift) & 15U];
    return {{"bytes", content.size()}, {"xxh64", digits}};
}

} // namespace core
