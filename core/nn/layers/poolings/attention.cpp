#include "core/nn/layers/pooling.h"

#include "core/nn/tensors.h"

#include <limits>

namespace core {

namespace {

struct AttentionPoolingOptions {
    int64_t hiddenSize = 0;
};

const Schema<AttentionPoolingOptions>& attentionPoolingSchema()
{
    static const auto schema = Schema<AttentionPoolingOptions>().add(
        &AttentionPoolingOptions::hiddenSize,
        {.name = "hidden_size",
         .label = "Score layer",
         .help = "Size of the tanh layer before the score. Attention stays flat: try the size "
                 "of the states. 0: the score is linear in the state.",
         .unit = "features",
         .minimum = 0,
         .maximum = 8192});
    return schema;
}

/// a_t = softmax_t(score(h_t)) over the true tokens, s = sum_t a_t h_t, with
/// score(h) = v . tanh(W h + b), or v . h without a hidden layer.
///
/// Source: Yang et al. (2016), "Hierarchical Attention Networks", NAACL, equations 5-7.
/// Differs: the score has no bias of its own, which the softmax would cancel.
class AttentionPooling : public Pooling {
public:
    AttentionPooling(int64_t features, int64_t hiddenSize)
        : m_features(features), m_hiddenSize(hiddenSize)
    {
        if (hiddenSize > 0)
            m_hidden = register_module("hidden", torch::nn::Linear(features, hiddenSize));
        m_score = register_module(
            "score",
            torch::nn::Linear(
                torch::nn::LinearOptions(hiddenSize > 0 ? hiddenSize : features, 1).bias(false)));
    }

    PooledTexts forward(const TokenStates& texts) override
    {
        const torch::Tensor hidden
            = m_hidden.is_empty() ? texts.states : torch::tanh(m_hidden(texts.states));
        const torch::Tensor scores = m_score(hidden).squeeze(2); // [batch, length]
        const torch::Tensor weights
            = scores.masked_fill(texts.mask.logical_not(), -std::numeric_limits<double>::infinity())
                  .softmax(1); // [batch, length]
        return {torch::bmm(weights.unsqueeze(1), texts.states).squeeze(1), weights};
    }

    std::string pythonSource() const override
    {
        const std::string features = std::to_string(m_features);
        const std::string hidden = std::to_string(m_hiddenSize);
        const bool deep = m_hiddenSize > 0;
        return R"(class Pooling(nn.Module):
    """A weighted sum of the states; the weights are the softmax of a learned score."""

    def __init__(self):
        super().__init__()
)" + (deep ? "        self.hidden = nn.Linear(" + features + ", " + hidden + ")\n" : std::string())
            + "        self.score = nn.Linear(" + (deep ? hidden : features) + R"(, 1, bias=False)

    def forward(self, states, mask, last):
        scores = self.score()"
            + (deep ? "torch.tanh(self.hidden(states))" : "states") + R"().squeeze(2)
        weights = scores.masked_fill(~mask, float("-inf")).softmax(1)
        return torch.bmm(weights.unsqueeze(1), states).squeeze(1)
)";
    }

private:
    int64_t m_features;
    int64_t m_hiddenSize;
    torch::nn::Linear m_hidden{nullptr};
    torch::nn::Linear m_score{nullptr};
};

} // namespace

PoolingRegistry::Entry attentionPooling()
{
    return PoolingRegistry::entry<AttentionPoolingOptions>(
        {.id = "attention",
         .title = "Attention",
         .summary = "A weighted sum of all states; the network learns how much each word counts, "
                    "and the weights colour the words.",
         .formula = {"e_t = vᵀ tanh(W h_t + b), or vᵀ h_t with a score layer of 0,  a = "
                     "softmax(e),  s = Σ_t a_t h_t",
                     R"tex(\begin{aligned}
e_t &= \begin{cases} v^\top \tanh(W h_t + b) \\ v^\top h_t \quad \text{(score layer 0)}
\end{cases} \\
a_t &= \frac{\exp e_t}{\sum_j \exp e_j}, \qquad s = \sum_t a_t h_t
\end{aligned})tex"},
         .options = {},
         .tasks = {}},
        attentionPoolingSchema(),
        [](const AttentionPoolingOptions& options, const PoolingContext& context) {
            return std::static_pointer_cast<Pooling>(
                std::make_shared<AttentionPooling>(context.features, options.hiddenSize));
        });
}

} // namespace core
