#include "core/base/python_piece.h"
#include "core/nn/layers/attention_score.h"
#include "core/nn/layers/linear.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

/// e = v · tanh(W₁ s + W₂ h). Parameters: query.weight, W₁ [size, query]; key.weight, W₂ [size,
/// memory]; score.weight, v [1, size].
///
/// Source: Bahdanau et al. (2015), arXiv:1409.0473, appendix A.1.2.
class AdditiveScore : public AttentionScore {
public:
    AdditiveScore(const AttentionSizes& sizes, int64_t size) : m_sizes(sizes), m_size(size)
    {
        const auto add = [&](const char* name, int64_t in, int64_t out) {
            return register_module(
                name, torch::nn::Linear(torch::nn::LinearOptions(in, out).bias(false)));
        };
        m_query = add("query", sizes.query, size);
        m_key = add("key", sizes.memory, size);
        m_score = add("score", size, 1);
    }

    torch::Tensor keys(const torch::Tensor& memory) override { return linear(m_key, memory); }
    torch::Tensor queryMatrix() const override { return m_query->weight; }
    Match match() const override { return Match::Tanh; }
    torch::Tensor weights() const override { return m_score->weight[0]; }
    Formula formula() const override
    {
        return {"e_i = vᵀ tanh(W₁ s + W₂ h_i)", R"tex(e_i = v^\top \tanh(W_1 s + W_2 h_i))tex"};
    }
    int64_t activationsPerScore() const override { return m_size; }
    std::string pythonSource() const override
    {
        return pythonPiece(
            "layers/score_additive",
            {{"QUERY", m_sizes.query}, {"MEMORY", m_sizes.memory}, {"SIZE", m_size}});
    }

private:
    AttentionSizes m_sizes;
    int64_t m_size;
    torch::nn::Linear m_query{nullptr};
    torch::nn::Linear m_key{nullptr};
    torch::nn::Linear m_score{nullptr};
};

} // namespace

AttentionEntry additiveAttention()
{
    return {AttentionRegistry::entry<TanhScoreOptions>(
        {.id = "additive",
         .title = "Additive (MLP)",
         .summary = "A small network with one hidden layer scores each pair of states: the first "
                    "attention of translation. Slower than products; often better with small "
                    "states.",
         .formula = {"e_i = vᵀ tanh(W₁ s + W₂ h_i),  a = softmax(e),  c = Σ_i a_i h_i",
                     R"tex(e_i = v^\top \tanh(W_1 s + W_2 h_i),
\quad a_i = \frac{\exp e_i}{\sum_j \exp e_j},
\quad c = \sum_i a_i h_i)tex"}},
        tanhScoreSchema(),
        [](const TanhScoreOptions& options,
           const AttentionSizes& sizes) -> std::shared_ptr<AttentionScore> {
            return std::make_shared<AdditiveScore>(sizes,
                                                   options.size > 0 ? options.size : sizes.query);
        })};
}

} // namespace core
