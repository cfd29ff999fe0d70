#include "core/model/encoder/recurrent.h"

#include "core/model/network_options.h"
#include "core/model/python_text.h"
#include "core/nn/tensors.h"

namespace core {

CellFacts factsOf(CellKind cell)
{
    switch (cell) {
    case CellKind::Lstm:
        return {"LSTM", "LSTM", 6};
    case CellKind::Gru:
        return {"GRU", "GRU", 5};
    case CellKind::RnnTanh:
    case CellKind::RnnRelu:
        break;
    }
    return {"RNN", "RNN", 2};
}

std::string recurrentTitle(CellKind cell, int64_t layers, bool bidirectional)
{
    const std::string title
        = (bidirectional ? "Bidirectional " : "") + std::string(factsOf(cell).title);
    return layers > 1 ? title + ", " + std::to_string(layers) + " layers" : title;
}

RecurrentEncoder::RecurrentEncoder(CellKind cell, const RecurrentEncoderOptions& options,
                                   const EncoderContext& encoderContext)
    : Encoder(encoderContext), m_cell(cell), m_options(options)
{
    RecurrentOptions layers;
    layers.cell = cell;
    layers.inputSize = dimension();
    layers.hiddenSize = options.hiddenSize;
    layers.layers = options.layers;
    layers.bidirectional = options.bidirectional;
    layers.dropout = options.layers > 1 ? options.dropout : 0.0;
    layers.projectionSize = options.projectionSize;
    m_rnn = register_module("rnn", Recurrent(layers));
}

Encoded RecurrentEncoder::forward(const SequenceBatch& batch, std::vector<AttentionResult>*)
{
    const RecurrentOutput encoded = read(batch);
    const torch::Tensor& hidden = encoded.state.hidden; // [layers * directions, batch, size]
    return {{encoded.output, batch.mask(), batch.lengths,
             m_options.bidirectional ? torch::cat({hidden[-2], hidden[-1]}, 1) : hidden[-1]}};
}

std::vector<LayerSummary> RecurrentEncoder::describe(const std::string& length) const
{
    return {embeddingSummary(length),
            layerSummary("rnn", recurrentTitle(m_cell, m_options.layers, m_options.bidirectional),
                         "batch x " + length + " x " + std::to_string(features()), *m_rnn)};
}

/// The vectors with their dropout; for each layer and direction its gates, states and output,
/// and the output once more with its dropout.
int64_t RecurrentEncoder::activationsPerToken(int64_t) const
{
    const int64_t layer
        = directions() * factsOf(m_cell).keptPerUnit * m_options.hiddenSize + 2 * features();
    return 2 * dimension() + m_options.layers * layer;
}

std::string RecurrentEncoder::pythonSource() const
{
    const char* const body = R"(class Encoder(nn.Module):
    """Embedding, recurrent layers on true lengths."""

    def __init__(self):
        super().__init__()
<<embedding>>        self.rnn = nn.<<class>>(
            <<dimension>>, <<hidden>>, <<layers>>, batch_first=True,
            dropout=<<between>>, bidirectional=<<bidirectional>><<extra>>,
        )

    def read(self, ids, lengths):
        """States of all tokens, and the last ones of all layers and directions."""
        packed = nn.utils.rnn.pack_padded_sequence(
            self.embedding_dropout(self.embedding(ids)), lengths.cpu(),
            batch_first=True, enforce_sorted=False,
        )
        states, last = self.rnn(packed)
        states, _ = nn.utils.rnn.pad_packed_sequence(
            states, batch_first=True, total_length=ids.size(1)
        )
        return states, last

    def forward(self, ids, lengths, mask):
        states, last = self.read(ids, lengths)
        last = <<hidden state>>
        return states, <<last>>
)";
    std::string extra;
    if (m_options.projectionSize > 0)
        extra = ", proj_size=" + std::to_string(m_options.projectionSize);
    if (m_cell == CellKind::RnnRelu)
        extra = ", nonlinearity=\"relu\"";
    const std::string between = m_options.layers > 1 ? numberText(m_options.dropout) : "0.0";
    return filledIn(
        body,
        {{"embedding", pythonEmbedding()},
         {"class", factsOf(m_cell).pythonClass},
         {"dimension", std::to_string(dimension())},
         {"hidden", std::to_string(m_options.hiddenSize)},
         {"layers", std::to_string(m_options.layers)},
         {"between", between},
         {"bidirectional", pythonBoolean(m_options.bidirectional)},
         {"extra", extra},
         {"hidden state", m_cell == CellKind::Lstm ? "last[0]" : "last"},
         {"last", m_options.bidirectional ? "torch.cat((last[-2], last[-1]), 1)" : "last[-1]"}});
}

Schema<RecurrentEncoderOptions> recurrentSchema()
{
    return Schema<RecurrentEncoderOptions>()
        .add(&RecurrentEncoderOptions::layers,
             layersOption("Each reads the states of the one below. Training accuracy stays low: "
                          "add one. Slow: take one away.",
                          kMostRecurrentLayers))
        .add(&RecurrentEncoderOptions::hiddenSize,
             hiddenSizeOption("Size of the state, of each direction. Training accuracy stays low: "
                              "raise it. Slow or overfitting: lower it."))
        .add(&RecurrentEncoderOptions::bidirectional,
             bidirectionalOption("Bidirectional", "text", "Twice the time."))
        .add(&RecurrentEncoderOptions::dropout,
             classifierDropout("Between the layers and before the output."));
}

} // namespace core
