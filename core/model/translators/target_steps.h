#pragma once

#include "core/nn/batch/sequence_batch.h"

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace core {

/// The targets of a batch step by step, longest first, so that the pairs that are not finished are
/// always the first rows. A tensor "by step" is [tokens, ...]: all pairs' rows of the first step,
/// then those of the second ... "By pair" it is packed as in TokenLayout: one pair after another.
class TargetSteps {
public:
    /// @param target  each <bos> y_1 ... y_n <eos>; its steps are fed all but <eos>.
    explicit TargetSteps(const SequenceBatch& target);

    /// [step]: pairs that take part.
    const std::vector<int64_t>& counts() const { return m_counts; }
    /// [tokens] int64 on the device, by step: the token that is fed.
    const torch::Tensor& ids() const { return m_ids; }
    /// [tokens] int64 on the CPU: tokenMark() of each, by step and by pair.
    const torch::Tensor& marks() const { return m_marks; }
    const torch::Tensor& marksByPair() const { return m_marksByPair; }
    /// [...] of the batch's rows -> in the order of the steps' rows. Differentiable.
    torch::Tensor sorted(const torch::Tensor& rows) const;
    /// From by step to by pair. Differentiable.
    torch::Tensor byPair(const torch::Tensor& bySteps) const;
    /// From by step to [batch, targetLength - 1, ...] with `fill` where there is no token.
    torch::Tensor padded(const torch::Tensor& bySteps, double fill) const;

private:
    std::vector<int64_t> m_counts;
    int64_t m_batch, m_length;
    bool m_inOrder; ///< The batch is sorted already.
    torch::Tensor m_order; ///< [batch]: place -> row of the batch.
    torch::Tensor m_ids, m_marks, m_marksByPair;
    torch::Tensor m_rows; ///< [tokens], by step: row of [batch * length].
    torch::Tensor m_byPair; ///< [tokens], by pair: row by step.
};

} // namespace core
