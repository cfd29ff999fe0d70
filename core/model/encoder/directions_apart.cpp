#include "core/base/python_piece.h"
#include "core/model/encoder/recurrent.h"
#include "core/nn/batch/token_layout.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/layer_hook.h"
#include "core/nn/layers/linear.h"
#include "core/nn/tensors.h"

#include <torch/nn/modules/container/modulelist.h>
#include <torch/nn/modules/linear.h>

namespace core {

namespace {

struct DirectionsApartOptions {
    int64_t layers = 2;
    int64_t hiddenSize = 128;
    int64_t projectionSize = 0;
    bool residual = true; ///< Each layer but the first adds its input to its output.
    double dropout = 0.2; ///< Between the layers and in the head.
    std::string layersUsed = "all"; ///< "all": their weighted sum; "last".
    Selection pooling{"mean", Json::object()}; ///< Used by the head.

    bool mixes() const { return layersUsed == "all"; }
    int64_t size() const { return projectionSize > 0 ? projectionSize : hiddenSize; }
    RecurrentOptions direction() const
    {
        return {.cell = &torchCell(CellKind::Lstm, projectionSize > 0),
                .inputSize = size(),
                .hiddenSize = hiddenSize,
                .projectionSize = projectionSize};
    }
};

/// One layer of each direction.
struct LayerPairImpl : torch::nn::Module {
    explicit LayerPairImpl(const RecurrentOptions& options)
        : forwards(register_module("forwards", Recurrent(options)))
        , backwards(register_module("backwards", Recurrent(options)))
    {
    }
    Recurrent forwards, backwards;
};
TORCH_MODULE(LayerPair);

/// The sum of layers with learnt weights: scale * sum over j of softmax(weights)_j layer_j.
struct LayerMixImpl : torch::nn::Module {
    explicit LayerMixImpl(int64_t layers)
        : weights(register_parameter("weights", torch::zeros({layers})))
        , scale(register_parameter("scale", torch::ones({1})))
    {
    }
    torch::Tensor forward(const std::vector<torch::Tensor>& layers) const
    {
        const torch::Tensor shares = torch::softmax(weights, 0) * scale; // [layers]
        torch::Tensor sum = layers.front() * shares[0];
        for (size_t i = 1; i < layers.size(); ++i)
            sum = sum + layers[i] * shares[static_cast<int64_t>(i)];
        return sum;
    }
    torch::Tensor weights, scale;
};
TORCH_MODULE(LayerMix);

/// The encoder of a bidirectional language model: LSTM layers that read forwards and others that
/// read backwards, from the true end of each text; no layer reads the other direction. For layer j:
///
///     state_j = [f_j; b_j],  f_j = LSTM(f_{j-1}) + f_{j-1},  b_j likewise,  f_0 = b_0 = x
///
/// so that the first half of the state of a token depends on it and on the tokens before it, the
/// second half on it and on those behind it. The states that other tasks read are
/// scale * sum over j of softmax(weights)_j state_j, or those of the last layer.
///
/// Source: Peters et al. (2018), arXiv:1802.05365 (ELMo). Differs: words have vectors of a table,
/// which a linear layer brings to the size of the states where it differs; states and projections
/// are not clipped, and layers are not normalised before they are summed.
/// Parameters: embedding.weight, joined.*, layers.J.forwards.*, layers.J.backwards.* (as
/// torch.nn.LSTM), mix.weights [layers + 1], mix.scale [1].
class DirectionsApartEncoder : public Encoder {
public:
    DirectionsApartEncoder(const DirectionsApartOptions& options,
                           const EncoderContext& encoderContext)
        : Encoder(encoderContext), m_options(options)
    {
        if (inputSize() != options.size())
            m_joined = register_module("joined", torch::nn::Linear(inputSize(), options.size()));
        torch::nn::ModuleList layers;
        for (int64_t i = 0; i < options.layers; ++i) {
            m_layers.emplace_back(options.direction());
            layers->push_back(m_layers.back());
        }
        register_module("layers", layers);
        if (options.mixes())
            m_mix = register_module("mix", LayerMix(options.layers + 1));
    }

