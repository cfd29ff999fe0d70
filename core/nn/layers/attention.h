#pragma once

#include "core/nn/batch/continued_texts.h"
#include "core/nn/kernels/packed_attention.h"
#include "core/nn/layers/attention_hook.h"
#include "core/nn/layers/decoding_attention.h"
#include "core/nn/layers/positions.h"

#include <torch/nn/module.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/pimpl.h>
#include <torch/types.h>

#include <optional>
#include <vector>

namespace core {

/// The output of an attention layer with its weights.
struct AttentionResult {
    torch::Tensor output;
    torch::Tensor weights; ///< Before dropout; rows sum to 1 unless a hook changed them.
    torch::Tensor scores; ///< The input of the softmax; -inf where masked.
};

/// Attention(Q, K, V) = softmax(Q K^T / sqrt(d)) V.
///
/// Source: Vaswani et al. (2017), arXiv:1706.03762, section 3.2.1.
/// @param query  [..., queries, d] float32
/// @param key    [..., keys, d]
/// @param value  [..., keys, e]
/// @param mask   bool, broadcast to [..., queries, keys]: true = visible; undefined: all. Masked
///               keys are removed before the softmax and get weight 0.
/// @param hook   may change what is computed; its functions are given four dimensions.
/// @pre each query may attend to at least one key.
/// @return output [..., queries, e], weights and scores [..., queries, keys].
AttentionResult scaledDotProductAttention(const torch::Tensor& query, const torch::Tensor& key,
                                          const torch::Tensor& value, const torch::Tensor& mask,
                                          double dropout = 0.0, const WeightsHook& hook = {});

/// The attention of each layer in a pass, with a hook that may change it.
struct AttentionLook {
    AttentionHook hook{}; ///< None: the weights are not changed.
    std::vector<AttentionResult> layers{}; ///< [layer], each [batch, heads, queries, keys].
};

/// Several attention heads in parallel, each over its part of the features, and a linear layer
/// over their outputs: MultiHead(x) = [head_1; ...; head_h] W_out + b_out with
/// head_i = Attention(x Wq_i + bq_i, x Wk_i + bk_i, x Wv_i + bv_i).
///
/// Source: Vaswani et al. (2017), section 3.2.2. Parameters and their initial values are those of
/// torch.nn.MultiheadAttention: in_proj_weight [3 * features, features]
/// (rows of q, k, v), in_proj_bias, out_proj.weight, out_proj.bias.
class MultiHeadAttentionImpl : public torch::nn::Module {
public:
    /// @param dropout  of the weights during training.
    /// @throws core::Error{BadSetting} when `heads` does not divide `features`.
    MultiHeadAttentionImpl(int64_t features, int64_t heads, double dropout);
    /// Makes forward, open and goOn rotate queries and keys by their positions.
    /// @throws core::Error{BadSetting} when a head has an odd number of features.
    void turnByPlaces();

    /// Every token attends to tokens of its own text.
    /// @param tokens [tokens, features], packed by `layout`.
    /// @return [tokens, features].
    torch::Tensor forward(const torch::Tensor& tokens, const TokenLayout& layout,
                          Sight sight = Sight::All);
    /// Like forward, with weights and scores [batch, heads, length, length]. Slower.
    AttentionResult open(const torch::Tensor& tokens, const TokenLayout& layout,
                         Sight sight = Sight::All, const WeightsHook& hook = {});

    /// Like forward with Sight::Past for texts that continue: new tokens also attend to the earlier
    /// ones.
    /// @param tokens  [added tokens, features]
    /// @param keysValues  [texts, positions, 2 * features] of the earlier tokens; undefined: none.
    ///        Replaced by that of the whole texts, zero at padding. Differentiable.
    /// @param opened  if not null, receives weights and scores [batch, heads, added length,
    ///        length].
    torch::Tensor goOn(const torch::Tensor& tokens, const ContinuedTexts& texts,
                       torch::Tensor& keysValues, AttentionResult* opened = nullptr,
                       const WeightsHook& hook = {});

