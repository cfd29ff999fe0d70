#pragma once

#include "core/nn/layers/pooling.h"

#include <torch/nn/modules/linear.h>

#include <string>

namespace core {

struct ScoredPoolingOptions {
    int64_t hiddenSize = 0;
};

/// What is common to the poolings that weigh tokens by a learned score of their states,
///
///     e_t = v . tanh(W h_t + b), or v . h_t without a hidden layer,  a = softmax(e).
///
/// Parameters: hidden.weight, hidden.bias (not without a hidden layer), score.weight.
class ScoredPooling : public Pooling {
public:
    ScoredPooling(int64_t features, int64_t hiddenSize);

protected:
    /// a [batch, length] over the true tokens.
    torch::Tensor probabilities(const TokenStates& texts);
    /// The class Pooling in Python. @param piece  its file, which has the sizes of the scores.
    std::string scoredPython(const std::string& piece) const;

private:
    int64_t m_features;
    int64_t m_hiddenSize;
    torch::nn::Linear m_hidden{nullptr};
    torch::nn::Linear m_score{nullptr};
};

/// Σ_t a_t h_t [batch, features]. @param weights [batch, length]
torch::Tensor weightedSum(const torch::Tensor& weights, const torch::Tensor& states);

/// The option hidden_size of such a pooling.
Schema<ScoredPoolingOptions> scoredPoolingSchema();

} // namespace core
