#include "core/nn/layers/poolings/scored_pooling.h"

#include "core/base/python_piece.h"
#include "core/nn/tensors.h"

#include <limits>

namespace core {

ScoredPooling::ScoredPooling(int64_t features, int64_t hiddenSize)
    : m_features(features), m_hiddenSize(hiddenSize)
{
    if (hiddenSize > 0)
        m_hidden = register_module("hidden", torch::nn::Linear(features, hiddenSize));
    m_score = register_module(
        "score",
        torch::nn::Linear(
            torch::nn::LinearOptions(hiddenSize > 0 ? hiddenSize : features, 1).bias(false)));
}

torch::Tensor ScoredPooling::probabilities(const TokenStates& texts)
{
    const torch::Tensor hidden
        = m_hidden.is_empty() ? texts.states : torch::tanh(m_hidden(texts.states));
    const torch::Tensor scores = m_score(hidden).squeeze(2); // [batch, length]
    return scores.masked_fill(texts.mask.logical_not(), -std::numeric_limits<double>::infinity())
        .softmax(1);
}

std::string ScoredPooling::scoredPython(const std::string& piece) const
{
    return pythonPiece(piece, {{"FEATURES", m_features}, {"HIDDEN", m_hiddenSize}});
}

torch::Tensor weightedSum(const torch::Tensor& weights, const torch::Tensor& states)
{
    return torch::bmm(weights.unsqueeze(1), states).squeeze(1);
}

Schema<ScoredPoolingOptions> scoredPoolingSchema()
{
    return Schema<ScoredPoolingOptions>().add(
        &ScoredPoolingOptions::hiddenSize,
        {.name = "hidden_size",
         .label = "Score layer",
         .help = "Size of the tanh layer before the score. Attention stays flat: try the size "
                 "of the states. 0: the score is linear in the state.",
         .unit = "features",
         .minimum = 0,
         .maximum = 8192});
}

} // namespace core
