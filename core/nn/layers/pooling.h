#pragma once

#include "core/base/registry.h"
#include "core/nn/layers/attention_hook.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <memory>
#include <string>

namespace core {

/// States of all tokens of a batch of texts.
struct TokenStates {
    torch::Tensor states; ///< [batch, length, features]; anything at padding, but finite.
    torch::Tensor mask; ///< [batch, length] bool, true = real token.
    torch::Tensor lengths; ///< [batch] int64 on the CPU.
    /// [batch, features]: the state after the whole text was read (forward and backward side by
    /// side); undefined where the encoder has none.
    torch::Tensor last;
    WeightsHook weightsHook{}; ///< Of a pooling that has weights; mostly none.
};

/// What the hook of `texts` makes of a pooling's weights [batch, length]: one head, one query.
/// @pre there is one.
inline torch::Tensor hooked(const TokenStates& texts, const torch::Tensor& weights)
{
    const auto seen = [](const torch::Tensor& all) { return all.unsqueeze(1).unsqueeze(1); };
    return texts.weightsHook(seen(weights), seen(texts.mask)).squeeze(1).squeeze(1);
}

/// One vector for each text.
struct PooledTexts {
    torch::Tensor vectors; ///< [batch, features]
    torch::Tensor weights; ///< [batch, length], rows sum to 1, zero at padding; or undefined.
    /// [batch] log probability of the place that was drawn, differentiable; undefined: none was.
    torch::Tensor logChoices{};
};

/// From one state a token to one vector a text, over true tokens only.
class Pooling : public torch::nn::Module {
public:
    virtual PooledTexts forward(const TokenStates& texts) = 0;
    /// What has to be added to the sum of a batch's losses so that its gradient is, in expectation,
    /// that of the expected loss, though places were drawn: a term whose gradient counts, not its
    /// value. Learns from the losses.
    /// @param logChoices  as forward() gave them. @param losses [batch] of each text, no gradient.
    virtual torch::Tensor choiceTerm(const torch::Tensor& logChoices, const torch::Tensor& losses);
    /// A Python class `Pooling(nn.Module)` with forward(states, mask, last) -> vectors, whose
    /// parameters have the same names.
    virtual std::string pythonSource() const = 0;
};

/// What a pooling is made for, beside its options.
struct PoolingContext {
    int64_t features = 0;
};

using PoolingRegistry = Registry<std::shared_ptr<Pooling>, const PoolingContext&>;

/// Family "pooling": last, mean, maximum, attention, hard attention in two ways.
const PoolingRegistry& poolingRegistry();

} // namespace core
