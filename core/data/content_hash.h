#pragma once

#include <string>
#include <string_view>

#define XXH_INLINE_ALL // As in preview_builder.cpp.
#include <xxhash.h>

namespace core {

/// The hash of bytes that come piece by piece: XXH3 of 128 bits, the same on all machines.
class ContentHash {
public:
    static constexpr size_t kDigits = 32; ///< The length of text().

    ContentHash() { XXH3_128bits_reset(&m_state); }
    void add(std::string_view bytes) { XXH3_128bits_update(&m_state, bytes.data(), bytes.size()); }
    std::string text() const
    {
        const XXH128_hash_t value = XXH3_128bits_digest(&m_state);
        XXH128_canonical_t bytes;
        XXH128_canonicalFromHash(&bytes, value);
        constexpr std::string_view kHexadecimal = "0123456789abcdef";
        std::string digits;
        for (const unsigned char byte : bytes.digest) {
            digits += kHexadecimal[byte >> 4];
            digits += kHexadecimal[byte & 15];
        }
        return digits;
    }

private:
    XXH3_state_t m_state;
};

} // namespace core