    Encoded forward(const SequenceBatch& batch, AttentionLook*, CarriedState*) override
    {
        torch::Tensor ahead = inputs(batch); // [batch, length, size]
        const TurnedRows rows(batch.lengths, ahead.size(1), ahead.device());
        torch::Tensor back = turnedRound(ahead, rows);
        std::vector<torch::Tensor> all{torch::cat({ahead, ahead}, 2)};
        for (size_t i = 0; i < m_layers.size(); ++i) {
            ahead = read(m_layers[i]->forwards, ahead, batch.lengths, i);
            back = read(m_layers[i]->backwards, back, batch.lengths, i);
            all.push_back(layerStates(i, ahead, turnedRound(back, rows)));
        }
        return encoded(batch, all);
    }

    CellLayers cells() const override
    {
        CellLayers cells{&m_layers.front()->forwards->graph(), m_options.layers, true, {}};
        for (const LayerPair& pair : m_layers)
            for (const Recurrent& direction : {pair->forwards, pair->backwards})
                cells.weights.push_back(direction->weights().front());
        return cells;
    }
    Encoded forwardSeen(const SequenceBatch& batch, const CellLook& look) override
    {
        const CellLayers cells = this->cells();
        const torch::Tensor words = inputs(batch);
        std::vector<torch::Tensor> below{words, words}; // [direction]
        std::vector<torch::Tensor> all{torch::cat(below, 2)};
        for (int64_t row = 0; row < std::ssize(cells.weights); ++row) {
            const CellMoment place{row / 2, row % 2};
            torch::Tensor& input = below[static_cast<size_t>(place.direction)];
            const torch::Tensor output
                = plainCellDirection(*cells.graph, cells.weights[static_cast<size_t>(row)], place,
                                     input, batch.lengths, look);
            input = place.layer > 0 && m_options.residual ? output + input : output;
            if (place.direction == 1)
                all.push_back(
                    layerStates(static_cast<size_t>(place.layer), below.front(), below.back()));
        }
        return encoded(batch, all);
    }

    EncoderTraits traits() const override { return {.tokenStates = true}; }
    int64_t features() const override { return 2 * m_options.size(); }
    HeadOptions headOptions() const override { return {m_options.pooling, m_options.dropout}; }

    std::vector<LayerSummary> describe(const std::string& length) const override;
    int64_t activationsPerToken(int64_t) const override
    {
        const int64_t kept = m_layers.front()->forwards->program(0)->keptPerUnit;
        return 2 * inputSize() + 4 * m_options.size()
            + m_options.layers * (2 * kept * m_options.hiddenSize + 8 * m_options.size());
    }
    std::string pythonSource() const override;
    GraphEncoded graph(GraphBuilder& builder, const GraphTexts& texts) const override;

private:
    /// The input of both directions of the first layer [batch, length, size].
    torch::Tensor inputs(const SequenceBatch& batch)
    {
        const torch::Tensor words = embed(batch); // [batch, length, inputSize]
        return m_joined.is_empty() ? words : observed(*this, "joined", linear(m_joined, words));
    }
    torch::Tensor layerStates(size_t layer, const torch::Tensor& ahead,
                              const torch::Tensor& back) const
    {
        return observed(*this, "layers." + std::to_string(layer), torch::cat({ahead, back}, 2));
    }
    /// @param all  the input of the first layer, twice, and the states of each layer.
    Encoded encoded(const SequenceBatch& batch, const std::vector<torch::Tensor>& all)
    {
        const torch::Tensor states
            = m_mix.is_empty() ? all.back() : observed(*this, "mix", m_mix(all));
        return {{states, batch.mask(), batch.lengths, ends(states, batch.lengths)}};
    }
    /// One direction of a layer.
    torch::Tensor read(Recurrent& layer, const torch::Tensor& input, const torch::Tensor& lengths,
                       size_t number) const
    {
        const auto states = [&](const torch::Tensor& own) {
            return layer(own, lengths, CellStates(), LastStates::Output).output;
        };
        if (number == 0)
            return states(input);
        const torch::Tensor read = states(dropOut(input, whileTraining(m_options.dropout)));
        return m_options.residual ? read + input : read;
    }
    /// The states after the whole text [batch, 2 * size]: at its last token forwards, at its first
    /// backwards.
    torch::Tensor ends(const torch::Tensor& states, const torch::Tensor& lengths) const
    {
        const torch::Tensor last = TurnedRows(lengths, states.size(1), states.device()).last;
        return torch::cat({differentRows(states.flatten(0, 1), last).narrow(1, 0, m_options.size()),
                           states.select(1, 0).narrow(1, m_options.size(), m_options.size())},
                          1);
    }

