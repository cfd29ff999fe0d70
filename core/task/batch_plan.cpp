#include "core/task/batch_plan.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

namespace core {

namespace {

/// Of a pool, batches of the same length come near each other; more would tie an item's
/// neighbours to its length, less would pad more.
constexpr int64_t kBatchesInPool = 50;

/// A number below `bound` without bias, by Lemire's rejection over the generator's whole range.
uint64_t below(std::mt19937_64& generator, uint64_t bound)
{
    const uint64_t limit = std::numeric_limits<uint64_t>::max()
        - (std::numeric_limits<uint64_t>::max() % bound + 1) % bound;
    uint64_t value = generator();
    while (value > limit)
        value = generator();
    return value % bound;
}

/// Fisher and Yates. Not std::shuffle, whose order differs between standard libraries.
template <class T> void shuffle(std::vector<T>& values, std::mt19937_64& generator)
{
    for (size_t i = values.size(); i > 1; --i)
        std::swap(values[i - 1], values[below(generator, i)]);
}

/// Different streams for different (seed, epoch, purpose): splitmix64's mixing.
uint64_t mixed(uint64_t seed, uint64_t epoch, uint64_t purpose)
{
    uint64_t value = seed * 0x9E3779B97F4A7C15ULL + epoch * 0xBF58476D1CE4E5B9ULL + purpose;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ULL;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBULL;
    return value ^ (value >> 31);
}

std::vector<int32_t> counted(size_t size)
{
    std::vector<int32_t> order(size);
    std::iota(order.begin(), order.end(), 0);
    return order;
}

} // namespace

std::span<const int32_t> BatchPlan::batch(int64_t index) const
{
    const auto i = static_cast<size_t>(index);
    return std::span(m_order).subspan(m_begins[i], m_ends[i] - m_begins[i]);
}

void BatchPlan::cut(const ItemLengths& items, const BatchLimits& limits, size_t begin, size_t end)
{
    int64_t longest = 0;
    size_t first = begin;
    for (size_t i = begin; i < end; ++i) {
        const int64_t length = items.width(m_order[i]);
        const auto texts = static_cast<int64_t>(i - first);
        const int64_t wider = std::max(longest, length);
        const bool full = texts >= limits.texts
            || (limits.tokens > 0 && texts > 0 && (texts + 1) * wider > limits.tokens);
        if (full) {
            m_begins.push_back(first);
            m_ends.push_back(i);
            first = i;
        }
        longest = full ? length : wider;
    }
    if (first < end) {
        m_begins.push_back(first);
        m_ends.push_back(end);
    }
}

void BatchPlan::shuffleBatches(uint64_t seed)
{
    std::mt19937_64 generator(seed);
    std::vector<int32_t> order = counted(m_begins.size());
    shuffle(order, generator);
    std::vector<size_t> begins, ends;
    for (const int32_t index : order) {
        begins.push_back(m_begins[static_cast<size_t>(index)]);
        ends.push_back(m_ends[static_cast<size_t>(index)]);
    }
    m_begins = std::move(begins);
    m_ends = std::move(ends);
}

void BatchPlan::measurePadding(const ItemLengths& items)
{
    int64_t real = 0, all = 0;
    for (const std::span<const int32_t> lengths : {items.first, items.second}) {
        for (int64_t i = 0; i < batchCount() && !lengths.empty(); ++i) {
            int64_t longest = 0;
            for (const int32_t item : batch(i)) {
                const int64_t length = lengths[static_cast<size_t>(item)];
                real += length;
                longest = std::max(longest, length);
            }
            all += longest * static_cast<int64_t>(batch(i).size());
        }
    }
    m_paddingShare = all == 0 ? 0.0 : static_cast<double>(all - real) / static_cast<double>(all);
}

BatchPlan planEpoch(const ItemLengths& items, const BatchLimits& limits, int64_t seed,
                    int64_t epoch)
{
    const auto stream = [&](uint64_t purpose) {
        return mixed(static_cast<uint64_t>(seed), static_cast<uint64_t>(epoch), purpose);
    };
    BatchPlan plan;
    plan.m_order = counted(items.first.size());
    std::mt19937_64 generator(stream(1));
    shuffle(plan.m_order, generator);

    const auto pool = static_cast<size_t>(limits.texts * kBatchesInPool);
    for (size_t begin = 0; begin < plan.m_order.size(); begin += pool) {
        const size_t end = std::min(begin + pool, plan.m_order.size());
        std::stable_sort(plan.m_order.begin() + static_cast<std::ptrdiff_t>(begin),
                         plan.m_order.begin() + static_cast<std::ptrdiff_t>(end),
                         [&](int32_t a, int32_t b) { return items.key(a) < items.key(b); });
        plan.cut(items, limits, begin, end);
    }
    plan.shuffleBatches(stream(2));
    plan.measurePadding(items);
    return plan;
}

BatchPlan planSorted(const ItemLengths& items, const BatchLimits& limits)
{
    BatchPlan plan;
    plan.m_order = counted(items.first.size());
    std::stable_sort(plan.m_order.begin(), plan.m_order.end(),
                     [&](int32_t a, int32_t b) { return items.key(a) > items.key(b); });
    plan.cut(items, limits, 0, plan.m_order.size());
    plan.measurePadding(items);
    return plan;
}

} // namespace core
