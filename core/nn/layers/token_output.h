#pragma once

#include "core/nn/layers/embedding.h"

#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>
#include <torch/types.h>

namespace core {

/// Scores of all tokens of a vocabulary: logits = W x + b, as torch.nn.Linear; or, tied, with the
/// rows of an embedding as W, and then only b is a parameter of this layer.
///
/// Source of tying: Press & Wolf (2017), arXiv:1608.05859.
class TokenOutputImpl : public torch::nn::Module {
public:
    enum class Table { Own, Tied };
    TokenOutputImpl(int64_t features, int64_t vocabulary, Table table,
                    Weights weights = Weights::Fresh);

    /// @param vectors [..., features]  @param tied the embedding's table [vocabulary, features];
    ///        ignored with an own one.
    /// @return [..., vocabulary]
    torch::Tensor forward(const torch::Tensor& vectors, const torch::Tensor& tied = {});

    torch::Tensor weight; ///< [vocabulary, features]; undefined when tied.
    torch::Tensor bias; ///< [vocabulary]
};
TORCH_MODULE(TokenOutput);

} // namespace core
