#include "core/text/token_counter.h"

#include "core/text/token_hash.h"

#include <algorithm>
#include <cstring>

namespace core {

namespace {
constexpr size_t kFirstSlots = 1U << 14;
constexpr size_t kBlockBytes = 1U << 18;
} // namespace

TokenCounter::TokenCounter() : m_slots(kFirstSlots) { }

void TokenCounter::add(std::string_view token, int64_t times)
{
    const uint64_t hash = tokenHash(token);
    const auto upper = static_cast<uint32_t>(hash >> 32);
    const size_t mask = m_slots.size() - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        Slot& slot = m_slots[i];
        if (slot.entry == 0) {
            m_counts.push_back({stored(token), times});
            m_hashes.push_back(hash);
            slot = {upper, static_cast<uint32_t>(m_counts.size())};
            if (m_counts.size() * 2 > m_slots.size())
                grow();
            return;
        }
        TokenCount& known = m_counts[slot.entry - 1];
        if (slot.hash == upper && known.token == token) {
            known.count += times;
            return;
        }
    }
}

std::string_view TokenCounter::stored(std::string_view token)
{
    if (token.size() > m_blockLeft) {
        m_blockLeft = std::max(kBlockBytes, token.size());
        m_blocks.push_back(std::make_unique_for_overwrite<char[]>(m_blockLeft));
        m_blockNext = m_blocks.back().get();
    }
    if (!token.empty())
        std::memcpy(m_blockNext, token.data(), token.size());
    const std::string_view copy(m_blockNext, token.size());
    m_blockNext += token.size();
    m_blockLeft -= token.size();
    return copy;
}

void TokenCounter::grow()
{
    std::vector<Slot> slots(m_slots.size() * 2);
    const size_t mask = slots.size() - 1;
    for (size_t entry = 0; entry < m_hashes.size(); ++entry) {
        size_t i = m_hashes[entry] & mask;
        while (slots[i].entry != 0)
            i = (i + 1) & mask;
        slots[i] = {static_cast<uint32_t>(m_hashes[entry] >> 32), static_cast<uint32_t>(entry + 1)};
    }
    m_slots = std::move(slots);
}

} // namespace core
