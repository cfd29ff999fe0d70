#pragma once

#include "core/base/registry.h"
#include "core/nn/graph/graph_builder.h"
#include "core/nn/layers/attention_hook.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <memory>
#include <string>

namespace core {

/// The states of all tokens in a batch of texts.
struct TokenStates {
    torch::Tensor states; ///< [batch, length, features]; any finite values at padding.
    torch::Tensor mask; ///< [batch, length] bool, true = real token.
    torch::Tensor lengths; ///< [batch] int64 on the CPU.
    /// [batch, Encoder::lastFeatures()]: the state after the whole text (forward and backward side
    /// by side); undefined if the encoder has none.
    torch::Tensor last;
    WeightsHook weightsHook{}; ///< For poolings with weights; usually none.
};

/// Applies the hook of `texts`, if there is one, to a pooling's weights [batch, length]: one head,
/// one query.
inline torch::Tensor hooked(const TokenStates& texts, const torch::Tensor& weights)
{
    if (!texts.weightsHook.weights)
        return weights;
    const auto seen = [](const torch::Tensor& all) { return all.unsqueeze(1).unsqueeze(1); };
    return texts.weightsHook.weights(seen(weights), seen(texts.mask)).squeeze(1).squeeze(1);
}

/// One vector for each text.
struct PooledTexts {
    torch::Tensor vectors; ///< [batch, features], or as TokenStates::last.
    torch::Tensor weights; ///< [batch, length], rows sum to 1, zero at padding; or undefined.
    /// [batch] log probability of the sampled token, differentiable; undefined: none was sampled.
    torch::Tensor logChoices{};
};

/// Combines the states of a text's real tokens into one vector.
class Pooling : public torch::nn::Module {
public:
    virtual PooledTexts forward(const TokenStates& texts) = 0;
    /// Its vectors are TokenStates::last, whatever size that has.
    virtual bool readsLast() const { return false; }
    /// A term for the sum of a batch's losses that makes its gradient, in expectation, the gradient
    /// of the expected loss although tokens were sampled. Only its gradient matters, not its value.
    /// The pooling may adapt to the losses (baseline).
    /// @param logChoices  from forward(). @param losses [batch] for each text, no gradient.
    virtual torch::Tensor choiceTerm(const torch::Tensor& logChoices, const torch::Tensor& losses);
    /// A Python class `Pooling(nn.Module)` with forward(states, mask, last) -> vectors, whose
    /// parameters have the same names.
    virtual std::string pythonSource() const = 0;
    /// The vectors of forward() in a graph.
    virtual GraphValue graph(GraphBuilder& builder, const GraphStates& texts) const = 0;
};

/// The sizes for which a pooling is created.
struct PoolingContext {
    int64_t features = 0;
};

using PoolingRegistry = Registry<std::shared_ptr<Pooling>, const PoolingContext&>;

/// Family "pooling": last, mean, maximum, attention, hard attention in two ways.
const PoolingRegistry& poolingRegistry();

} // namespace core
