#pragma once

#include "core/nn/layers/attention_score.h"
#include "core/nn/layers/stepped_linear.h"

#include <torch/types.h>

#include <ATen/core/ivalue.h>

namespace core {

/// What the steps of one pass add up for the memory, until backward has seen the last.
struct AttentionRecord : torch::CustomClassHolder {
    AttentionScore::Match match = AttentionScore::Match::Product;
    torch::Tensor keys, memory, weights; ///< Without history; weights: v of the tanh.
    std::vector<int64_t> lengths; ///< True tokens of each text.
    torch::Tensor keysGradient, memoryGradient, weightsGradient; ///< While backward runs.
};

/// attend() of one query a text, step after step on the same memory, whose gradients (as large as
/// the memory) are written to one place rather than made and added at every step; nothing is
/// computed at padding. float32 on the CPU; elsewhere attend() itself. Differentiable once.
///
/// Lives as long as one pass forward; backward may come later.
class SteppedAttention {
public:
    SteppedAttention() = default;
    /// @param keys     [texts, length, features], score.keys(memory)
    /// @param memory   [texts, length, memory]
    /// @param lengths  [texts] int64 on the CPU: true tokens.
    SteppedAttention(AttentionScore& score, const torch::Tensor& keys, const torch::Tensor& memory,
                     const torch::Tensor& lengths);

    /// @param states [rows, query] of the first texts.
    /// @return context [rows, memory], weights and scores [rows, length]; gradients flow through
    ///         the context alone.
    Attended operator()(const torch::Tensor& states) const;

private:
    Attended plain(const torch::Tensor& states) const;

    torch::Tensor queries(const torch::Tensor& states) const;

    AttentionScore* m_score = nullptr;
    SteppedLinear m_query; ///< Defined where queries are a product with the states.
    torch::Tensor m_keys, m_memory, m_padding;
    torch::Tensor m_ticket; ///< Defined in the quick way.
    c10::intrusive_ptr<AttentionRecord> m_record;
};

} // namespace core