    DirectionsApartOptions m_options;
    torch::nn::Linear m_joined{nullptr};
    std::vector<LayerPair> m_layers;
    LayerMix m_mix{nullptr}; ///< Empty: only the last layer is used.
};

std::vector<LayerSummary> DirectionsApartEncoder::describe(const std::string& length) const
{
    const std::string shape = "batch x " + length + " x ";
    std::vector<LayerSummary> layers = inputSummary(length);
    if (!m_joined.is_empty())
        layers.push_back(
            layerSummary("joined", "Linear", shape + std::to_string(m_options.size()), *m_joined));
    const std::string states = shape + std::to_string(features());
    for (size_t i = 0; i < m_layers.size(); ++i)
        layers.push_back(layerSummary("layers." + std::to_string(i), "LSTM, directions apart",
                                      states, *m_layers[i],
                                      {.kind = TokenFlow::Steps,
                                       .residual = i > 0 && m_options.residual,
                                       .directionsApart = true}));
    if (!m_mix.is_empty())
        layers.push_back(layerSummary("mix", "Weighted sum of all layers", states, *m_mix));
    return layers;
}

std::string DirectionsApartEncoder::pythonSource() const
{
    const Json projection = m_options.projectionSize > 0
        ? Json{{"proj_size", m_options.projectionSize}}
        : Json::object();
    const std::string encoder = pythonPiece("encoders/directions_apart",
                                            {{"BASE", pythonBase()},
                                             {"TABLES", pythonTables()},
                                             {"WORDS", pythonWords()},
                                             {"VECTORS", pythonVectors("True")},
                                             {"JOINED", !m_joined.is_empty()},
                                             {"INPUT", inputSize()},
                                             {"SIZE", m_options.size()},
                                             {"HIDDEN", m_options.hiddenSize},
                                             {"PROJECTION", projection},
                                             {"LAYERS", m_options.layers},
                                             {"ALL_LAYERS", m_options.layers + 1},
                                             {"RESIDUAL", m_options.residual},
                                             {"MIXED", !m_mix.is_empty()},
                                             {"DROPOUT", numberText(m_options.dropout)}});
    return joinedPython({pythonWordVectors(), encoder});
}

GraphEncoded DirectionsApartEncoder::graph(GraphBuilder& builder, const GraphTexts& texts) const
{
    const GraphValue words = graphVectors(builder, texts);
    GraphValue ahead
        = m_joined.is_empty() ? words : builder.linear(words, m_joined->weight, m_joined->bias);
    const GraphValue places = builder.unsqueeze(builder.range(builder.size(texts.ids, 1)), 0);
    const GraphValue ends = builder.unsqueeze(texts.lengths, 1);
    const GraphValue mirrored
        = builder.expandAs(builder.unsqueeze(choose(less(places, ends), ends - 1.0 - places,
                                                    builder.expandAs(places, texts.ids)),
                                             2),
                           ahead);
    GraphValue back = builder.gather(ahead, 1, mirrored);
    GraphValues all{builder.join({ahead, ahead}, 2)};
    for (size_t i = 0; i < m_layers.size(); ++i) {
        const auto read = [&](const Recurrent& layer, GraphValue input) {
            const GraphValue output = layer->inGraph(builder, input, texts.mask).output;
            return i > 0 && m_options.residual ? output + input : output;
        };
        ahead = read(m_layers[i]->forwards, ahead);
        back = read(m_layers[i]->backwards, back);
        all.push_back(builder.join({ahead, builder.gather(back, 1, mirrored)}, 2));
    }
    GraphValue states = all.back();
    if (!m_mix.is_empty()) {
        const GraphValue shares
            = builder.softmax(builder.weight(m_mix->weights), 0) * builder.weight(m_mix->scale);
        for (size_t i = 0; i < all.size(); ++i) {
            const auto place = static_cast<int64_t>(i);
            const GraphValue part = all[i] * builder.slice(shares, 0, place, place + 1);
            states = i == 0 ? part : states + part;
        }
    }
    const GraphValue last = builder.join(
        {builder.slice(builder.rowAt(states, texts.lengths - 1.0), 1, 0, m_options.size()),
         builder.slice(builder.select(states, 1, 0), 1, m_options.size())},
        1);
    return {{states, texts.mask, texts.lengths, last}};
}

const Schema<DirectionsApartOptions>& directionsApartSchema()
{
    using Options = DirectionsApartOptions;
    static const Schema<Options> schema
        = Schema<Options>()
              .add(&Options::layers,
                   layersOption("Each layer reads the states of the layer below in its direction. "
                                "If the loss stays high, add one. If training is slow, remove one.",
                                kMostRecurrentLayers))
              .add(&Options::hiddenSize,
                   hiddenSizeOption("Size of the state in each direction. If the loss stays high, "
                                    "raise it. If training is slow or the network overfits, lower "
                                    "it."))
              .add(&Options::projectionSize,
                   optionalSizeOption("projection_size", "Projection",
                                      "A linear layer makes the output smaller than the cell, as "
                                      "in ELMo. If a large hidden size is slow, set a quarter of "
                                      "it. 0: off."))
              .add(&Options::residual,
                   {.name = "residual",
                    .label = "Residual connections",
                    .help = "Each layer after the first adds its input to its output. If a second "
                            "layer does not lower the loss, turn it on.",
                    .advanced = true})
              .add(&Options::dropout,
                   classifierDropout("Applied between the layers and before the output."))
              .add(&Options::layersUsed,
                   {.name = kLayersUsed,
                    .label = "Layers used",
                    .help = "The sum of all layers with learnt weights serves every task: lower "
                            "layers know more of grammar, higher ones more of meaning.",
                    .choices = {{"all", "All, weighted"}, {"last", "The last one"}}})
              .add(&Options::pooling, poolingOption());
    return schema;
}

} // namespace

EncoderEntry directionsApartEncoder()
{
    EncoderEntry entry = encoderEntry<DirectionsApartEncoder>(
        {.id = "directions_apart",
         .title = "LSTM, directions apart (ELMo)",
         .summary = "One LSTM reads forwards and another backwards, and in no layer do they meet. "
                    "It can therefore be trained as a language model in both directions, and then "
                    "be the start of a classifier or a tagger with few labels.",
         .formula
         = {"h_k = γ Σ_j s_j [f_{k,j}; b_{k,j}],  s = softmax(w);  f_{k,j} = LSTM_j(f_{1,j−1} … "
            "f_{k,j−1}),  b_{k,j} = LSTM'_j(b_{n,j−1} … b_{k,j−1}),  f_{k,0} = b_{k,0} = x_k",
            R"tex(\begin{aligned}
h_k &= \gamma \sum_{j=0}^{L} s_j\, [f_{k,j}; b_{k,j}], \quad s = \operatorname{softmax}(w) \\
f_{k,j} &= \operatorname{LSTM}_j(f_{1,j-1}, \dots, f_{k,j-1}) \\
b_{k,j} &= \operatorname{LSTM}'_j(b_{n,j-1}, \dots, b_{k,j-1}), \quad f_{k,0} = b_{k,0} = x_k
\end{aligned})tex"}},
        directionsApartSchema(), checkProjection);
    entry.tokenStates = entry.directionsApart = true;
    return entry;
}

} // namespace core
