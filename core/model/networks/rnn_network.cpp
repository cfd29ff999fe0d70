#include "core/model/network_options.h"
#include "core/model/networks/recurrent_network.h"

namespace core {

namespace {

const Schema<RecurrentNetworkOptions>& rnnSchema()
{
    static const auto schema = [] {
        auto all = recurrentSchema();
        all.add(&RecurrentNetworkOptions::nonlinearity,
                {.name = "nonlinearity",
                 .label = "Nonlinearity",
                 .help = "Gradients vanish over long texts: try ReLU, and watch that they do not "
                         "explode instead.",
                 .choices = {{"tanh", "tanh"}, {"relu", "ReLU"}}});
        all.add(&RecurrentNetworkOptions::pooling, poolingOption());
        return all;
    }();
    return schema;
}

} // namespace

NetworkEntry rnnNetwork()
{
    return {NetworkRegistry::entry<RecurrentNetworkOptions>(
                {.id = "rnn",
                 .title = "RNN (Elman)",
                 .summary = "Reads word by word and keeps one state. The simplest memory: it "
                            "shows how gradients vanish over long texts, and why gates help.",
                 .formula = "h_t = tanh(W x_t + b + U h_{t−1} + c)",
                 .options = {},
                 .tasks = {}},
                rnnSchema(),
                [](const RecurrentNetworkOptions& options, const NetworkContext& context) {
                    const CellKind cell
                        = options.nonlinearity == "relu" ? CellKind::RnnRelu : CellKind::RnnTanh;
                    return makeRecurrentNetwork(cell, options, context);
                }),
            {}};
}

} // namespace core
