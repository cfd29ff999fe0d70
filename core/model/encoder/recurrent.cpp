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
    const bool connects = options.connections != LayerConnections::None;
    const bool ofTorch = cell.kernel().has_value() && !connects; // torch.nn connects no layers.
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
        python.classes = cellPython(cell, options.connections);
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

namespace {

LayerConnections connectionsOf(const std::string& value)
{
    return value == "residual" ? LayerConnections::Residual
        : value == "dense"     ? LayerConnections::Dense
                               : LayerConnections::None;
}

/// @param output [batch, length, features], forwards and backwards side by side where there are
/// both. @return [batch, features] of the last token that each direction reads.
torch::Tensor lastOutputs(const torch::Tensor& output, const torch::Tensor& lengths,
                          bool bidirectional)
{
    const auto at = [](const torch::Tensor& states, const torch::Tensor& places) {
        return states.gather(1, places.view({-1, 1, 1}).expand({-1, 1, states.size(2)})).squeeze(1);
    };
    const torch::Tensor last = lengthsOn(output.device(), lengths) - 1;
    if (!bidirectional)
        return at(output, last);
    const std::vector<torch::Tensor> each = output.chunk(2, 2);
    return torch::cat({at(each[0], last), each[1].select(1, 0)}, 1);
}

} // namespace

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
                                .lockedDropout = options.lockedDropout,
                                .connections = connectionsOf(options.connections)})
{
    register_module("rnn", m_layers);
    if (!beginsWithCondition())
        return;
    const std::vector<int64_t> sizes = m_layers->stateSizes();
    m_initial
        = ConditionLayer(*this, "initial", context(),
                         options.layers * std::accumulate(sizes.begin(), sizes.end(), int64_t{0}));
}

// The parts of a carried state: each of the cell's states, h first, [rows, layers, size].

