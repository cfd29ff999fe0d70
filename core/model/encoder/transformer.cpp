#include "core/model/encoder/transformer.h"

#include "core/base/message.h"
#include "core/base/python_piece.h"
#include "core/model/parts/network_options.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/layer_hook.h"
#include "core/nn/layers/linear.h"
#include "core/nn/tensors.h"
#include "core/text/tokens/vocabulary.h"

#include <cmath>

namespace core {

namespace {

constexpr double kSegmentDeviation = 0.02; // As BERT begins.

/// The number of each token's part, at most segments - 1 [batch, length]: how many <eos> precede
/// it.
torch::Tensor segmentsOf(const torch::Tensor& ids, int64_t segments)
{
    const torch::Tensor ends = ids.eq(kEndId).to(torch::kInt64);
    return (ends.cumsum(1) - ends).clamp_max(segments - 1);
}

} // namespace

TransformerOptions TransformerEncoderOptions::stack(int64_t features) const
{
    TransformerOptions all = layerOptions(features, layers);
    all.lastNorm = finalNorm;
    all.sight = causal ? Sight::Past : Sight::All;
    return all;
}

TransformerTextEncoder::TransformerTextEncoder(const TransformerEncoderOptions& options,
                                               const EncoderContext& encoderContext)
    : Encoder(encoderContext), m_options(options)
{
    if (inputSize() != dimension())
        m_joined = register_module("joined", torch::nn::Linear(inputSize(), dimension()));
    if (options.addsPositions())
        m_positions = register_module(
            "positions",
            encoderContext.positions.is_empty()
                ? Positions(options.positionKind(), encoderContext.maximumLength, dimension())
                : encoderContext.positions);
    if (options.segments > 0) {
        m_segments
            = register_module("segments", torch::nn::Embedding(options.segments, dimension()));
        torch::nn::init::normal_(m_segments->weight, 0.0, kSegmentDeviation);
    }
    if (options.normEmbedding)
        m_norm = register_module(
            "embedding_norm",
            torch::nn::LayerNorm(
                torch::nn::LayerNormOptions({dimension()}).eps(options.normEpsilon)));
    m_transformer = register_module("transformer", TransformerEncoder(options.stack(dimension())));
}

torch::Tensor TransformerTextEncoder::entered(const SequenceBatch& batch, const TokenLayout& layout,
                                              const torch::Tensor& places,
                                              const CarriedState* carried)
{
    torch::Tensor tokens = context().isConditional() ? layout.pack(embed(batch, carried))
                                                     : embed(batch, layout); // [tokens, inputSize]
    if (!m_joined.is_empty())
        tokens = observed(*this, "joined", linear(m_joined, tokens)); // [tokens, dimension]
    if (m_options.scaleEmbedding)
        tokens = tokens * std::sqrt(static_cast<double>(dimension()));
    if (places.defined())
        tokens = observed(*this, "positions", tokens + places);
    if (!m_segments.is_empty())
        tokens
            = observed(*this, "segments",
                       tokens + layout.pack(m_segments(segmentsOf(batch.ids, m_options.segments))));
    if (!m_norm.is_empty())
        tokens = observed(*this, "embedding_norm", m_norm(tokens));
    return dropOut(tokens, whileTraining(m_options.dropout), layout.marks());
}

torch::Tensor TransformerTextEncoder::read(const SequenceBatch& batch, const TokenLayout& layout,
                                           AttentionLook* look)
{
    const torch::Tensor places = m_positions.is_empty() ? torch::Tensor() : m_positions(layout);
    return m_transformer(entered(batch, layout, places, nullptr), layout, look);
}

torch::Tensor TransformerTextEncoder::readOn(const SequenceBatch& batch, const TokenLayout& layout,
                                             AttentionLook* look, CarriedState& carried)
{
    const bool begins = carried.isEmpty();
    const ContinuedTexts texts(begins ? torch::Tensor() : carried.parts.front(), layout);
    std::vector<torch::Tensor> keysValues;
    if (!begins)
        keysValues.assign(carried.parts.begin() + 1, carried.parts.end());
    torch::Tensor places;
    if (!m_positions.is_empty())
        places = m_positions->first(texts.length(), batch.ids.device())
                     .index_select(0, texts.places());
    const torch::Tensor states
        = m_transformer->goOn(entered(batch, layout, places, &carried), texts, keysValues, look);
    carried.parts = {tensorOf(std::vector<int64_t>(texts.lengths()))};
    carried.parts.insert(carried.parts.end(), keysValues.begin(), keysValues.end());
    return states;
}

Encoded TransformerTextEncoder::forward(const SequenceBatch& batch, AttentionLook* look,
                                        CarriedState* carried)
{
    const TokenLayout layout(batch);
    const torch::Tensor tokens
        = carried == nullptr ? read(batch, layout, look) : readOn(batch, layout, look, *carried);
    return {{layout.unpack(tokens), layout.mask(), batch.lengths, {}}};
}

std::vector<GraphPort> TransformerTextEncoder::graphState() const
{
    std::vector<GraphPort> ports{{"state_lengths", torch::kLong, {"batch"}},
                                 {"state_visible", torch::kBool, {"batch", "places"}}};
    for (int64_t layer = 0; layer < m_options.layers; ++layer)
        ports.push_back({"state_keys_values_" + std::to_string(layer),
                         torch::kFloat,
                         {"batch", "places", std::to_string(2 * dimension())}});
    return ports;
}

GraphEncoded TransformerTextEncoder::graph(GraphBuilder& builder, const GraphTexts& texts) const
{
    const GraphValue steps = builder.unsqueeze(builder.range(builder.size(texts.ids, 1)), 0);
    GraphValue places = steps, visible = texts.mask, lengths = texts.lengths;
    GraphValue mask; // [batch, 1, length or 1, places]
    GraphValues keysValues;
    if (!texts.state.empty()) {
        const GraphValue before = builder.unsqueeze(texts.state[0], 1); // [batch, 1]
        places = before + steps;
        lengths = texts.state[0] + builder.size(texts.ids, 1);
        visible = builder.join({texts.state[1], atMost(before, places)}, 1); // All of them.
        keysValues.assign(texts.state.begin() + 2, texts.state.end());
    }
    mask = builder.unsqueeze(builder.unsqueeze(visible, 1), 1);
    if (m_options.causal) {
        const GraphValue keys = builder.range(builder.size(visible, 1)); // [places]
        const GraphValue own = builder.squeeze(steps, 0)
            + (builder.size(visible, 1) - builder.size(texts.ids, 1)); // [length]
        const GraphValue past
            = atMost(builder.unsqueeze(keys, 0), builder.unsqueeze(own, 1)); // [length, places]
        mask = both(mask, builder.unsqueeze(builder.unsqueeze(past, 0), 0));
    }
    GraphValue tokens = graphVectors(builder, texts);
    if (!m_joined.is_empty())
        tokens = builder.linear(tokens, m_joined->weight, m_joined->bias);
    if (m_options.scaleEmbedding)
        tokens = tokens * std::sqrt(static_cast<double>(dimension()));
    if (!m_positions.is_empty())
        tokens = tokens + m_positions->graph(builder, places);
    if (!m_segments.is_empty()) {
        const GraphValue ends
            = builder.cast(equal(texts.ids, builder.number(kEndId, torch::kLong)), torch::kLong);
        const GraphValue most = builder.constant(torch::full({1}, m_options.segments - 1));
        tokens = tokens
            + builder.lookUp(m_segments->weight, smaller(builder.runningSum(ends, 1) - ends, most));
    }
    if (!m_norm.is_empty())
        tokens = graphNorm(builder, m_norm, tokens);
    const GraphValue states = m_transformer->graph(builder, tokens, places, mask, keysValues);
    GraphEncoded encoded{{states, texts.mask, texts.lengths}};
    encoded.state = {lengths, visible};
    encoded.state.insert(encoded.state.end(), keysValues.begin(), keysValues.end());
    return encoded;
}

std::vector<LayerSummary> TransformerTextEncoder::describe(const std::string& length) const
{
    const std::string shape = "batch x " + length + " x " + std::to_string(dimension());
    std::vector<LayerSummary> layers = inputSummary(length);
    if (!m_joined.is_empty())
        layers.push_back(layerSummary("joined", "Linear", shape, *m_joined));
    if (!m_positions.is_empty())
        layers.push_back(
            layerSummary("positions", m_options.positionsTitle(), shape, *m_positions));
    if (!m_segments.is_empty())
        layers.push_back(layerSummary("segments", "Segments", shape, *m_segments));
    if (!m_norm.is_empty())
        layers.push_back(layerSummary("embedding_norm", "LayerNorm", shape, *m_norm));
    const std::string type = (m_options.causal ? "Decoder layer, " : "Encoder layer, ")
        + std::to_string(m_options.heads) + " heads, " + m_options.normTitle()
        + (m_options.turnsByPlaces() ? ", rotary" : "");
    for (size_t i = 0; i < m_transformer->layers().size(); ++i)
        layers.push_back(layerSummary("transformer.layers." + std::to_string(i), type, shape,
                                      *m_transformer->layers()[i],
                                      {TokenFlow::Attention, 0, m_options.causal, true}));
    if (!m_transformer->norm().is_empty())
        layers.push_back(
            layerSummary("transformer.norm", "LayerNorm", shape, *m_transformer->norm()));
    return layers;
}

/// Input: vectors, positions, dropout. A layer: projections, heads' output, two residuals and
/// norms, feed-forward twice, and for each head one row of weights.
int64_t TransformerTextEncoder::activationsPerToken(int64_t length) const
{
    const int64_t layer
        = 12 * dimension() + 3 * m_options.feedForwardSize + m_options.heads * length;
    return 4 * dimension() + m_options.layers * layer;
}

namespace {

OptionDescription layersHelp(bool causal)
{
    return layersOption(causal
                            ? "Loss on the training text stays high: add one. Sentences are good, "
                              "texts are not: a larger window first."
                            : "Training accuracy stays low: add one. More than 4: take pre-norm or "
                              "ReZero.",
                        kMostTransformerLayers);
}

/// @param Options  TransformerEncoderOptions, or what is derived from it.
template <class Options> Schema<Options> schemaOf()
{
    Schema<Options> schema;
    schema.template add<int64_t>(&Options::layers, layersHelp(Options().causal));
    std::vector<Choice> positions = addedPositions();
    positions.push_back({"rotary", "Rotary"});
    addTransformerBlock(schema, std::move(positions));
    schema
        .template add<bool>(
            &Options::scaleEmbedding,
            scaledEmbeddingOption("scale_embedding", "Scale embedding",
                                  "If positions outweigh pretrained vectors, turn it on."))
        .template add<bool>(&Options::normEmbedding,
                            {.name = "norm_embedding",
                             .label = "Normalise embedding",
                             .help = "A LayerNorm on vectors with positions, as in lecture 001 and "
                                     "BERT. If the loss jumps at the start, turn it on.",
                             .advanced = true});
    if (!Options().causal)
        schema.template add<int64_t>(
            &Options::segments,
            {.name = "segments",
             .label = "Segments",
             .help = "A vector for each part of a text, added to its tokens; parts end with <eos>, "
                     "which is [SEP] in BERT. If texts have one part, or for 0, nothing is gained.",
             .minimum = 0,
             .maximum = 16,
             .advanced = true});
    schema.template add<Selection>(&Options::pooling, poolingOption());
    return schema;
}

template <class Options> EncoderEntry entryOf(KindDescription description)
{
    static const Schema<Options> schema = schemaOf<Options>();
    return {{EncoderRegistry::entry<Options>(
                 std::move(description), schema,
                 [](const Options& options, const EncoderContext& encoderContext) {
                     return std::make_shared<TransformerTextEncoder>(options, encoderContext);
                 }),
             checkTransformerBlock},
            /*tokenStates=*/true,
            /*canBeCausal=*/Options().causal,
            /*alwaysCausal=*/Options().causal,
            /*readsWindows=*/Options().causal};
}

} // namespace

EncoderEntry transformerEncoder()
{
    return entryOf<TransformerEncoderOptions>(
        {.id = "transformer",
         .title = "Transformer encoder",
         .summary = "Every word attends to every other at once; several heads attend to different "
                    "things, and all attention weights can be shown. Needs more texts and more "
                    "careful settings than an LSTM.",
         .formula
         = {"Attention(Q, K, V) = softmax(Q Kᵀ / √d) V;  layer: for F = MultiHead(x), FFN in "
            "turn: x ← LN(x + F(x)) (post-norm), x + F(LN(x)) (pre-norm), x + α F(x) (ReZero)",
            R"tex(\begin{aligned}
&\operatorname{Attention}(Q,K,V) = \operatorname{softmax}\left(\frac{QK^\top}{\sqrt d}\right) V \\
&F = \text{MultiHead}(x),\ \text{FFN in turn:} \\
&x \leftarrow \begin{cases}
\operatorname{LN}(x + F(x)) & \text{post-norm} \\
x + F(\operatorname{LN}(x)) & \text{pre-norm} \\
x + \alpha F(x) & \text{ReZero}
\end{cases}
\end{aligned})tex"}});
}

EncoderEntry transformerDecoder()
{
    return entryOf<TransformerDecoderOptions>(
        {.id = "transformer_decoder",
         .title = "Transformer decoder (GPT)",
         .summary = "Every word attends to itself and to the words before it, so that the next "
                    "token can be predicted at every position. Use it to generate text; for other "
                    "tasks the encoder, which also attends to later words, performs better.",
         .formula = {"Attention(Q, K, V)_t = softmax(q_t K_≤tᵀ / √d) V_≤t;  layer: for F = "
                     "MultiHead, FFN in turn: x ← x + F(LN(x))",
                     R"tex(\begin{aligned}
&\operatorname{Attention}(Q,K,V)_t
  = \operatorname{softmax}\left(\frac{q_t K_{\le t}^\top}{\sqrt d}\right) V_{\le t} \\
&x \leftarrow x + F(\operatorname{LN}(x)), \quad F = \text{MultiHead},\ \text{FFN in turn}
\end{aligned})tex"}});
}

namespace {

/// The class of the layers; empty: PyTorch has it.
std::string layersPython(const TransformerOptions& layers, bool goesOn)
{
    if (!goesOn)
        return layers.norm == NormPlace::ReZero ? pythonPiece("layers/rezero_encoder") : "";
    Json values = pythonValues(layers);
    values.update({{"SIZE", layers.features}, {"ROTARY", layers.rotary}});
    return joinedPython({layers.rotary ? pythonPiece("layers/rotary_positions") : "",
                         pythonPiece("layers/causal_layers", values)});
}

} // namespace

std::string TransformerTextEncoder::pythonSource() const
{
    const bool causal = m_options.causal, turns = m_options.turnsByPlaces();
    const bool learned = m_options.learnsPositions();
    const bool sinusoidal = m_options.addsPositions() && !learned;
    const TransformerOptions layers = m_options.stack(dimension());
    const std::string placed = pythonRegion("encoders/transformer_input", "PLACED",
                                            {{"VECTORS", pythonVectors("state is None")},
                                             {"DIMENSION", dimension()},
                                             {"CAUSAL", causal},
                                             {"LEARNED", learned},
                                             {"SINUSOIDAL", sinusoidal},
                                             {"JOINED", !m_joined.is_empty()},
                                             {"SCALED", m_options.scaleEmbedding},
                                             {"SEGMENTS", m_options.segments},
                                             {"END", kEndId},
                                             {"NORMED", m_options.normEmbedding}});
    Json values = pythonValues(layers);
    values.update({{"BASE", pythonBase()},
                   {"KIND", causal ? "decoder" : "encoder"},
                   {"TABLES", pythonTables()},
                   {"WORDS", pythonWords()},
                   {"PLACED", placed},
                   {"PLACED_MORE", placed},
                   {"DIMENSION", dimension()},
                   {"INPUT", inputSize()},
                   {"WINDOW", context().maximumLength},
                   {"CAUSAL", causal},
                   {"ROTARY", turns},
                   {"LEARNED", learned},
                   {"JOINED", !m_joined.is_empty()},
                   {"SEGMENTS", m_options.segments},
                   {"NORMED", m_options.normEmbedding},
                   {"ACTIVATION", pythonFunction(layers.activation)}});
    const bool byTanh = layers.activation == Activation::TanhGelu;
    return joinedPython({byTanh ? pythonPiece("layers/gelu_tanh") : "",
                         sinusoidal ? pythonPiece("layers/sinusoids") : "",
                         layersPython(layers, causal || turns), pythonWordVectors(),
                         pythonPiece("encoders/transformer", values)});
}

} // namespace core
