#include "core/model/network_options.h"
#include "core/model/networks/recurrent_network.h"

namespace core {

namespace {

const Schema<RecurrentNetworkOptions>& gruSchema()
{
    static const auto schema = [] {
        auto all = recurrentSchema();
        all.add(&RecurrentNetworkOptions::pooling, poolingOption());
        return all;
    }();
    return schema;
}

} // namespace

NetworkEntry gruNetwork()
{
    return {NetworkRegistry::entry<RecurrentNetworkOptions>(
                {.id = "gru",
                 .title = "GRU",
                 .summary = "Two gates and one state: mostly as good as an LSTM with a quarter "
                            "fewer parameters.",
                 .formula = "h_t = (1 − z) ⊙ n + z ⊙ h_{t−1};  r, z = σ(W x_t + U h_{t−1} + b),  "
                            "n = tanh(W x_t + b + r ⊙ (U h_{t−1} + c))",
                 .options = {},
                 .tasks = {}},
                gruSchema(),
                [](const RecurrentNetworkOptions& options, const NetworkContext& context) {
                    return makeRecurrentNetwork(CellKind::Gru, options, context);
                }),
            {}};
}

} // namespace core