CellStates RecurrentEncoder::initialStates(const SequenceBatch& batch, const CarriedState* carried)
{
    std::vector<torch::Tensor> parts; // [rows, layers, size]
    if (carried != nullptr && !carried->isEmpty()) {
        parts = carried->parts;
    } else if (!m_initial.isEmpty() && batch.classes.defined()) {
        std::vector<int64_t> sizes = m_layers->stateSizes();
        for (int64_t& size : sizes)
            size *= m_options.layers;
        for (const torch::Tensor& part :
             observed(*this, "initial", m_initial.vectors(batch.classes))
                 .split_with_sizes(sizes, 1))
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
    return m_layers->look(vectors(batch, carried), batch.lengths, initialStates(batch, carried),
                          look);
}

Encoded RecurrentEncoder::forward(const SequenceBatch& batch, AttentionLook*, CarriedState* carried)
{
    const bool all = carried != nullptr || m_options.lastWithCell;
    const CellOutput read = this->read(batch, carried, all ? LastStates::All : LastStates::Output);
    if (carried != nullptr) {
        carried->parts.clear();
        for (const torch::Tensor& state : read.states)
            carried->parts.push_back(state.transpose(0, 1));
    }
    return encoded(batch, read);
}

Encoded RecurrentEncoder::forwardSeen(const SequenceBatch& batch, const CellLook& look)
{
    return encoded(batch, this->look(batch, look));
}

torch::Tensor RecurrentEncoder::fused(const torch::Tensor& both) const
{
    if (!fuses())
        return both;
    const std::vector<torch::Tensor> each = both.chunk(2, -1);
    if (m_options.fusion == "maximum")
        return torch::maximum(each[0], each[1]);
    const torch::Tensor sum = each[0] + each[1];
    return m_options.fusion == "mean" ? sum * 0.5 : sum;
}

Encoded RecurrentEncoder::encoded(const SequenceBatch& batch, const CellOutput& read) const
{
    std::vector<torch::Tensor> last; // Of each state [batch, features].
    for (size_t state = 0; state < (m_options.lastWithCell ? read.states.size() : 1); ++state) {
        const torch::Tensor& rows = read.states[state];
        if (state == 0 && isResidual())
            last.push_back(lastOutputs(read.output, batch.lengths, m_options.bidirectional));
        else
            last.push_back(m_options.bidirectional ? torch::cat({rows[-2], rows[-1]}, 1)
                                                   : rows[-1]);
        last.back() = fused(last.back());
    }
    return {{observed(*this, "rnn", fused(read.output)), batch.mask(), batch.lengths,
             last.size() == 1 ? last.front() : torch::cat(last, 1)}};
}

int64_t RecurrentEncoder::lastFeatures() const
{
    if (!m_options.lastWithCell)
        return features();
    const std::vector<int64_t> sizes = m_layers->stateSizes();
    return (joinsDirections() ? 2 : 1) * std::accumulate(sizes.begin(), sizes.end(), int64_t{0});
}

std::vector<LayerSummary> RecurrentEncoder::describe(const std::string& length) const
{
    std::vector<LayerSummary> layers = inputSummary(length);
    layers.push_back(layerSummary(
        "rnn", recurrentTitle(cell().title(), m_options.layers, m_options.bidirectional),
        "batch x " + length + " x " + std::to_string(features()), *m_layers,
        {.kind = TokenFlow::Steps,
         .causal = !m_options.bidirectional,
         .residual = m_options.layers > 1 && isResidual(),
         .dense = m_layers->options().connections == LayerConnections::Dense}));
    if (!m_initial.isEmpty()) {
        layers.push_back(layerSummary("initial", m_initial.title("Initial state"),
                                      "batch x " + std::to_string(m_initial.features()),
                                      m_initial.module(), {TokenFlow::Condition}));
        layers.back().place = LayerPlace::Beside;
    }
    return layers;
}

/// The vectors with their dropout; for each layer and direction its gates, states and output,
/// and the output once more with its dropout.
int64_t RecurrentEncoder::activationsPerToken(int64_t) const
{
    const int64_t layer = directions()
        * (m_layers->program(0)->keptPerUnit * m_options.hiddenSize + 2 * m_layers->outputSize());
    // Layers that read all below them keep these joined.
    const bool dense = m_layers->options().connections == LayerConnections::Dense;
    const int64_t read = dense ? m_options.layers * (m_options.layers - 1) / 2 : 0;
    return 2 * inputSize() + m_options.layers * layer
        + read * directions() * m_layers->outputSize();
}

std::string RecurrentEncoder::pythonSource() const
{
    const LayersPython layers = layersPython(*m_layers);
    const bool begins = beginsWithCondition();
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
                   {"BEGINS_WITH_CONDITION", begins},
                   {"PLAIN_LAST", !isResidual() && !m_options.lastWithCell && !fuses()},
                   {"RESIDUAL", isResidual()},
                   {"WITH_CELL", m_options.lastWithCell},
                   {"FUSES", fuses()},
                   {"SUMS", m_options.fusion == "sum"},
                   {"AVERAGES", m_options.fusion == "mean"},
                   {"BEGIN", begins ? Json::array({"self.begin(classes)"}) : Json::array()},
                   {"INITIAL", begins ? m_initial.python() : ""},
                   {"GIVEN", m_initial.pythonInput()},
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
    } else if (!m_initial.isEmpty() && texts.classes.defined()) {
        const GraphValue all = m_initial.graph(builder, texts.classes);
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

GraphValue RecurrentEncoder::fused(GraphBuilder& builder, GraphValue both, int64_t axis) const
{
    if (!fuses())
        return both;
    const GraphValue forwards = builder.slice(both, axis, 0, m_layers->outputSize());
    const GraphValue backwards = builder.slice(both, axis, m_layers->outputSize());
    if (m_options.fusion == "maximum")
        return larger(forwards, backwards);
    const GraphValue sum = forwards + backwards;
    return m_options.fusion == "mean" ? sum * 0.5 : sum;
}

GraphValue RecurrentEncoder::graphLastOutputs(GraphBuilder& builder, GraphValue output,
                                              GraphValue lengths) const
{
    if (!m_options.bidirectional)
        return builder.rowAt(output, lengths - 1.0);
    const int64_t size = m_layers->outputSize();
    return builder.join({builder.rowAt(builder.slice(output, 2, 0, size), lengths - 1.0),
                         builder.select(builder.slice(output, 2, size), 1, 0)},
                        1);
}

GraphEncoded RecurrentEncoder::graph(GraphBuilder& builder, const GraphTexts& texts) const
{
    const GraphLayers read = graphLayers(builder, texts);
    GraphValues last;
    for (size_t state = 0; state < (m_options.lastWithCell ? read.states.size() : 1); ++state) {
        const GraphValues& rows = read.states[state];
        last.push_back(m_options.bidirectional
                           ? builder.join({rows[rows.size() - 2], rows.back()}, 1)
                           : rows.back());
        if (state == 0 && isResidual() && texts.lengths.defined())
            last.back() = graphLastOutputs(builder, read.output, texts.lengths);
        last.back() = fused(builder, last.back(), 1);
    }
    GraphEncoded encoded{{fused(builder, read.output, 2), texts.mask, texts.lengths,
                          last.size() == 1 ? last.front() : builder.join(last, 1)}};
    for (const GraphValues& state : read.states)
        encoded.state.push_back(builder.stack(state, 1));
    return encoded;
}

} // namespace core
