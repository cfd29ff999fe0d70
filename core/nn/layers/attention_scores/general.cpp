#include "core/base/python_piece.h"
#include "core/nn/layers/attention_score.h"
#include "core/nn/layers/linear.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

/// e = sᵀ W h. Parameter: key.weight, W [query, memory].
///
/// Source: Luong et al. (2015), arXiv:1508.04025, equation 8, "general".
class GeneralScore : public AttentionScore {
public:
    explicit GeneralScore(const AttentionSizes& sizes) : m_sizes(sizes)
    {
        m_key = register_module(
            "key",
            torch::nn::Linear(torch::nn::LinearOptions(sizes.memory, sizes.query).bias(false)));
    }

    torch::Tensor keys(const torch::Tensor& memory) override { return linear(m_key, memory); }
    torch::Tensor queries(const torch::Tensor& states) override { return states; }
    Formula formula() const override { return {"e_i = sᵀ W h_i", R"tex(e_i = s^\top W h_i)tex"}; }
    std::string pythonSource() const override
    {
        return pythonPiece("layers/score_general",
                           {{"QUERY", m_sizes.query}, {"MEMORY", m_sizes.memory}});
    }

private:
    AttentionSizes m_sizes;
    torch::nn::Linear m_key{nullptr};
};

} // namespace

AttentionEntry generalAttention()
{
    return {AttentionRegistry::entry<NoOptions>(
        {.id = "general",
         .title = "Bilinear (general)",
         .summary = "The product of the two states with a learned matrix between them: any sizes, "
                    "quick, and a good first choice.",
         .formula = {"e_i = sᵀ W h_i,  a = softmax(e),  c = Σ_i a_i h_i",
                     R"tex(e_i = s^\top W h_i,
\quad a_i = \frac{\exp e_i}{\sum_j \exp e_j},
\quad c = \sum_i a_i h_i)tex"}},
        Schema<NoOptions>(),
        [](const NoOptions&, const AttentionSizes& sizes) -> std::shared_ptr<AttentionScore> {
            return std::make_shared<GeneralScore>(sizes);
        })};
}

} // namespace core
