#include "core/task/batch_plan.h"

#include "core/base/seeded_numbers.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <random>

namespace core {

namespace {

/// In a pool, batches of the same length are close to each other; more would tie an item's
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
template <class T> void shuffle(std::span<T> values, std::mt19937_64& generator)
{
    for (size_t i = values.size(); i > 1; --i)
        std::swap(values[i - 1], values[below(generator, i)]);
}

/// Different streams for different (seed, epoch, purpose): splitmix64's mixing.
uint64_t mixed(uint64_t seed, uint64_t epoch, uint64_t purpose)
{
    return mixedBits(seed * kSeedStep + epoch * 0xBF58476D1CE4E5B9ULL + purpose);
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

BatchPlan BatchPlan::dealt(int64_t rank, int64_t size, const ItemLengths& items,
                           Dealing dealing) const
{
    BatchPlan part = *this;
    for (int64_t index = 0; index < batchCount(); ++index) {
        const std::span<const int32_t> whole = batch(index);
        // Where rows were laid anew within the epoch, they are as many as in the first such batch.
        const size_t rows = batch(index < m_kept ? 0 : m_kept).size();
        int64_t tokens = 0;
        std::vector<int64_t> before{0}; // Tokens, or rows, before each item.
        for (const int32_t item : whole)
            before.push_back(tokens += dealing == Dealing::ByTokens ? items.width(item) : 1);
        const int64_t all = dealing == Dealing::ByTokens ? tokens : static_cast<int64_t>(rows);
        const auto bound = [&](int64_t process) { // The first item with its share before it.
            return static_cast<size_t>(
                std::find_if(before.begin(), before.end() - 1,
                             [&](int64_t count) { return count * size >= all * process; })
                - before.begin());
        };
        const auto i = static_cast<size_t>(index);
        part.m_begins[i] = m_begins[i] + bound(rank);
        part.m_ends[i] = rank + 1 == size ? m_ends[i] : m_begins[i] + bound(rank + 1);
    }
    return part;
}

BatchPlan BatchPlan::without(const std::function<bool(int32_t item)>& isLeftOut,
                             const ItemLengths& items) const
{
    BatchPlan rest;
    for (int64_t index = 0; index < batchCount(); ++index) {
        const std::span<const int32_t> whole = batch(index);
        const size_t begin = rest.m_order.size();
        std::remove_copy_if(whole.begin(), whole.end(), std::back_inserter(rest.m_order),
                            isLeftOut);
        if (rest.m_order.size() > begin) {
            rest.m_begins.push_back(begin);
            rest.m_ends.push_back(rest.m_order.size());
        }
    }
    rest.measurePadding(items);
    return rest;
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

void BatchPlan::shuffleBatches(size_t first, uint64_t seed)
{
    std::mt19937_64 generator(seed);
    std::vector<int32_t> order = counted(m_begins.size() - first);
    shuffle(std::span(order), generator);
    const std::vector<size_t> begins = m_begins, ends = m_ends;
    for (size_t i = 0; i < order.size(); ++i) {
        m_begins[first + i] = begins[first + static_cast<size_t>(order[i])];
        m_ends[first + i] = ends[first + static_cast<size_t>(order[i])];
    }
}

void BatchPlan::arrange(const ItemLengths& items, const BatchLimits& limits, size_t begin,
                        const std::array<uint64_t, 2>& seeds)
{
    const size_t firstBatch = m_begins.size();
    std::mt19937_64 generator(seeds[0]);
    shuffle(std::span(m_order).subspan(begin), generator);
    const auto pool = static_cast<size_t>(limits.texts * kBatchesInPool);
    for (; begin < m_order.size(); begin += pool) {
        const size_t end = std::min(begin + pool, m_order.size());
        std::stable_sort(m_order.begin() + static_cast<std::ptrdiff_t>(begin),
                         m_order.begin() + static_cast<std::ptrdiff_t>(end),
                         [&](int32_t a, int32_t b) { return items.key(a) < items.key(b); });
        cut(items, limits, begin, end);
    }
    shuffleBatches(firstBatch, seeds[1]);
    measurePadding(items);
}

double BatchPlan::shareDone(int64_t batches) const
{
    if (batches == m_kept)
        return m_keptShare;
    return m_keptShare
        + (1.0 - m_keptShare) * static_cast<double>(batches - m_kept)
        / static_cast<double>(batchCount() - m_kept);
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

BatchPlan BatchPlan::keeping(const BatchPlan& plan, int64_t kept)
{
    BatchPlan rest;
    rest.m_kept = kept;
    rest.m_keptShare = plan.shareDone(kept);
    for (int64_t i = 0; i < plan.batchCount(); ++i) {
        const std::span<const int32_t> batch = plan.batch(i);
        if (i < kept) {
            rest.m_begins.push_back(rest.m_order.size());
            rest.m_ends.push_back(rest.m_order.size() + batch.size());
        }
        rest.m_order.insert(rest.m_order.end(), batch.begin(), batch.end());
    }
    return rest;
}

void BatchPlan::layInRows(size_t begin, int64_t rows)
{
    const std::vector<int32_t> items(m_order.begin() + static_cast<std::ptrdiff_t>(begin),
                                     m_order.end());
    const size_t width = std::max<size_t>(1, std::min(items.size(), static_cast<size_t>(rows)));
    const size_t depth = items.size() / width, longer = items.size() % width;
    m_order.resize(begin);
    for (size_t step = 0; step < depth + (longer > 0 ? 1 : 0); ++step) {
        m_begins.push_back(m_order.size());
        for (size_t row = 0; row < (step < depth ? width : longer); ++row)
            m_order.push_back(items[row * depth + std::min(row, longer) + step]);
        m_ends.push_back(m_order.size());
    }
}

BatchPlan planEpoch(const ItemLengths& items, const BatchLimits& limits, int64_t seed,
                    int64_t epoch)
{
    const auto stream = [&](uint64_t purpose) {
        return mixed(static_cast<uint64_t>(seed), static_cast<uint64_t>(epoch), purpose);
    };
    BatchPlan plan;
    plan.m_order = counted(items.first.size());
    plan.arrange(items, limits, 0, {stream(1), stream(2)});
    return plan;
}

BatchPlan planRest(const BatchPlan& plan, int64_t kept, const ItemLengths& items,
                   const BatchLimits& limits, int64_t seed, int64_t epoch)
{
    const auto stream = [&](uint64_t purpose) { // another one for each place of the epoch
        return mixed(static_cast<uint64_t>(seed), static_cast<uint64_t>(epoch),
                     2 * static_cast<uint64_t>(kept) + purpose);
    };
    BatchPlan rest = BatchPlan::keeping(plan, kept);
    const size_t begin = rest.m_ends.empty() ? 0 : rest.m_ends.back();
    rest.arrange(items, limits, begin, {stream(3), stream(4)});
    return rest;
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

BatchPlan planStream(const ItemLengths& items, int64_t rows)
{
    BatchPlan plan;
    plan.m_order = counted(items.first.size());
    plan.layInRows(0, rows);
    plan.measurePadding(items);
    return plan;
}

BatchPlan planStreamRest(const BatchPlan& plan, int64_t kept, const ItemLengths& items,
                         int64_t rows)
{
    BatchPlan rest = BatchPlan::keeping(plan, kept);
    const size_t begin = rest.m_ends.empty() ? 0 : rest.m_ends.back();
    std::sort(rest.m_order.begin() + static_cast<std::ptrdiff_t>(begin), rest.m_order.end());
    rest.layInRows(begin, rows);
    rest.measurePadding(items);
    return rest;
}

} // namespace core
