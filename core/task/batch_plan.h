#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace core {

struct BatchLimits {
    int64_t texts = 64; ///< At most, at least 1.
    int64_t tokens = 0; ///< Padded positions at most; 0: no limit. One text may exceed it.
};

/// The limits of batches from a batch of an epoch on.
struct BatchLimitsFrom {
    int64_t batch = 0;
    BatchLimits limits;
};

/// How long items are.
struct ItemLengths {
    std::span<const int32_t> first; ///< One an item, each at least 1.
    std::span<const int32_t> second; ///< The other side of each pair; empty: none.

    ItemLengths(std::span<const int32_t> lengths) : first(lengths) { }
    ItemLengths(const std::vector<int32_t>& lengths) : first(lengths) { }
    ItemLengths(std::span<const int32_t> lengths, std::span<const int32_t> others)
        : first(lengths), second(others)
    {
    }

    /// The key of bucketing: the first length, then the second.
    std::pair<int32_t, int32_t> key(int32_t item) const
    {
        const auto i = static_cast<size_t>(item);
        return {first[i], second.empty() ? 0 : second[i]};
    }
    /// The length that counts against the token budget: that of the longer side.
    int64_t width(int32_t item) const
    {
        const auto [one, other] = key(item);
        return std::max(one, other);
    }
};

/// How a batch is divided among processes.
enum class Dealing {
    ByTokens, ///< So that each part has about the same number of tokens.
    ByRows ///< The same rows of every batch: each process carries on the states of its rows.
};

/// Which items form which batch of an epoch, in which order.
class BatchPlan {
public:
    int64_t batchCount() const { return static_cast<int64_t>(m_ends.size()); }
    /// Indices of items; those of one batch have similar lengths.
    std::span<const int32_t> batch(int64_t index) const;
    /// Share of padding among all positions of all batches, on both sides of pairs: 0 to 1.
    double paddingShare() const { return m_paddingShare; }
    /// The place of a batch's first item in the order of the whole epoch.
    int64_t begin(int64_t index) const
    {
        return static_cast<int64_t>(m_begins[static_cast<size_t>(index)]);
    }
    /// The part of each batch that process `rank` of `size` computes: neighbouring items. Rank 0
    /// has at least one item of every batch; another may have none.
    BatchPlan dealt(int64_t rank, int64_t size, const ItemLengths& items, Dealing dealing) const;
    /// The same batches in the same order without some of their items, so that what is learnt from
    /// the other items differs by nothing else. Batches that become empty are dropped.
    BatchPlan without(const std::function<bool(int32_t item)>& isLeftOut,
                      const ItemLengths& items) const;
    /// How much of the epoch is over after `batches` batches, from 0 to 1.
    double shareDone(int64_t batches) const;

private:
    friend BatchPlan planEpoch(const ItemLengths&, const BatchLimits&, int64_t, int64_t);
    friend BatchPlan planRest(const BatchPlan&, int64_t, const ItemLengths&, const BatchLimits&,
                              int64_t, int64_t);
    friend BatchPlan planSorted(const ItemLengths&, const BatchLimits&);
    friend BatchPlan planStream(const ItemLengths&, int64_t);
    friend BatchPlan planStreamRest(const BatchPlan&, int64_t, const ItemLengths&, int64_t);
    /// The first batches of another plan, followed by all its items.
    static BatchPlan keeping(const BatchPlan& plan, int64_t kept);
    /// Items from `begin` on in order, as rows side by side.
    void layInRows(size_t begin, int64_t rows);
    /// Items from `begin` on as batches, in an order of their own.
    void arrange(const ItemLengths& items, const BatchLimits& limits, size_t begin,
                 const std::array<uint64_t, 2>& seeds);
    void cut(const ItemLengths& items, const BatchLimits& limits, size_t begin, size_t end);
    void shuffleBatches(size_t first, uint64_t seed);
    void measurePadding(const ItemLengths& items);

    std::vector<int32_t> m_order;
    std::vector<size_t> m_begins, m_ends; ///< Bounds of each batch in m_order.
    double m_paddingShare = 0.0;
    int64_t m_kept = 0; ///< Batches of another plan at the beginning,
    double m_keptShare = 0.0; ///< and how much of the epoch they are.
};

/// Batches for training: items are shuffled, pools of 50 batches are sorted by length, and the
/// batches are shuffled. Depends on nothing but its arguments, on every machine (own shuffle), so
/// a resumed run needs only epoch and batch number.
BatchPlan planEpoch(const ItemLengths& items, const BatchLimits& limits, int64_t seed,
                    int64_t epoch);

/// The first `kept` batches of an epoch's plan, then the items that are left in batches within
/// other limits: each item still comes once. Like planEpoch() it depends only on its arguments.
BatchPlan planRest(const BatchPlan& plan, int64_t kept, const ItemLengths& items,
                   const BatchLimits& limits, int64_t seed, int64_t epoch);

/// Items that follow one another, such as the windows of a long text, in rows side by side: row r
/// reads a part of them from batch to batch, so that a state can be carried on. The last batch may
/// have fewer rows. Nothing is shuffled.
/// @param rows  of a batch, at least 1.
BatchPlan planStream(const ItemLengths& items, int64_t rows);

/// As planRest(): the remaining items continue in order, in other rows.
BatchPlan planStreamRest(const BatchPlan& plan, int64_t kept, const ItemLengths& items,
                         int64_t rows);

/// Batches for evaluation: all items by length, longest first, so that memory runs out at once or
/// not at all.
BatchPlan planSorted(const ItemLengths& items, const BatchLimits& limits);

} // namespace core
