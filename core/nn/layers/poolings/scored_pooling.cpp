#include "core/nn/layers/poolings/scored_pooling.h"

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

std::string ScoredPooling::pythonClass(const std::string& title, const std::string& more,
                                       const std::string& result) const
{
    return "class Pooling(nn.Module):\n    \"\"\"" + title + R"("""

    def __init__(self):
        super().__init__()
)" + pythonConstructor()
        + more + R"(
    def forward(self, states, mask, last):
)" + pythonProbabilities()
        + result;
}

std::string ScoredPooling::pythonConstructor() const
{
    const std::string features = std::to_string(m_features);
    const std::string hidden = std::to_string(m_hiddenSize);
    const bool deep = m_hiddenSize > 0;
    return (deep ? "        self.hidden = nn.Linear(" + features + ", " + hidden + ")\n"
                 : std::string())
        + "        self.score = nn.Linear(" + (deep ? hidden : features) + ", 1, bias=False)\n";
}

std::string ScoredPooling::pythonProbabilities() const
{
    return std::string("        scores = self.score(")
        + (m_hiddenSize > 0 ? "torch.tanh(self.hidden(states))" : "states") + R"().squeeze(2)
        probabilities = scores.masked_fill(~mask, float("-inf")).softmax(1)
)";
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
