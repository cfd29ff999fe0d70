#include "core/decode/likeliest_tokens.h"

#include <algorithm>
#include <limits>

namespace core {
namespace {

constexpr float kImpossible = -std::numeric_limits<float>::infinity();

bool contains(std::span<const int32_t> ids, int32_t id)
{
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

} // namespace

LikeliestTokens::LikeliestTokens(int64_t vocabularySize, std::span<const int32_t> never)
    : m_never(static_cast<size_t>(std::max<int64_t>(0, vocabularySize)), 0)
{
    for (const int32_t id : never)
        if (id >= 0 && id < vocabularySize)
            m_never[static_cast<size_t>(id)] = 1;
}

void LikeliestTokens::scan(std::span<const float> row, int64_t limit,
                           std::span<const int32_t> blocked)
{
    m_found.clear();
    m_blocked.clear();
    if (limit <= 0)
        return;
    constexpr size_t kBlock = 32; // compared without a branch, which compilers turn into vectors
    const size_t count = row.size();
    for (size_t begin = 0; begin < count; begin += kBlock) {
        const size_t end = std::min(count, begin + kBlock);
        const bool full = static_cast<int64_t>(m_found.size()) == limit;
        const float threshold = full ? m_found.front().logProbability : kImpossible;
        int any = 0;
        for (size_t i = begin; i < end; ++i)
            any |= static_cast<int>(row[i] > threshold);
        if (any == 0)
            continue;
        for (size_t i = begin; i < end; ++i)
            if (row[i] > threshold && m_never[i] == 0)
                offer({row[i], static_cast<int32_t>(i)}, limit, blocked);
    }
}

void LikeliestTokens::offer(WeighedToken token, int64_t limit, std::span<const int32_t> blocked)
{
    const bool full = static_cast<int64_t>(m_found.size()) == limit;
    // The threshold of the block may be older than the heap.
    if (full && !(token < m_found.front()))
        return;
    if (contains(blocked, token.token)) {
        m_blocked.push_back(token);
        return;
    }
    if (full) {
        std::pop_heap(m_found.begin(), m_found.end());
        m_found.back() = token;
    } else {
        m_found.push_back(token);
    }
    if (full)
        std::push_heap(m_found.begin(), m_found.end());
    else if (static_cast<int64_t>(m_found.size()) == limit)
        std::make_heap(m_found.begin(), m_found.end());
}

int64_t LikeliestTokens::count(std::span<const float> row) const
{
    int64_t all = 0;
    for (size_t i = 0; i < row.size(); ++i)
        all += static_cast<int64_t>(row[i] > kImpossible && m_never[i] == 0);
    return all;
}

int64_t LikeliestTokens::rank(std::span<const float> row, WeighedToken token,
                              std::span<const int32_t> blocked) const
{
    int64_t before = 0;
    for (size_t i = 0; i < row.size(); ++i) {
        const WeighedToken other{row[i], static_cast<int32_t>(i)};
        if (m_never[i] == 0 && other < token && !contains(blocked, other.token))
            ++before;
    }
    return 1 + before;
}

bool LikeliestTokens::canBeWritten(std::span<const float> row, int64_t token) const
{
    const auto i = static_cast<size_t>(token);
    return i < row.size() && row[i] > kImpossible && m_never[i] == 0;
}

} // namespace core
