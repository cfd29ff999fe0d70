#include "core/model/encoder/recurrent.h"

#include "core/model/encoder/cells/cell_entry.h"
#include "core/model/network_options.h"
#include "core/model/python_text.h"
#include "core/nn/tensors.h"

#include <numeric>

namespace core {

std::string recurrentTitle(const std::string& cell, int64_t layers, bool bidirectional)
{
    const std::string title = (bidirectional ? "Bidirectional " : "") + cell;
    return layers > 1 ? title + ", " + std::to_string(layers) + " layers" : title;
}

StackedSizes stackedSizes(const RecurrentEncoderOptions& options, int64_t inputSize)
{
    return {.inputSize = inputSize,
            .hiddenSize = options.hiddenSize,
            .layers = options.layers,
            .bidirectional = options.bidirectional,
            .dropout = options.dropout,
            .lockedDropout = options.lockedDropout,
            .projectionSize = options.projectionSize};
}

RecurrentEncoder::RecurrentEncoder(const LayerMaker& make, const RecurrentEncoderOptions& options,
                                   const EncoderContext& encoderContext)
    : Encoder(encoderContext)
    , m_options(options)
    , m_layers(make(stackedSizes(options, inputSize())))
{
    register_module("rnn", m_layers->module());
    if (!beginsWithClass())
        return;
    const std::vector<int64_t> sizes = m_layers->stateSizes();
    m_initial = register_module(
        "initial",
        Embedding(context().classes + 1,
                  options.layers * std::accumulate(sizes.begin(), sizes.end(), int64_t{0}),
                  context().weights));
}

// The parts of a carried state: each of the cell's states, h first, [rows, layers, size].

CellStates RecurrentEncoder::initialStates(const SequenceBatch& batch, const CarriedState* carried)
{
    std::vector<torch::Tensor> parts; // [rows, layers, size]
    if (carried != nullptr && !carried->isEmpty()) {
        parts = carried->parts;
    } else if (!m_initial.is_empty() && batch.classes.defined()) {
        std::vector<int64_t> sizes = m_layers->stateSizes();
        for (int64_t& size : sizes)
            size *= m_options.layers;
        for (const torch::Tensor& part : classVectors(m_initial, batch).split_with_sizes(sizes, 1))
            parts.push_back(part.reshape({part.size(0), m_options.layers, -1}));
    }
    CellStates states; // [layers, rows, size]
    for (const torch::Tensor& part : parts)
        states.push_back(part.transpose(0, 1).contiguous());
    return states;
}

torch::Tensor RecurrentEncoder::vectors(const SequenceBatch& batch, const CarriedState* carried)
{
    return embed(batch, carried, m_options.lockedDropout ? Dropping::Locked : Dropping::EachToken);
}

CellOutput RecurrentEncoder::look(const SequenceBatch& batch, const CellLook& look,
                                  const CarriedState* carried)
{
    return plainCells(
        cell(), cellTensors(cell(), *m_layers->module(), m_options.layers, m_options.bidirectional),
        m_options.bidirectional, vectors(batch, carried), batch.lengths,
        initialStates(batch, carried), look);
}

Encoded RecurrentEncoder::forward(const SequenceBatch& batch, AttentionLook*, CarriedState* carried)
{
    const CellOutput read = this->read(batch, carried);
    if (carried != nullptr) {
        carried->parts.clear();
        for (const torch::Tensor& state : read.states)
            carried->parts.push_back(state.transpose(0, 1));
    }
    return encoded(batch, read.output, read.states.front());
}

Encoded RecurrentEncoder::forwardSeen(const SequenceBatch& batch, const CellLook& look)
{
    const CellOutput seen = this->look(batch, look);
    return encoded(batch, seen.output, seen.states.front());
}

Encoded RecurrentEncoder::encoded(const SequenceBatch& batch, const torch::Tensor& output,
                                  const torch::Tensor& hidden) const
{
    return {{output, batch.mask(), batch.lengths,
             m_options.bidirectional ? torch::cat({hidden[-2], hidden[-1]}, 1) : hidden[-1]}};
}

std::vector<LayerSummary> RecurrentEncoder::describe(const std::string& length) const
{
    std::vector<LayerSummary> layers = inputSummary(length);
    layers.push_back(layerSummary(
        "rnn", recurrentTitle(m_layers->title(), m_options.layers, m_options.bidirectional),
        "batch x " + length + " x " + std::to_string(features()), *m_layers->module()));
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
        = directions() * m_layers->keptPerUnit() * m_options.hiddenSize + 2 * features();
    return 2 * inputSize() + m_options.layers * layer;
}

/// A method begin(classes): the states that texts of these classes begin with.
std::string RecurrentEncoder::pythonBegin() const
{
    const char* const several = R"(
    def begin(self, classes):
        """The states that texts of these classes begin with."""
        parts = self.initial(classes + 1).split((<<sizes>>), 1)
        return tuple(part.reshape(len(classes), <<layers>>, -1).transpose(0, 1).contiguous()
                     for part in parts)
)";
    const char* const one = R"(
    def begin(self, classes):
        """The states that texts of these classes begin with."""
        state = self.initial(classes + 1).reshape(len(classes), <<layers>>, -1)
        return state.transpose(0, 1).contiguous()
)";
    std::string sizes;
    for (const int64_t size : m_layers->stateSizes())
        sizes += (sizes.empty() ? "" : " ") + std::to_string(m_options.layers * size) + ",";
    return filledIn(m_layers->python().tuple ? several : one,
                    {{"sizes", sizes}, {"layers", std::to_string(m_options.layers)}});
}

