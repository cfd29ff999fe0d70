#include "core/model/encoder/recurrent.h"
#include "core/model/network_options.h"

namespace core {

namespace {

const Schema<RecurrentEncoderOptions>& gruSchema()
{
    static const auto schema = [] {
        auto all = recurrentSchema();
        all.add(&RecurrentEncoderOptions::pooling, poolingOption());
        return all;
    }();
    return schema;
}

} // namespace

EncoderEntry gruEncoder()
{
    return recurrentEntry(
        {.id = "gru",
         .title = "GRU",
         .summary = "Two gates and one state: usually as good as an LSTM with a quarter fewer "
                    "parameters.",
         .formula = {"r_t = σ(W_r x_t + U_r h_{t−1} + b_r),  z_t = σ(W_z x_t + U_z "
                     "h_{t−1} + b_z),  n_t = tanh(W_n x_t + b_n + r_t ⊙ (U_n h_{t−1} + "
                     "c_n)),  h_t = (1 − z_t) ⊙ n_t + z_t ⊙ h_{t−1}",
                     R"tex(\begin{aligned}
r_t &= \sigma(W_r x_t + U_r h_{t-1} + b_r) \\
z_t &= \sigma(W_z x_t + U_z h_{t-1} + b_z) \\
n_t &= \tanh(W_n x_t + b_n + r_t \odot (U_n h_{t-1} + c_n)) \\
h_t &= (1 - z_t) \odot n_t + z_t \odot h_{t-1}
\end{aligned})tex"}},
        gruSchema(), [](const RecurrentEncoderOptions&) -> RecurrentEncoder::LayerMaker {
            return [](const StackedSizes& sizes) { return torchLayers(CellKind::Gru, sizes); };
        });
}

} // namespace core
