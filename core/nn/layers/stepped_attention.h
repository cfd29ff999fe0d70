#pragma once

#include "core/nn/layers/attention_score.h"
#include "core/nn/layers/stepped_linear.h"

#include <torch/types.h>

#include <ATen/core/ivalue.h>

namespace core {

/// Sums of one pass over the memory, complete when backward has processed the last step.
struct AttentionRecord : torch::CustomClassHolder {
    AttentionScore::Match match = AttentionScore::Match::Product;
    torch::Tensor keys, memory, weights; ///< Without history; weights: v of the tanh.
    std::vector<int64_t> lengths; ///< Number of real tokens in each text.
    torch::Tensor keysGradient, memoryGradient, weightsGradient; ///< Defined during backward.
};

/// attend() for one query of each text, step by step on the same memory. The memory's gradients, as
/// large as the memory, are accumulated in place rather than allocated and added at every step, and
/// nothing is computed at padding. This applies to float32 on the CPU; other cases call attend().
/// Differentiable once.
///
/// An object lives for one forward pass; backward may run later.
class SteppedAttention {
public:
    SteppedAttention() = default;
    /// @param keys     [texts, length, features], score.keys(memory)
    /// @param memory   [texts, length, memory]
    /// @param lengths  [texts] int64 on the CPU: number of real tokens.
    SteppedAttention(AttentionScore& score, const torch::Tensor& keys, const torch::Tensor& memory,
                     const torch::Tensor& lengths);

    /// @param states [rows, query] of the first texts.
    /// @return context [rows, memory], weights and scores [rows, length]; only the context is
    ///         differentiable.
    Attended operator()(const torch::Tensor& states) const;

private:
    Attended plain(const torch::Tensor& states) const;

    torch::Tensor queries(const torch::Tensor& states) const;

    AttentionScore* m_score = nullptr;
    SteppedLinear m_query; ///< Defined if queries are a product with the states.
    torch::Tensor m_keys, m_memory, m_padding;
    torch::Tensor m_ticket; ///< Defined in the fast implementation.
    c10::intrusive_ptr<AttentionRecord> m_record;
};

} // namespace core