std::string RecurrentEncoder::pythonSource() const
{
    const char* const body = R"(class Encoder(<<base>>):
    """Embedding, recurrent layers on true lengths."""

    def __init__(self):
        super().__init__()
<<embedding>><<initial>>        self.rnn = <<rnn>>

    def read(self, ids, lengths<<words>>, classes=None):
        """States of all tokens, and the last ones of all layers and directions."""
        words = <<embed all>>
<<read>>
    def step(self, ids<<words>>, state=None, classes=None):
        """States of more tokens, and what is known behind them (None: nothing yet)."""
        words = <<embed more>>
        return self.rnn(words, <<before state>><<begin or state>>)

    def forward(self, ids, lengths, mask<<words>>, classes=None):
        states, last = self.read(ids, lengths<<words>>, classes=classes)
        last = <<hidden state>>
        return states, <<last>>
)";
    const std::string initial = "        self.initial = nn.Embedding("
        + std::to_string(context().classes + 1) + ", "
        + std::to_string(m_initial.is_empty() ? 0 : m_initial->features()) + ", padding_idx=0)\n";
    const PythonInput input = pythonInput();
    const LayersPython layers = m_layers->python();
    const bool own = beginsWithClass();
    return input.classes + layers.classes
        + filledIn(
               body,
               {{"base", input.base},
                {"words", input.words},
                {"embedding", input.constructor},
                {"initial", own ? initial : std::string()},
                {"rnn", layers.constructor},
                {"embed all", pythonConditioned("True")},
                {"embed more", pythonConditioned("state is None")},
                {"read", filledIn(layers.read, {{"begin", own ? ", self.begin(classes)" : ""}})},
                {"before state", layers.beforeState},
                {"begin or state",
                 own ? "self.begin(classes) if state is None else state" : "state"},
                {"hidden state", layers.tuple ? "last[0]" : "last"},
                {"last",
                 m_options.bidirectional ? "torch.cat((last[-2], last[-1]), 1)" : "last[-1]"}})
        + (own ? pythonBegin() : std::string());
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

EncoderEntry recurrentEntry(
    const KindDescription& description, const Schema<RecurrentEncoderOptions>& schema,
    const std::function<RecurrentEncoder::LayerMaker(const RecurrentEncoderOptions&)>& maker,
    const decltype(EncoderEntry::check)& check)
{
    EncoderEntry entry{
        {EncoderRegistry::entry<RecurrentEncoderOptions>(
             description, schema,
             [maker](const RecurrentEncoderOptions& options, const EncoderContext& context) {
                 return std::make_shared<RecurrentEncoder>(maker(options), options, context);
             }),
         check}};
    entry.tokenStates = entry.canBeCausal = entry.beginsWithState = true;
    return entry;
}

std::vector<EncoderEntry> cellEncoders()
{
    auto schema = recurrentSchema();
    schema.add(&RecurrentEncoderOptions::pooling, poolingOption());
    std::vector<EncoderEntry> entries;
    for (const CellEntry& cell : cellEntries())
        entries.push_back(recurrentEntry(
            cell.description, schema, [graph = cell.graph](const RecurrentEncoderOptions&) {
                return [graph](const StackedSizes& sizes) { return cellLayers(*graph, sizes); };
            }));
    return entries;
}

} // namespace core
