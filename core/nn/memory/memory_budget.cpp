#include "core/nn/memory/memory_budget.h"

#include "core/base/main_memory.h"

#include <algorithm>

namespace core {

namespace {

constexpr std::chrono::milliseconds kLongestUnseen{200};
constexpr int64_t kUnseenShare = 8; ///< Of what is free, one part in so many is taken unseen.

} // namespace

void MemoryBudget::take(int64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    if (m_limit) {
        if (m_taken + bytes > *m_limit)
            throwOutOfMemory(bytes, *m_limit - m_taken);
    } else if (bytes > m_unseen || std::chrono::steady_clock::now() - m_looked > kLongestUnseen) {
        lookFor(bytes);
    }
    m_unseen -= bytes;
    m_taken += bytes;
}

void MemoryBudget::give(int64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    m_taken -= bytes;
}

void MemoryBudget::limit(std::optional<int64_t> bytes)
{
    const std::lock_guard lock(m_mutex);
    m_limit = bytes;
}

void MemoryBudget::lookFor(int64_t bytes)
{
    const auto left = freeMemoryBytes();
    if (!left) {
        m_unseen = bytes;
        return;
    }
    const int64_t untouched = std::max<int64_t>(0, m_taken - ownMemoryBytes());
    const int64_t rest = *left - untouched;
    if (bytes > rest)
        throwOutOfMemory(bytes, rest);
    m_unseen = std::max(bytes, rest / kUnseenShare);
    m_looked = std::chrono::steady_clock::now();
}

} // namespace core
