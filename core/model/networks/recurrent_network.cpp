#include "core/model/networks/recurrent_network.h"

#include "core/model/cell_facts.h"
#include "core/model/embedding_classifier.h"
#include "core/model/network_options.h"
#include "core/model/python_text.h"
#include "core/nn/dropout.h"
#include "core/nn/pooling.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

class RecurrentNetwork : public EmbeddingClassifier {
public:
    RecurrentNetwork(CellKind cell, const RecurrentNetworkOptions& options,
                     const NetworkContext& networkContext)
        : EmbeddingClassifier(networkContext), m_cell(cell), m_options(options)
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
        m_pooling = poolingRegistry().make(options.pooling, PoolingContext{features()});
        register_module("pooling", m_pooling);
        addOutput(features());
    }

    std::vector<LayerSummary> describe() const override;
    std::string pythonSource() const override;

    /// The vectors with their dropout; for each layer and direction its gates, states and output,
    /// and the output once more with its dropout.
    int64_t activationsPerToken(int64_t) const override
    {
        const int64_t layer
            = directions() * factsOf(m_cell).keptPerUnit * m_options.hiddenSize + 2 * features();
        return 2 * dimension() + m_options.layers * layer;
    }

protected:
    torch::Tensor run(const SequenceBatch& batch, OpenedNetwork* opened) override
    {
        const RecurrentOutput encoded
            = m_rnn(embed(batch.ids), batch.lengths); // [batch, length, features]
        const PooledTexts pooled = m_pooling->forward(
            {encoded.output, batch.mask(), batch.lengths, lastState(encoded.state.hidden)});
        if (opened != nullptr)
            opened->tokenWeights = pooled.weights;
        return output(dropOut(pooled.vectors, whileTraining(m_options.dropout)));
    }

private:
    int64_t directions() const { return m_options.bidirectional ? 2 : 1; }
    int64_t features() const { return directions() * m_rnn->outputSize(); }

    /// Of the top layer: [layers * directions, batch, size] -> [batch, features].
    torch::Tensor lastState(const torch::Tensor& hidden) const
    {
        if (!m_options.bidirectional)
            return hidden[-1];
        return torch::cat({hidden[-2], hidden[-1]}, 1);
    }

    CellKind m_cell;
    RecurrentNetworkOptions m_options;
    Recurrent m_rnn{nullptr};
    std::shared_ptr<Pooling> m_pooling;
};

std::vector<LayerSummary> RecurrentNetwork::describe() const
{
    const std::string size = std::to_string(features());
    std::string type = factsOf(m_cell).title;
    if (m_options.bidirectional)
        type = "Bidirectional " + type;
    if (m_options.layers > 1)
        type += ", " + std::to_string(m_options.layers) + " layers";
    return {embeddingSummary(), layerSummary("rnn", type, "batch x length x " + size, *m_rnn),
            layerSummary("pooling",
                         poolingRegistry().find(m_options.pooling.kind).description.title,
                         "batch x " + size, *m_pooling),
            outputSummary()};
}

std::string RecurrentNetwork::pythonSource() const
{
    const char* const body = R"(

class Network(nn.Module):
    """Embedding, recurrent layers on true lengths, pooling, dropout, linear layer."""

    def __init__(self):
        super().__init__()
<<embedding>>        self.rnn = nn.<<class>>(
            <<dimension>>, <<hidden>>, <<layers>>, batch_first=True,
            dropout=<<between>>, bidirectional=<<bidirectional>><<extra>>,
        )
        self.pooling = Pooling()
        self.dropout = nn.Dropout(<<dropout>>)
<<output>>
    def forward(self, ids, lengths):
<<mask>>        packed = nn.utils.rnn.pack_padded_sequence(
            self.embedding_dropout(self.embedding(ids)), lengths.cpu(),
            batch_first=True, enforce_sorted=False,
        )
        states, last = self.rnn(packed)
        states, _ = nn.utils.rnn.pad_packed_sequence(
            states, batch_first=True, total_length=ids.size(1)
        )
        last = <<hidden state>>
        last = <<last>>
        return self.output(self.dropout(self.pooling(states, mask, last)))
)";
    std::string extra;
    if (m_options.projectionSize > 0)
        extra = ", proj_size=" + std::to_string(m_options.projectionSize);
    if (m_cell == CellKind::RnnRelu)
        extra = ", nonlinearity=\"relu\"";
    const std::string between = m_options.layers > 1 ? numberText(m_options.dropout) : "0.0";
    return m_pooling->pythonSource()
        + filledIn(body,
                   {{"embedding", pythonEmbedding()},
                    {"class", factsOf(m_cell).pythonClass},
                    {"dimension", std::to_string(dimension())},
                    {"hidden", std::to_string(m_options.hiddenSize)},
                    {"layers", std::to_string(m_options.layers)},
                    {"between", between},
                    {"bidirectional", pythonBoolean(m_options.bidirectional)},
                    {"extra", extra},
                    {"dropout", numberText(m_options.dropout)},
                    {"output", pythonOutput()},
                    {"mask", kPythonMask},
                    {"hidden state", m_cell == CellKind::Lstm ? "last[0]" : "last"},
                    {"last",
                     m_options.bidirectional ? "torch.cat((last[-2], last[-1]), 1)" : "last[-1]"}});
}

} // namespace

Schema<RecurrentNetworkOptions> recurrentSchema()
{
    return Schema<RecurrentNetworkOptions>()
        .add(&RecurrentNetworkOptions::layers,
             layersOption("Each reads the states of the one below. Training accuracy stays low: "
                          "add one. Slow: take one away.",
                          kMostRecurrentLayers))
        .add(&RecurrentNetworkOptions::hiddenSize,
             hiddenSizeOption("Size of the state, of each direction. Training accuracy stays low: "
                              "raise it. Slow or overfitting: lower it."))
        .add(&RecurrentNetworkOptions::bidirectional,
             bidirectionalOption("Bidirectional", "text", "Twice the time."))
        .add(&RecurrentNetworkOptions::dropout,
             classifierDropout("Between the layers and before the output."));
}

std::shared_ptr<Classifier> makeRecurrentNetwork(CellKind cell,
                                                 const RecurrentNetworkOptions& options,
                                                 const NetworkContext& context)
{
    return std::make_shared<RecurrentNetwork>(cell, options, context);
}

} // namespace core
