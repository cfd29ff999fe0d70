#include "core/nn/layers/pooling.h"

#include "core/base/python_piece.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

class LastPooling : public Pooling {
public:
    PooledTexts forward(const TokenStates& texts) override
    {
        if (texts.last.defined())
            return {texts.last, {}};
        const torch::Tensor place
            = (texts.lengths.to(texts.states.device()) - 1).view({-1, 1, 1}); // [batch, 1, 1]
        return {texts.states.gather(1, place.expand({-1, 1, texts.states.size(2)})).squeeze(1), {}};
    }

    std::string pythonSource() const override { return pythonPiece("layers/pooling_last"); }
};

} // namespace

PoolingRegistry::Entry lastPooling()
{
    return PoolingRegistry::entry<NoOptions>(
        {.id = "last",
         .title = "Last state",
         .summary = "The state after the last true token (backward: after the first). Short texts "
                    "do well with it; of long ones an RNN forgets the beginning.",
         .formula = {"s = h_T;  bidirectional: s = [h→_T; h←_1]",
                     R"tex(s = h_T, \quad\text{bidirectional: } s = \left[\overrightarrow h_T;\,
\overleftarrow h_1\right])tex"}},
        Schema<NoOptions>(), [](const NoOptions&, const PoolingContext&) {
            return std::static_pointer_cast<Pooling>(std::make_shared<LastPooling>());
        });
}

} // namespace core
