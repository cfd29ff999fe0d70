#include "core/base/python_piece.h"
#include "core/nn/layers/attention_score.h"

#include <cmath>

namespace core {

namespace {

/// e = s · h / √d, where d is the size of both.
///
/// Source: Vaswani et al. (2017), arXiv:1706.03762, section 3.2.1.
class ScaledDotScore : public AttentionScore {
public:
    explicit ScaledDotScore(int64_t size) : m_size(size) { }

    torch::Tensor keys(const torch::Tensor& memory) override { return memory; }
    torch::Tensor queries(const torch::Tensor& states) override
    {
        return states * (1.0 / std::sqrt(static_cast<double>(m_size)));
    }
    Formula formula() const override
    {
        return {"e_i = sᵀ h_i / √d", R"tex(e_i = s^\top h_i / \sqrt d)tex",
                "d = " + std::to_string(m_size)};
    }
    std::string pythonSource() const override { return pythonPiece("layers/score_scaled_dot"); }

private:
    int64_t m_size;
};

} // namespace

AttentionEntry scaledDotAttention()
{
    return {
        AttentionRegistry::entry<NoOptions>(
            {.id = "scaled_dot",
             .title = "Scaled dot product",
             .summary = "The product of the two states, divided by the root of their size so "
                        "that large states do not make the softmax hard. Nothing to learn; "
                        "states must be of one size.",
             .formula = {"e_i = sᵀ h_i / √d,  a = softmax(e),  c = Σ_i a_i h_i",
                         R"tex(e_i = \frac{s^\top h_i}{\sqrt d},
\quad a_i = \frac{\exp e_i}{\sum_j \exp e_j},
\quad c = \sum_i a_i h_i)tex"}},
            Schema<NoOptions>(),
            [](const NoOptions&, const AttentionSizes& sizes) -> std::shared_ptr<AttentionScore> {
                return std::make_shared<ScaledDotScore>(sizes.query);
            }),
        /*equalSizes=*/true};
}

} // namespace core
