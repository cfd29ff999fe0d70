#pragma once

#include "core/base/registry.h"

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
};

/// One vector for each text.
struct PooledTexts {
    torch::Tensor vectors; ///< [batch, features]
    torch::Tensor weights; ///< [batch, length], rows sum to 1, zero at padding; or undefined.
};

/// From one state a token to one vector a text, over true tokens only.
class Pooling : public torch::nn::Module {
public:
    virtual PooledTexts forward(const TokenStates& texts) = 0;
    /// A Python class `Pooling(nn.Module)` with forward(states, mask, last) -> vectors, whose
    /// parameters have the same names.
    virtual std::string pythonSource() const = 0;
};

/// What a pooling is made for, beside its options.
struct PoolingContext {
    int64_t features = 0;
};

using PoolingRegistry = Registry<std::shared_ptr<Pooling>, const PoolingContext&>;

/// Family "pooling": last, mean, maximum, attention.
const PoolingRegistry& poolingRegistry();

} // namespace core
