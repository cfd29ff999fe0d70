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

/// Mixed values and how much each query took from each key.
struct AttentionResult {
    torch::Tensor output;
    torch::Tensor weights; ///< Rows sum to 1, unless a hook changed them; before dropout.
    torch::Tensor scores; ///< What the softmax was taken of; -inf where masked.
};

/// Attention(Q, K, V) = softmax(Q K^T / sqrt(d)) V.
///
/// Source: Vaswani et al. (2017), arXiv:1706.03762, section 3.2.1.
/// @param query  [..., queries, d] float32
/// @param key    [..., keys, d]
/// @param value  [..., keys, e]
/// @param mask   bool, broadcast to [..., queries, keys]: true = may be looked at; undefined: all.
///               Others get weight 0: they are taken out before the softmax.
/// @param hook  changes the weights; none: nobody does.
/// @pre each query may look at one key at least.
/// @return output [..., queries, e], weights and scores [..., queries, keys].
AttentionResult scaledDotProductAttention(const torch::Tensor& query, const torch::Tensor& key,
                                          const torch::Tensor& value, const torch::Tensor& mask,
                                          double dropout = 0.0, const WeightsHook& hook = {});

/// What a pass is to show of the attention of its layers, and who may change it on the way.
struct AttentionLook {
    AttentionHook hook{}; ///< None: nothing is changed.
    std::vector<AttentionResult> layers{}; ///< [layer] each [batch, heads, queries, keys]
};

/// Several attentions side by side, each over its share of the features, and a linear layer over
/// their outputs: MultiHead(x) = [head_1; ...; head_h] W_out + b_out with
/// head_i = Attention(x Wq_i + bq_i, x Wk_i + bk_i, x Wv_i + bv_i).
///
/// Source: Vaswani et al. (2017), section 3.2.2. Parameters are those of
/// torch.nn.MultiheadAttention with their first values: in_proj_weight [3 * features, features]
/// (rows of q, k, v), in_proj_bias, out_proj.weight, out_proj.bias.
class MultiHeadAttentionImpl : public torch::nn::Module {
public:
    /// @param dropout of the weights, while training.
    /// @throws core::Error{BadSetting} when `heads` does not divide `features`.
    MultiHeadAttentionImpl(int64_t features, int64_t heads, double dropout);
    /// From now on forward, open and goOn turn queries and keys by their places.
    /// @throws core::Error{BadSetting} when a head has an odd number of features.
    void turnByPlaces();

    /// Every token looks at tokens of its own text.
    /// @param tokens [tokens, features], packed as `layout` says.
    /// @return [tokens, features].
    torch::Tensor forward(const torch::Tensor& tokens, const TokenLayout& layout,
                          Sight sight = Sight::All);
    /// As forward, with weights and scores [batch, heads, length, length]. Slower.
    AttentionResult open(const torch::Tensor& tokens, const TokenLayout& layout,
                         Sight sight = Sight::All, const WeightsHook& hook = {});

    /// As forward with Sight::Past, of texts that go on: their new tokens look at those before,
    /// too.
    /// @param tokens  [added tokens, features]
    /// @param keysValues  [texts, places, 2 * features] of the tokens before, undefined for none;
    ///        becomes that of the whole texts, zero at padding. Differentiable through both.
    /// @param opened  if not null, gets weights and scores [batch, heads, added length, length].
    torch::Tensor goOn(const torch::Tensor& tokens, const ContinuedTexts& texts,
                       torch::Tensor& keysValues, AttentionResult* opened = nullptr,
                       const WeightsHook& hook = {});

    /// Every token of text b looks at all tokens of text b of `memory`: x gives the queries, the
    /// memory keys and values.
    /// @param tokens [tokens, features]; @param memory [memory tokens, features].
    /// @return [tokens, features].
    torch::Tensor across(const torch::Tensor& tokens, const TokenLayout& layout,
                         const torch::Tensor& memory, const TokenLayout& memoryLayout);
    /// As across, with weights and scores [batch, heads, length, memory length]. Slower.
    AttentionResult openAcross(const torch::Tensor& tokens, const TokenLayout& layout,
                               const torch::Tensor& memory, const TokenLayout& memoryLayout,
                               const WeightsHook& hook = {});

    /// Keys and values of `memory` side by side [memory tokens, 2 * features]: for stepAcross.
    torch::Tensor keysAndValues(const torch::Tensor& memory);
    /// As forward with Sight::Past for the newest token of each row, whose keys and values join
    /// `cache`. @param tokens [rows, features]. @return [rows, features], without gradients.
    torch::Tensor step(const torch::Tensor& tokens, KeyValueCache& cache);
    /// As across for the newest token of each row. @param keysValues what keysAndValues gave.
    /// @param meanWeights if not null, gets the mean over heads [rows, memory length].
    torch::Tensor stepAcross(const torch::Tensor& tokens, const torch::Tensor& keysValues,
                             const SentenceRows& rows, torch::Tensor* meanWeights);

private:
    double weightDropout() const { return is_training() ? m_dropout : 0.0; }
    /// x W + b with the rows of q (block 0), k and v (1, 2) of the joint projection.
    torch::Tensor project(const torch::Tensor& tokens, int64_t firstBlock, int64_t blocks);
    /// All three side by side [tokens, 3 * features]; queries and keys turned where they are to be.
    /// @param places  [tokens] @param longest  no place is behind it.
    torch::Tensor projectOwn(const torch::Tensor& tokens, const torch::Tensor& places,
                             int64_t longest);
    enum class Wanted { Output, Everything };
    /// Self-attention on the padded form.
    AttentionResult among(const torch::Tensor& tokens, const TokenLayout& layout, Sight sight,
                          Wanted wanted, const WeightsHook& hook = {});
    /// On the padded form; any device and type. By LibTorch's fused kernels where it has them and
    /// only the output is wanted, else by plain operations.
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
