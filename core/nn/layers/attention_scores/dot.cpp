#include "core/base/python_piece.h"
#include "core/nn/layers/attention_score.h"

namespace core {

namespace {

/// e = s · h.
///
/// Source: Luong et al. (2015), arXiv:1508.04025, equation 8, "dot".
class DotScore : public AttentionScore {
public:
    torch::Tensor keys(const torch::Tensor& memory) override { return memory; }
    torch::Tensor queries(const torch::Tensor& states) override { return states; }
    Formula formula() const override { return {"e_i = sᵀ h_i", R"tex(e_i = s^\top h_i)tex"}; }
    std::string pythonSource() const override { return pythonPiece("layers/score_dot"); }
};

} // namespace

AttentionEntry dotAttention()
{
    return {AttentionRegistry::entry<NoOptions>(
                {.id = "dot",
                 .title = "Dot product",
                 .summary = "The product of the two states; nothing to learn. Decoder and encoder "
                            "states must be of one size.",
                 .formula = {"e_i = sᵀ h_i,  a = softmax(e),  c = Σ_i a_i h_i",
                             R"tex(e_i = s^\top h_i,
\quad a_i = \frac{\exp e_i}{\sum_j \exp e_j},
\quad c = \sum_i a_i h_i)tex"}},
                Schema<NoOptions>(),
                [](const NoOptions&, const AttentionSizes&) -> std::shared_ptr<AttentionScore> {
                    return std::make_shared<DotScore>();
                }),
            /*equalSizes=*/true};
}

} // namespace core
