#pragma once

#include "core/bench/benchmark.h"
#include "core/nn/batch/sequence_batch.h"

#include <vector>

namespace core {

/// Which sequences a batch has; the rule itself stands at runBenchmark().
struct SequenceRule {
    int64_t count;
    int64_t shortest, longest;
    int64_t vocabulary;
    int64_t first = 0; ///< Added to a sequence's number where its tokens are made.

    /// The same with the batch and the length that were asked for.
    SequenceRule sized(const BenchmarkSize& size) const;
};

/// The ids of sequences `rule.first` ...
class MadeSequences {
public:
    explicit MadeSequences(const SequenceRule& rule);

    std::vector<IdRow> rows() const { return {m_ids.begin(), m_ids.end()}; }
    std::vector<int64_t> lengths() const;

private:
    std::vector<std::vector<int32_t>> m_ids;
};

} // namespace core