    /// Every token of text b attends to all tokens of text b of `memory`: the tokens give queries,
    /// the memory gives keys and values.
    /// @param tokens [tokens, features]; @param memory [memory tokens, features].
    /// @return [tokens, features].
    torch::Tensor across(const torch::Tensor& tokens, const TokenLayout& layout,
                         const torch::Tensor& memory, const TokenLayout& memoryLayout);
    /// Like across, with weights and scores [batch, heads, length, memory length]. Slower.
    AttentionResult openAcross(const torch::Tensor& tokens, const TokenLayout& layout,
                               const torch::Tensor& memory, const TokenLayout& memoryLayout,
                               const WeightsHook& hook = {});

    /// Keys and values of `memory` side by side for stepAcross: [memory tokens, 2 * features].
    torch::Tensor keysAndValues(const torch::Tensor& memory);
    /// Like forward with Sight::Past for the newest token of each row; adds its key and value to
    /// `cache`. @param tokens [rows, features]. @return [rows, features], without gradients.
    torch::Tensor step(const torch::Tensor& tokens, KeyValueCache& cache);
    /// Like across for the newest token of each row. @param keysValues the result of keysAndValues.
    /// @param meanWeights if not null, receives the mean over heads [rows, memory length].
    torch::Tensor stepAcross(const torch::Tensor& tokens, const torch::Tensor& keysValues,
                             const SentenceRows& rows, torch::Tensor* meanWeights);

    /// x W + b in a graph with the rows of q (block 0), k (1) and v (2). @param x [.., features]
    GraphValue graphProjected(GraphBuilder& builder, GraphValue x, int64_t firstBlock,
                              int64_t blocks) const;
    /// Self-attention in a graph. @param tokens [batch, length, features] @param places [batch or
    ///        1, length] @param mask [batch or 1, 1, length or 1, places] bool: true = visible;
    ///        nothing: all are.
    /// @param keysValues  [batch, places, 2 * features] of earlier tokens, or nothing; becomes that
    ///        of the whole texts.
    GraphValue graph(GraphBuilder& builder, GraphValue tokens, GraphValue places, GraphValue mask,
                     GraphValue& keysValues) const;
    /// Attention to other tokens. @param keysValues [batch, places, 2 * features]
    GraphValue graphAcross(GraphBuilder& builder, GraphValue queries, GraphValue keysValues,
                           GraphValue mask) const;

private:
    double weightDropout() const { return is_training() ? m_dropout : 0.0; }
    /// x W + b with the rows of q (block 0), k (1) and v (2) of the joint projection.
    torch::Tensor project(const torch::Tensor& tokens, int64_t firstBlock, int64_t blocks);
    /// Queries, keys and values side by side [tokens, 3 * features], with queries and keys rotated
    /// if wanted. @param places  [tokens] @param longest  the largest position.
    torch::Tensor projectOwn(const torch::Tensor& tokens, const torch::Tensor& places,
                             int64_t longest);
    enum class Wanted { Output, Everything };
    /// Self-attention on the padded form.
    AttentionResult among(const torch::Tensor& tokens, const TokenLayout& layout, Sight sight,
                          Wanted wanted, const WeightsHook& hook = {});
    /// Attention on the padded form for any device and type. LibTorch's fused kernels are used
    /// where they exist and only the output is wanted, otherwise plain operations.
    AttentionResult attendPadded(const torch::Tensor& queries, const TokenLayout& layout,
                                 const torch::Tensor& keysValues, const TokenLayout& keyLayout,
                                 Sight sight, Wanted wanted, const WeightsHook& hook = {});

    int64_t m_heads;
    double m_dropout;
    torch::Tensor m_inWeight;
    torch::Tensor m_inBias;
    torch::nn::Linear m_out{nullptr};
    std::optional<RotaryTurns> m_turns;
};
TORCH_MODULE(MultiHeadAttention);

} // namespace core
