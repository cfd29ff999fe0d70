#pragma once

#include "core/model/translator.h"
#include "core/nn/tensors.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

/// Pairs of sentences of different lengths, for tests of translators of any kind.
namespace pairs {

using Rows = std::vector<std::vector<int64_t>>;

constexpr int64_t kSource = 13, kTarget = 11; ///< Sizes of the vocabularies.
constexpr int64_t kBegin = 2, kEnd = 3;

/// @param fill  the id at padding. @param more  columns beyond the longest text.
inline core::SequenceBatch batchOf(const Rows& texts, int64_t fill = 0, int64_t more = 0)
{
    size_t longest = 0;
    for (const auto& text : texts)
        longest = std::max(longest, text.size());
    core::SequenceBatch batch;
    batch.ids
        = torch::full({static_cast<int64_t>(texts.size()), static_cast<int64_t>(longest) + more},
                      fill, torch::kInt64);
    std::vector<int64_t> lengths;
    for (size_t b = 0; b < texts.size(); ++b) {
        for (size_t t = 0; t < texts[b].size(); ++t)
            batch.ids[static_cast<int64_t>(b)][static_cast<int64_t>(t)] = texts[b][t];
        lengths.push_back(static_cast<int64_t>(texts[b].size()));
    }
    batch.lengths = torch::tensor(lengths, torch::kInt64);
    return batch;
}

/// Words up to the last of `vocabulary`.
inline Rows sources(int64_t vocabulary = kSource)
{
    return {{5, 9, 4, vocabulary - 1, 7}, {6}, {4, 5, 8}, {vocabulary - 2, 10, 9, 8, 7, 6, 5}};
}

/// Longest in the middle, so that steps have to be put in order.
inline Rows targets()
{
    return {{kBegin, 4, 8, kEnd},
            {kBegin, kEnd},
            {kBegin, 9, 10, 5, 6, 4, kEnd},
            {kBegin, 7, 7, 10, kEnd}};
}

inline core::TranslationBatch examplePairs(int64_t sourceVocabulary = kSource)
{
    return {batchOf(sources(sourceVocabulary)), batchOf(targets())};
}

inline double difference(const torch::Tensor& a, const torch::Tensor& b)
{
    if (a.sizes() != b.sizes())
        return std::numeric_limits<double>::infinity();
    return (a - b).abs().max().item<double>();
}

} // namespace pairs
