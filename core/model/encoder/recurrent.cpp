#include "core/model/encoder/recurrent.h"

#include "core/model/network_options.h"
#include "core/model/python_text.h"
#include "core/nn/cells/torch_cells.h"
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

namespace {

// The parts of a carried state: hidden, and of an LSTM cell, [rows, layers, size] each.

CarriedState carriedState(const RecurrentState& last)
{
    CarriedState carried;
    for (const torch::Tensor& states : {last.hidden, last.cell})
        if (states.defined())
            carried.parts.push_back(states.transpose(0, 1));
    return carried;
}

} // namespace

RecurrentEncoder::RecurrentEncoder(CellKind cell, const RecurrentEncoderOptions& options,
                                   const EncoderContext& encoderContext)
    : Encoder(encoderContext), m_cell(cell), m_options(options)
{
    RecurrentOptions layers;
    layers.cell = cell;
    layers.inputSize = inputSize();
    layers.hiddenSize = options.hiddenSize;
    layers.layers = options.layers;
    layers.bidirectional = options.bidirectional;
    layers.dropout = options.layers > 1 ? options.dropout : 0.0;
    layers.lockedDropout = options.lockedDropout;
    layers.projectionSize = options.projectionSize;
    m_rnn = register_module("rnn", Recurrent(layers));
    if (beginsWithClass()) {
        const int64_t cellSize = cell == CellKind::Lstm ? options.hiddenSize : 0;
        m_initial = register_module("initial",
                                    Embedding(context().classes + 1,
                                              options.layers * (m_rnn->outputSize() + cellSize),
                                              context().weights));
    }
}

RecurrentState RecurrentEncoder::initialState(const SequenceBatch& batch,
                                              const CarriedState* carried)
{
    std::vector<torch::Tensor> parts; // [rows, layers, size]
    if (carried != nullptr && !carried->isEmpty()) {
        parts = carried->parts;
    } else if (!m_initial.is_empty() && batch.classes.defined()) {
        const torch::Tensor all = classVectors(m_initial, batch);
        const int64_t hidden = m_options.layers * m_rnn->outputSize();
        for (const torch::Tensor& part :
             {all.narrow(1, 0, hidden), all.narrow(1, hidden, all.size(1) - hidden)})
            if (part.size(1) > 0)
                parts.push_back(part.reshape({part.size(0), m_options.layers, -1}));
    }
    const auto state = [&](size_t index) {
        return parts.size() > index ? parts[index].transpose(0, 1).contiguous() : torch::Tensor();
    };
    return {state(0), state(1)}; // [layers, rows, size]
}

const CellGraph& RecurrentEncoder::cell() const
{
    return torchCell(m_cell, m_options.projectionSize > 0);
}

CellOutput RecurrentEncoder::look(const SequenceBatch& batch, const CellLook& look,
                                  const CarriedState* carried)
{
    const Dropping dropping = m_options.lockedDropout ? Dropping::Locked : Dropping::EachToken;
    const RecurrentState initial = initialState(batch, carried);
    return plainCells(cell(),
                      cellTensors(cell(), *m_rnn, m_options.layers, m_options.bidirectional),
                      m_options.bidirectional, embed(batch, carried, dropping), batch.lengths,
                      {initial.hidden, initial.cell}, look);
}

Encoded RecurrentEncoder::forward(const SequenceBatch& batch, std::vector<AttentionResult>*,
                                  CarriedState* carried)
{
    const RecurrentOutput encoded = read(batch, carried);
    if (carried != nullptr)
        *carried = carriedState(encoded.state);
    const torch::Tensor& hidden = encoded.state.hidden; // [layers * directions, batch, size]
    return {{encoded.output, batch.mask(), batch.lengths,
             m_options.bidirectional ? torch::cat({hidden[-2], hidden[-1]}, 1) : hidden[-1]}};
}

std::vector<LayerSummary> RecurrentEncoder::describe(const std::string& length) const
{
    std::vector<LayerSummary> layers = inputSummary(length);
    layers.push_back(
        layerSummary("rnn", recurrentTitle(m_cell, m_options.layers, m_options.bidirectional),
                     "batch x " + length + " x " + std::to_string(features()), *m_rnn));
    if (!m_initial.is_empty()) {
        layers.push_back(layerSummary("initial", "Initial state of the class",
                                      "batch x " + std::to_string(m_initial->features()),
                                      *m_initial));
        layers.back().place = LayerPlace::Beside;
    }
    return layers;
}

