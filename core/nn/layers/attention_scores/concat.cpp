#include "core/base/python_piece.h"
#include "core/nn/layers/attention_score.h"
#include "core/nn/layers/linear.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

/// e = v · tanh(W [s; h] + b). Parameters: hidden.weight, W [size, query + memory]; hidden.bias;
/// score.weight, v [1, size].
///
/// Source: Luong et al. (2015), arXiv:1508.04025, equation 8, "concat".
/// Differs: the bias b, which that equation leaves out. The product with [s; h] is computed as one
/// with s and one with h.
class ConcatScore : public AttentionScore {
public:
    ConcatScore(const AttentionSizes& sizes, int64_t size) : m_sizes(sizes), m_size(size)
    {
        m_hidden = register_module("hidden", torch::nn::Linear(sizes.query + sizes.memory, size));
        m_score = register_module("score",
                                  torch::nn::Linear(torch::nn::LinearOptions(size, 1).bias(false)));
    }

    torch::Tensor keys(const torch::Tensor& memory) override
    {
        return core::linear(memory, m_hidden->weight.narrow(1, m_sizes.query, m_sizes.memory),
                            m_hidden->bias);
    }
    torch::Tensor queryMatrix() const override
    {
        return m_hidden->weight.narrow(1, 0, m_sizes.query);
    }
    Match match() const override { return Match::Tanh; }
    torch::Tensor weights() const override { return m_score->weight[0]; }
    Formula formula() const override
    {
        return {"e_i = vᵀ tanh(W [s; h_i] + b)", R"tex(e_i = v^\top \tanh(W\,[s; h_i] + b))tex"};
    }
    int64_t activationsPerScore() const override { return m_size; }
    std::string pythonSource() const override
    {
        return pythonPiece(
            "layers/score_concat",
            {{"QUERY", m_sizes.query}, {"MEMORY", m_sizes.memory}, {"SIZE", m_size}});
    }

private:
    AttentionSizes m_sizes;
    int64_t m_size;
    torch::nn::Linear m_hidden{nullptr};
    torch::nn::Linear m_score{nullptr};
};

} // namespace

AttentionEntry concatAttention()
{
    return {AttentionRegistry::entry<TanhScoreOptions>(
        {.id = "concat",
         .title = "Concat",
         .summary = "A small network that reads both states side by side. Apart from its bias the "
                    "same function as additive.",
         .formula = {"e_i = vᵀ tanh(W [s; h_i] + b),  a = softmax(e),  c = Σ_i a_i h_i",
                     R"tex(e_i = v^\top \tanh(W\,[s; h_i] + b),
\quad a_i = \frac{\exp e_i}{\sum_j \exp e_j},
\quad c = \sum_i a_i h_i)tex"}},
        tanhScoreSchema(),
        [](const TanhScoreOptions& options,
           const AttentionSizes& sizes) -> std::shared_ptr<AttentionScore> {
            return std::make_shared<ConcatScore>(sizes,
                                                 options.size > 0 ? options.size : sizes.query);
        })};
}

} // namespace core
