#include "core/model/encoder/recurrent.h"

#include "core/base/python_piece.h"
#include "core/model/encoder/cells/cell_entry.h"
#include "core/model/network_options.h"
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

std::string RecurrentEncoder::pythonSource() const
{
    const LayersPython layers = m_layers->python();
    const bool begins = beginsWithClass();
    std::string sizes;
    for (const int64_t size : m_layers->stateSizes())
        sizes += (sizes.empty() ? "" : " ") + std::to_string(m_options.layers * size) + ",";
    Json values = layers.values;
    values.update({{"BASE", pythonBase()},
                   {"TABLES", pythonTables()},
                   {"WORDS", pythonWords()},
                   {"ALL_VECTORS", pythonVectors("True")},
                   {"MORE_VECTORS", pythonVectors("state is None")},
                   {"EQUATIONS", layers.equations},
                   {"NO_LENGTHS", layers.beforeState()},
                   {"TUPLE", layers.tuple},
                   {"BEGINS_WITH_CLASS", begins},
                   {"BEGIN", begins ? Json::array({"self.begin(classes)"}) : Json::array()},
                   {"INITIAL_ROWS", context().classes + 1},
                   {"INITIAL_SIZE", begins ? m_initial->features() : 0},
                   {"STATE_SIZES", "(" + sizes + ")"}});
    return joinedPython(
        {pythonWordVectors(), layers.classes, pythonPiece("encoders/recurrent", values)});
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
