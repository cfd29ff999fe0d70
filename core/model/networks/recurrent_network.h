#pragma once

#include "core/model/networks/network_entries.h"
#include "core/nn/recurrent.h"

namespace core {

/// Options of rnn, lstm and gru. Each kind describes those that it has.
struct RecurrentNetworkOptions {
    int64_t layers = 1;
    int64_t hiddenSize = 128;
    bool bidirectional = true;
    double dropout = 0.3;
    int64_t projectionSize = 0; ///< lstm
    std::string nonlinearity = "tanh"; ///< rnn: "tanh" or "relu"
    Selection pooling{"last", Json::object()};
};

/// The options that all three have, but for `pooling`: it belongs at the end, after a kind's own.
Schema<RecurrentNetworkOptions> recurrentSchema();

/// Embedding, recurrent layers on true lengths, pooling, dropout, linear layer. Parameters:
/// embedding, rnn.* (as torch.nn.RNN, LSTM, GRU), pooling.*, output.
std::shared_ptr<Classifier> makeRecurrentNetwork(CellKind cell,
                                                 const RecurrentNetworkOptions& options,
                                                 const NetworkContext& context);

} // namespace core
