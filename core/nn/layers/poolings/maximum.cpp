#include "core/nn/layers/pooling.h"

#include "core/base/python_piece.h"
#include "core/nn/tensors.h"

#include <limits>

namespace core {

namespace {

class MaximumPooling : public Pooling {
public:
    PooledTexts forward(const TokenStates& texts) override
    {
        const torch::Tensor states = texts.states.masked_fill(
            texts.mask.logical_not().unsqueeze(2), -std::numeric_limits<double>::infinity());
        return {std::get<0>(states.max(1)), {}};
    }

    std::string pythonSource() const override { return pythonPiece("layers/pooling_maximum"); }
};

} // namespace

PoolingRegistry::Entry maximumPooling()
{
    return PoolingRegistry::entry<NoOptions>(
        {.id = "maximum",
         .title = "Maximum",
         .summary = "The largest value of each feature over the true tokens: one telling word is "
                    "enough, wherever it stands.",
         .formula = {"s_k = max_t h_tk", R"tex(s_k = \max_{1 \le t \le T} h_{tk})tex"}},
        Schema<NoOptions>(), [](const NoOptions&, const PoolingContext&) {
            return std::static_pointer_cast<Pooling>(std::make_shared<MaximumPooling>());
        });
}

} // namespace core
