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
    return {{EncoderRegistry::entry<RecurrentEncoderOptions>(
                 {.id = "gru",
                  .title = "GRU",
                  .summary = "Two gates and one state: mostly as good as an LSTM with a quarter "
                             "fewer parameters.",
                  .formula = "h_t = (1 − z) ⊙ n + z ⊙ h_{t−1};  r, z = σ(W x_t + U h_{t−1} + b),  "
                             "n = tanh(W x_t + b + r ⊙ (U h_{t−1} + c))",
                  .options = {},
                  .tasks = {}},
                 gruSchema(),
                 [](const RecurrentEncoderOptions& options, const EncoderContext& context) {
                     return std::make_shared<RecurrentEncoder>(CellKind::Gru, options, context);
                 }),
             {}},
            true};
}

} // namespace core
