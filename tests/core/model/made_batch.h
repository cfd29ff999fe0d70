#pragma once

#include "core/nn/batch/sequence_batch.h"
#include "core/nn/tensors.h"
#include "tests/support/test_case.h"

/// Batches written out by hand, for tests of networks of any kind.
namespace made {

using Rows = std::vector<std::vector<int64_t>>;

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

} // namespace made
