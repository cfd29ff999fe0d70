#include "core/nn/layers/pooling.h"

#include "core/base/python_piece.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

class MeanPooling : public Pooling {
public:
    PooledTexts forward(const TokenStates& texts) override
    {
        const torch::Tensor shares = texts.mask.to(texts.states.scalar_type())
            / texts.lengths.to(texts.states.device()).unsqueeze(1); // [batch, length]
        return {torch::bmm(shares.unsqueeze(1), texts.states).squeeze(1), {}};
    }

    std::string pythonSource() const override { return pythonPiece("layers/pooling_mean"); }
};

} // namespace

PoolingRegistry::Entry meanPooling()
{
    return PoolingRegistry::entry<NoOptions>(
        {.id = "mean",
         .title = "Mean",
         .summary = "The mean of all true tokens' states. Every word counts the same, so that "
                    "gradients reach each of them.",
         .formula = {"s = 1/T · Σ_t h_t", R"tex(s = \frac1T \sum_{t=1}^{T} h_t)tex"}},
        Schema<NoOptions>(), [](const NoOptions&, const PoolingContext&) {
            return std::static_pointer_cast<Pooling>(std::make_shared<MeanPooling>());
        });
}

} // namespace core
