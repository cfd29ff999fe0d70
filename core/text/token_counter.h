#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace core {

/// A token and how often it was seen.
struct TokenCount {
    std::string_view token;
    int64_t count = 0;
};

/// Counts distinct byte strings: open addressing over one arena, no allocation a token.
class TokenCounter {
public:
    TokenCounter();

    void add(std::string_view token, int64_t times = 1);

    /// In the order in which they were first seen. Valid until the next add().
    const std::vector<TokenCount>& counts() const { return m_counts; }

private:
    struct Slot {
        uint32_t hash = 0; ///< Upper half, compared before the bytes are.
        uint32_t entry = 0; ///< Index into m_counts plus one; 0: free.
    };

    std::string_view stored(std::string_view token);
    void grow();

    std::vector<TokenCount> m_counts;
    std::vector<uint64_t> m_hashes; ///< As many: growing does not hash again.
    std::vector<Slot> m_slots; ///< A power of two, at most half full.
    std::vector<std::unique_ptr<char[]>> m_blocks;
    size_t m_blockLeft = 0;
    char* m_blockNext = nullptr;
};

} // namespace core