/// The vectors with their dropout; for each layer and direction its gates, states and output,
/// and the output once more with its dropout.
int64_t RecurrentEncoder::activationsPerToken(int64_t) const
{
    const int64_t layer
        = directions() * factsOf(m_cell).keptPerUnit * m_options.hiddenSize + 2 * features();
    return 2 * inputSize() + m_options.layers * layer;
}

std::string RecurrentEncoder::pythonSource() const
{
    const char* const body = R"(class Encoder(<<base>>):
    """Embedding, recurrent layers on true lengths."""

    def __init__(self):
        super().__init__()
<<embedding>><<initial>>        self.rnn = nn.<<class>>(
            <<dimension>>, <<hidden>>, <<layers>>, batch_first=True,
            dropout=<<between>>, bidirectional=<<bidirectional>><<extra>>,
        )

    def read(self, ids, lengths<<words>>, classes=None):
        """States of all tokens, and the last ones of all layers and directions."""
        words = <<embed all>>
        packed = nn.utils.rnn.pack_padded_sequence(
            words, lengths.cpu(), batch_first=True, enforce_sorted=False,
        )
        states, last = self.rnn(packed<<begin>>)
        states, _ = nn.utils.rnn.pad_packed_sequence(
            states, batch_first=True, total_length=ids.size(1)
        )
        return states, last

    def step(self, ids<<words>>, state=None, classes=None):
        """States of more tokens, and what is known behind them (None: nothing yet)."""
        words = <<embed more>>
        return self.rnn(words, <<begin or state>>)

    def forward(self, ids, lengths, mask<<words>>, classes=None):
        states, last = self.read(ids, lengths<<words>>, classes=classes)
        last = <<hidden state>>
        return states, <<last>>
)";
    const int64_t hiddenSize = m_options.layers * m_rnn->outputSize();
    const bool lstm = m_cell == CellKind::Lstm;
    const std::string begins = lstm ? R"(
    def begin(self, classes):
        """The states that texts of these classes begin with."""
        parts = self.initial(classes + 1).split((<<hidden>>, <<cell>>), 1)
        return tuple(part.reshape(len(classes), <<layers>>, -1).transpose(0, 1).contiguous()
                     for part in parts)
)"
                                    : R"(
    def begin(self, classes):
        """The states that texts of these classes begin with."""
        state = self.initial(classes + 1).reshape(len(classes), <<layers>>, -1)
        return state.transpose(0, 1).contiguous()
)";
    const std::string initial = "        self.initial = nn.Embedding("
        + std::to_string(context().classes + 1) + ", "
        + std::to_string(m_initial.is_empty() ? 0 : m_initial->features()) + ", padding_idx=0)\n";
    std::string extra;
    if (m_options.projectionSize > 0)
        extra = ", proj_size=" + std::to_string(m_options.projectionSize);
    if (m_cell == CellKind::RnnRelu)
        extra = ", nonlinearity=\"relu\"";
    const std::string between = m_options.layers > 1 ? numberText(m_options.dropout) : "0.0";
    const PythonInput input = pythonInput();
    const bool own = beginsWithClass();
    const std::string beginning = own
        ? filledIn(begins,
                   {{"hidden", std::to_string(hiddenSize)},
                    {"cell", std::to_string(m_options.layers * m_options.hiddenSize)},
                    {"layers", std::to_string(m_options.layers)}})
        : std::string();
    return input.classes
        + filledIn(body + beginning,
                   {{"base", input.base},
                    {"words", input.words},
                    {"embedding", input.constructor},
                    {"initial", own ? initial : std::string()},
                    {"embed all", pythonConditioned("True")},
                    {"embed more", pythonConditioned("state is None")},
                    {"begin", own ? ", self.begin(classes)" : ""},
                    {"begin or state",
                     own ? "self.begin(classes) if state is None else state" : "state"},
                    {"class", factsOf(m_cell).pythonClass},
                    {"dimension", std::to_string(inputSize())},
                    {"hidden", std::to_string(m_options.hiddenSize)},
                    {"layers", std::to_string(m_options.layers)},
                    {"between", between},
                    {"bidirectional", pythonBoolean(m_options.bidirectional)},
                    {"extra", extra},
                    {"hidden state", m_cell == CellKind::Lstm ? "last[0]" : "last"},
                    {"last",
                     m_options.bidirectional ? "torch.cat((last[-2], last[-1]), 1)" : "last[-1]"}});
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
             classifierDropout("Between the layers and before the output."))
        .add(&RecurrentEncoderOptions::lockedDropout,
             {.name = "locked_dropout",
              .label = "Locked dropout",
              .help = "Dropout harms more than it helps, as in language models with large states: "
                      "drop the same features at every token of a text (variational dropout), of "
                      "the embedding as well.",
              .advanced = true});
}

} // namespace core
