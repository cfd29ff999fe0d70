#include "core/model/encoder/recurrent.h"

#include "core/base/python_piece.h"
#include "core/model/encoder/cells/cell_entry.h"
#include "core/nn/layers/layer_hook.h"
#include "core/nn/tensors.h"

#include <numeric>

namespace core {

LayersPython layersPython(const RecurrentImpl& layers)
{
    const RecurrentOptions& options = layers.options();
    const CellGraph& cell = layers.graph();
    const bool ofTorch = cell.kernel().has_value();
    const char* between = ofTorch ? "0.0" : "0";
    LayersPython python{.values
                        = {{"CELL", ofTorch ? "nn." + cell.title() : "Recurrent"},
                           {"INPUT", options.inputSize},
                           {"HIDDEN", options.hiddenSize},
                           {"LAYERS", options.layers},
                           {"BETWEEN", options.layers > 1 ? numberText(options.dropout) : between},
                           {"BIDIRECTIONAL", options.bidirectional},
                           {"LAYOUT", Json::object()},
                           {"EXTRA", Json::object()}}};
    if (!ofTorch) {
        python.classes = cellPython(cell);
        python.equations = true;
        return python;
    }
    python.tuple = cell.states() > 1;
    python.values["LAYOUT"]["batch_first"] = true;
    if (options.projectionSize > 0)
        python.values["EXTRA"]["proj_size"] = options.projectionSize;
    if (cell.kernel() == CellKind::RnnRelu)
        python.values["EXTRA"]["nonlinearity"] = pythonLiteral("relu");
    return python;
}

std::string recurrentTitle(const std::string& cell, int64_t layers, bool bidirectional)
{
    const std::string title = (bidirectional ? "Bidirectional " : "") + cell;
    return layers > 1 ? title + ", " + std::to_string(layers) + " layers" : title;
}

RecurrentEncoder::RecurrentEncoder(const CellGraph& cell, const RecurrentEncoderOptions& options,
                                   const EncoderContext& encoderContext)
    : Encoder(encoderContext)
    , m_options(options)
    , m_layers(RecurrentOptions{.cell = &cell,
                                .inputSize = inputSize(),
                                .hiddenSize = options.hiddenSize,
                                .layers = options.layers,
                                .bidirectional = options.bidirectional,
                                .dropout = options.layers > 1 ? options.dropout : 0.0,
                                .projectionSize = options.projectionSize,
                                .lockedDropout = options.lockedDropout})
{
    register_module("rnn", m_layers);
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
        for (const torch::Tensor& part :
             observed(*this, "initial", classVectors(m_initial, batch)).split_with_sizes(sizes, 1))
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
    return plainCells(cell(), m_layers->weights(), m_options.bidirectional, vectors(batch, carried),
                      batch.lengths, initialStates(batch, carried), look);
}

Encoded RecurrentEncoder::forward(const SequenceBatch& batch, AttentionLook*, CarriedState* carried)
{
    const CellOutput read
        = this->read(batch, carried, carried == nullptr ? LastStates::Output : LastStates::All);
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
    return {{observed(*this, "rnn", output), batch.mask(), batch.lengths,
             m_options.bidirectional ? torch::cat({hidden[-2], hidden[-1]}, 1) : hidden[-1]}};
}

std::vector<LayerSummary> RecurrentEncoder::describe(const std::string& length) const
{
    std::vector<LayerSummary> layers = inputSummary(length);
    layers.push_back(layerSummary(
        "rnn", recurrentTitle(cell().title(), m_options.layers, m_options.bidirectional),
        "batch x " + length + " x " + std::to_string(features()), *m_layers,
        {TokenFlow::Steps, 0, !m_options.bidirectional}));
    if (!m_initial.is_empty()) {
        layers.push_back(layerSummary("initial", "Initial state of the class",
                                      "batch x " + std::to_string(m_initial->features()),
                                      *m_initial, {TokenFlow::Condition}));
        layers.back().place = LayerPlace::Beside;
    }
    return layers;
}

/// The vectors with their dropout; for each layer and direction its gates, states and output,
/// and the output once more with its dropout.
int64_t RecurrentEncoder::activationsPerToken(int64_t) const
{
    const int64_t layer
        = directions() * m_layers->program(0)->keptPerUnit * m_options.hiddenSize + 2 * features();
    return 2 * inputSize() + m_options.layers * layer;
}

std::string RecurrentEncoder::pythonSource() const
{
    const LayersPython layers = layersPython(*m_layers);
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

std::vector<GraphPort> RecurrentEncoder::graphState() const
{
    std::vector<GraphPort> ports;
    const std::vector<int64_t> sizes = m_layers->stateSizes();
    for (size_t i = 0; i < sizes.size(); ++i)
        ports.push_back({"state_" + cell().stateName(i),
                         torch::kFloat,
                         {"batch", std::to_string(m_options.layers), std::to_string(sizes[i])}});
    return ports;
}

std::vector<GraphValues> RecurrentEncoder::graphInitial(GraphBuilder& builder,
                                                        const GraphTexts& texts) const
{
    std::vector<GraphValues> initial;
    if (!texts.state.empty()) {
        for (const GraphValue& part : texts.state) { // [batch, layers, size]
            initial.emplace_back();
            for (int64_t layer = 0; layer < m_options.layers; ++layer)
                initial.back().push_back(builder.select(part, 1, layer));
        }
    } else if (!m_initial.is_empty() && texts.classes.defined()) {
        const GraphValue all = builder.lookUp(m_initial->weight, texts.classes + 1.0);
        int64_t first = 0;
        for (const int64_t size : m_layers->stateSizes()) {
            initial.emplace_back();
            for (int64_t layer = 0; layer < m_options.layers; ++layer, first += size)
                initial.back().push_back(builder.slice(all, 1, first, first + size));
        }
    }
    return initial;
}

GraphLayers RecurrentEncoder::graphLayers(GraphBuilder& builder, const GraphTexts& texts) const
{
    return m_layers->inGraph(builder, graphVectors(builder, texts), texts.mask,
                             graphInitial(builder, texts));
}

GraphEncoded RecurrentEncoder::graph(GraphBuilder& builder, const GraphTexts& texts) const
{
    const GraphLayers read = graphLayers(builder, texts);
    const GraphValues& hidden = read.states.front();
    const GraphValue last = m_options.bidirectional
        ? builder.join({hidden[hidden.size() - 2], hidden.back()}, 1)
        : hidden.back();
    GraphEncoded encoded{{read.output, texts.mask, texts.lengths, last}};
    for (const GraphValues& state : read.states)
        encoded.state.push_back(builder.stack(state, 1));
    return encoded;
}

} // namespace core
