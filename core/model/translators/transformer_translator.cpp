#include "core/base/error.h"
#include "core/model/encoder/transformer.h"
#include "core/model/scheduled_sampling.h"
#include "core/model/translator.h"
#include "core/model/translators/transformer_translator_options.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/layer_hook.h"
#include "core/nn/layers/positions.h"
#include "core/nn/layers/token_output.h"
#include "core/nn/layers/transformer_decoder.h"
#include "core/nn/tensors.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace core {

namespace {

using torch::Tensor;

/// The state of a Transformer decoder during a search. Keys and values of the source are stored
/// once for each sentence and shared by all of its hypotheses.
class TransformerDecoderState : public DecoderState {
public:
    /// @param caches  the caches of all layers before the first token.
    TransformerDecoderState(const TokenLayout& sources, std::vector<DecoderLayerCache> caches);

    void select(const torch::Tensor& rows) override;
    torch::Tensor attention() const override { return m_attention; }

    /// Number of tokens that each row has read so far.
    int64_t length() const { return m_caches.front().own.length(); }
    const SentenceRows& rows() const { return m_rows; }
    std::vector<DecoderLayerCache>& caches() { return m_caches; }
    /// @param weights [rows, sourceLength]
    void setAttention(const torch::Tensor& weights) { m_attention = weights; }

private:
    SentenceRows m_rows;
    std::vector<DecoderLayerCache> m_caches;
    torch::Tensor m_attention;
};

TransformerDecoderState::TransformerDecoderState(const TokenLayout& sources,
                                                 std::vector<DecoderLayerCache> caches)
    : m_rows{sources, std::vector<int64_t>(static_cast<size_t>(sources.batch()))}
    , m_caches(std::move(caches))
{
    std::iota(m_rows.sentence.begin(), m_rows.sentence.end(), int64_t{0});
}

void TransformerDecoderState::select(const torch::Tensor& rows)
{
    const torch::NoGradGuard noGradient;
    const torch::Tensor chosen = rows.to(torch::kCPU).contiguous();
    const int64_t* row = chosen.data_ptr<int64_t>();
    std::vector<int64_t> sentences;
    bool same = chosen.numel() == static_cast<int64_t>(m_rows.sentence.size());
    for (int64_t i = 0; i < chosen.numel(); ++i) {
        sentences.push_back(m_rows.sentence.at(static_cast<size_t>(row[i])));
        same = same && row[i] == i;
    }
    if (same) // The usual case in greedy search; caches are large.
        return;
    m_rows.sentence = std::move(sentences);
    const torch::Tensor index = chosen.to(m_rows.layout.places().device());
    for (DecoderLayerCache& cache : m_caches)
        cache.own.select(index);
    if (m_attention.defined())
        m_attention = m_attention.index_select(0, index);
}

/// The encoded sources.
struct EncodedSources {
    TokenLayout layout;
    Tensor memory; ///< [tokens, dimension]
};

/// The input of the decoder: each target without its last token, the end token.
SequenceBatch fedTokens(const SequenceBatch& target)
{
    return {target.ids.narrow(1, 0, target.ids.size(1) - 1), target.lengths - 1};
}

/// Embedding with positions, encoder layers; target embedding with positions, decoder layers that
/// attend to the encoder's output; linear layer to the vocabulary.
///
/// Source: Vaswani et al. (2017), arXiv:1706.03762, section 3; lecture 004. Differences: nothing is
/// computed for padding (token_layout.h), and embeddings that are not tied to the output may have
/// another size. Scaled or tied tables start from N(0, 1 / dimension), so that the input of the
/// first layer has the magnitude of the positions and the first logits have magnitude 1; others
/// start from N(0, 1) like torch.nn.Embedding. torch.nn.Transformer has a further norm after
/// encoder and decoder: option final_norm. Parameters: encoder.* as in TransformerTextEncoder,
/// target_embedding (unless all are tied), target_positions (learned), decoder.* as in
/// torch.nn.TransformerDecoder, output.weight (untied), output.bias.
class TransformerTranslator : public Translator {
public:
    TransformerTranslator(const TransformerTranslatorOptions& options,
                          const TranslatorContext& context);

    Tensor forward(const TranslationBatch& batch, double teacherForcing) override;
    OpenedTranslator open(const TranslationBatch& batch, const AttentionHook& hook,
                          const CellLook& cells) override;
    std::unique_ptr<DecoderState> start(const Condition& condition) override;
    Tensor step(DecoderState& state, const Tensor& tokens) override;

    int64_t longestTarget() const override
    {
        return m_targetPositions.is_empty() ? 0 : m_targetPositions->reach();
    }
    std::vector<LayerSummary> describe() const override;
    int64_t activationsPerToken(int64_t length) const override;
    /// The position vectors of the source, up to the longest learned position.
    Tensor positions(int64_t length) override { return m_encoder->positions(length); }
    std::string pythonSource() const override
    {
        return transformerTranslatorPython(m_options, m_context, *m_encoder);
    }
    std::vector<GraphPort> graphSources() const override;
    std::vector<GraphPort> graphPlace() const override;
    GraphValues graphEncoded(GraphBuilder& builder, GraphValue source,
                             GraphValue lengths) const override;
    GraphValues graphStep(GraphBuilder& builder, GraphValue tokens, const GraphValues& sources,
                          const GraphValues& place) const override;

private:
    int64_t dimension() const { return m_context.embedding.dimension; }
    double whileTraining(double value) const { return is_training() ? value : 0.0; }
    Embedding& targetTable() { return m_options.tiesSides() ? m_encoder->table() : m_targetTable; }
    const torch::Tensor& targetRows() const
    {
        return (m_options.tiesSides() ? m_encoder->table() : m_targetTable)->weight;
    }

    /// A table of a side, not registered yet.
    Embedding table(int64_t rows) const;
    void addEncoder();
    /// Vectors of packed target tokens [tokens] with those of their places: [tokens, dimension].
    /// @param marks  as dropOut()'s; undefined where nothing is dropped.
    Tensor embed(const Tensor& ids, const Tensor& places, const Tensor& marks);
    EncodedSources read(const SequenceBatch& source, AttentionLook* look);
    /// Logits [tokens, targetVocabulary] of packed `ids` [tokens].
    Tensor decode(const Tensor& ids, const TokenLayout& layout, const EncodedSources& sources,
                  std::vector<OpenedDecoderLayer>* opened = nullptr,
                  const AttentionHook& hook = {});
    Tensor logits(const Tensor& states);
    /// `ids` with the decoder's own likeliest token in some places.
    Tensor mixed(const Tensor& ids, const TokenLayout& layout, const EncodedSources& sources,
                 double teacherForcing);

    TransformerTranslatorOptions m_options;
    TranslatorContext m_context;
    std::shared_ptr<TransformerTextEncoder> m_encoder;
    Embedding m_targetTable{nullptr};
    Positions m_targetPositions{nullptr}; ///< Empty where none are added.
    TransformerDecoder m_decoder{nullptr};
    TokenOutput m_output{nullptr};
};

TransformerTranslator::TransformerTranslator(const TransformerTranslatorOptions& options,
                                             const TranslatorContext& context)
    : m_options(options), m_context(context)
{
    if (options.tiesSides() && !context.joint)
        throw Error(
            ErrorCode::BadSetting,
            {"model.network.tied_embeddings is \"all\", which needs one vocabulary for "
             "both languages; they have two.",
             {}},
            {"Set task.target_text.joint, or model.network.tied_embeddings to \"output\".", {}});
    addEncoder();
    m_decoder = register_module("decoder", TransformerDecoder(options.decoder(dimension())));
    m_output = register_module("output",
                               TokenOutput(dimension(), context.targetVocabulary,
                                           options.tiesOutput() ? TokenOutputImpl::Table::Tied
                                                                : TokenOutputImpl::Table::Own,
                                           context.weights));
}

Embedding TransformerTranslator::table(int64_t rows) const
{
    Embedding made(rows, dimension(), m_context.weights);
    const bool small = m_options.scaleEmbeddings || m_options.tiesOutput();
    if (small && m_context.weights == Weights::Fresh) {
        const torch::NoGradGuard noGradient;
        made->weight.mul_(1.0 / std::sqrt(static_cast<double>(dimension())));
    }
    made->weight.set_requires_grad(!m_context.embedding.frozen);
    return made;
}

void TransformerTranslator::addEncoder()
{
    EncoderContext context{.vocabularySize = m_context.sourceVocabulary,
                           .maximumLength = m_context.longestSource,
                           .embedding = m_context.embedding,
                           .weights = m_context.weights};
    // The tables of both sides are drawn first, then the positions of both.
    context.table = table(m_context.sourceVocabulary);
    if (!m_options.tiesSides())
        m_targetTable = table(m_context.targetVocabulary);
    if (m_options.addsPositions()) {
        const PositionKind kind = m_options.positionKind();
        context.positions = Positions(kind, m_context.longestSource, dimension());
        m_targetPositions = Positions(kind, m_context.longestTarget, dimension());
    }
    m_encoder = register_module(
        "encoder", std::make_shared<TransformerTextEncoder>(m_options.encoder(), context));
    if (!m_options.tiesSides())
        register_module("target_embedding", m_targetTable);
    if (!m_targetPositions.is_empty())
        register_module("target_positions", m_targetPositions);
}

Tensor TransformerTranslator::embed(const Tensor& ids, const Tensor& places, const Tensor& marks)
{
    Tensor vectors = dropOut(observed(*this, "target_embedding", targetTable()(ids)),
                             whileTraining(m_context.embedding.dropout), marks);
    if (m_options.scaleEmbeddings)
        vectors = vectors * std::sqrt(static_cast<double>(dimension()));
    if (places.defined())
        vectors = observed(*this, "target_positions", vectors + places);
    return dropOut(vectors, whileTraining(m_options.dropout), marks);
}

EncodedSources TransformerTranslator::read(const SequenceBatch& source, AttentionLook* look)
{
    const TokenLayout layout(source);
    return {layout, m_encoder->read(source, layout, look)};
}

Tensor TransformerTranslator::logits(const Tensor& states)
{
    return observed(*this, "output",
                    m_output(states, m_options.tiesOutput() ? targetTable()->weight : Tensor()));
}

Tensor TransformerTranslator::decode(const Tensor& ids, const TokenLayout& layout,
                                     const EncodedSources& sources,
                                     std::vector<OpenedDecoderLayer>* opened,
                                     const AttentionHook& hook)
{
    const Tensor places = m_targetPositions.is_empty() ? Tensor() : m_targetPositions(layout);
    const Tensor tokens = embed(ids, places, layout.marks());
    return logits(m_decoder(tokens, layout, sources.memory, sources.layout, opened, hook));
}

/// Source: Mihaylova and Martins (2019), arXiv:1906.07651, with the likeliest token of a first
/// pass over the true ones, which is taken as given: no gradient goes through it.
Tensor TransformerTranslator::mixed(const Tensor& ids, const TokenLayout& layout,
                                    const EncodedSources& sources, double teacherForcing)
{
    const torch::NoGradGuard noGradient;
    const Tensor likeliest = decode(ids, layout, sources).argmax(1); // [tokens]: of the next place
    const Tensor forced = forcedTokens(layout.marks(), teacherForcing, ids.device())
                              .logical_or(layout.places().eq(0)); // The begin mark stays.
    return torch::where(forced, ids, likeliest.roll(1));
}

Tensor TransformerTranslator::forward(const TranslationBatch& batch, double teacherForcing)
{
    const EncodedSources sources = read(batch.source, nullptr);
    const SequenceBatch fed = fedTokens(batch.target);
    const TokenLayout layout(fed);
    Tensor ids = layout.pack(fed.ids); // [tokens]
    if (teacherForcing < 1.0)
        ids = mixed(ids, layout, sources, teacherForcing);
    return decode(ids, layout, sources);
}

OpenedTranslator TransformerTranslator::open(const TranslationBatch& batch,
                                             const AttentionHook& hook, const CellLook&)
{
    AttentionLook encoder{hook};
    std::vector<OpenedDecoderLayer> decoder;
    const EncodedSources sources = read(batch.source, &encoder);
    const SequenceBatch fed = fedTokens(batch.target);
    const TokenLayout layout(fed);
    OpenedTranslator opened;
    opened.logits = layout.unpack(decode(layout.pack(fed.ids), layout, sources, &decoder, hook));

    const Formula formula{"e = qᵀ k / √d", R"tex(e = q^\top k / \sqrt d)tex",
                          "d = " + std::to_string(dimension() / m_options.heads)};
    const auto add = [&](const char* group, size_t layer, const AttentionResult& attention) {
        opened.attention.push_back(
            {group, static_cast<int64_t>(layer), attention.weights, attention.scores, formula});
    };
    for (size_t layer = 0; layer < encoder.layers.size(); ++layer)
        add("encoder", layer, encoder.layers[layer]);
    for (size_t layer = 0; layer < decoder.size(); ++layer) {
        add("decoder", layer, decoder[layer].own);
        add("cross", layer, decoder[layer].cross);
    }
    return opened;
}

std::unique_ptr<DecoderState> TransformerTranslator::start(const Condition& condition)
{
    const EncodedSources sources = read(condition.source, nullptr);
    return std::make_unique<TransformerDecoderState>(sources.layout,
                                                     m_decoder->start(sources.memory));
}

Tensor TransformerTranslator::step(DecoderState& state, const Tensor& tokens)
{
    const torch::NoGradGuard noGradient;
    auto& own = static_cast<TransformerDecoderState&>(state);
    Tensor place; // [1, dimension]
    if (!m_targetPositions.is_empty())
        place = m_targetPositions->first(own.length() + 1, tokens.device())
                    .narrow(0, own.length(), 1);
    Tensor attention; // [rows, source length]
    const Tensor states
        = m_decoder->step(embed(tokens, place, {}), own.caches(), own.rows(), attention);
    own.setAttention(attention);
    return logits(states);
}

/// Which tokens of the sources are real, and for each layer of the decoder their keys and values.
std::vector<GraphPort> TransformerTranslator::graphSources() const
{
    std::vector<GraphPort> ports{{"visible", torch::kBool, {"batch", "source_length"}}};
    for (size_t i = 0; i < m_decoder->layers().size(); ++i)
        ports.push_back({"memory_" + std::to_string(i),
                         torch::kFloat,
                         {"batch", "source_length", std::to_string(2 * dimension())}});
    return ports;
}

/// For each layer of the decoder the keys and values of the tokens that it was fed.
std::vector<GraphPort> TransformerTranslator::graphPlace() const
{
    std::vector<GraphPort> ports;
    for (size_t i = 0; i < m_decoder->layers().size(); ++i)
        ports.push_back({"keys_values_" + std::to_string(i),
                         torch::kFloat,
                         {"batch", "places", std::to_string(2 * dimension())}});
    return ports;
}

GraphValues TransformerTranslator::graphEncoded(GraphBuilder& builder, GraphValue source,
                                                GraphValue lengths) const
{
    const GraphTexts texts{source, lengths, builder.mask(source, lengths)};
    const GraphValue memory = m_encoder->graph(builder, texts).tokens.states;
    GraphValues values{texts.mask};
    for (const TransformerDecoderLayer& layer : m_decoder->layers())
        values.push_back(layer->graphMemory(builder, memory));
    for (size_t i = 0; i < m_decoder->layers().size(); ++i)
        values.push_back(builder.filled({builder.size(source, 0), 0, 2 * dimension()}, 0.0));
    return values;
}

GraphValues TransformerTranslator::graphStep(GraphBuilder& builder, GraphValue tokens,
                                             const GraphValues& sources,
                                             const GraphValues& place) const
{
    GraphValue x
        = builder.lookUp(targetRows(), builder.unsqueeze(tokens, 1)); // [batch, 1, dimension]
    if (m_options.scaleEmbeddings)
        x = x * std::sqrt(static_cast<double>(dimension()));
    if (!m_targetPositions.is_empty()) {
        const GraphValue next
            = builder.filled({1, 1}, 0.0, torch::kLong) + builder.size(place[0], 1);
        x = x + m_targetPositions->graph(builder, next);
    }
    const GraphValue visible = builder.unsqueeze(builder.unsqueeze(sources[0], 1), 1);
    GraphValues keysValues = place;
    for (size_t i = 0; i < place.size(); ++i)
        x = m_decoder->layers()[i]->graph(builder, x, GraphValue(), keysValues[i], sources[i + 1],
                                          visible);
    if (!m_decoder->norm().is_empty())
        x = graphNorm(builder, m_decoder->norm(), x);
    GraphValues values{builder.linear(builder.squeeze(x, 1),
                                      m_options.tiesOutput() ? targetRows() : m_output->weight,
                                      m_output->bias)};
    values.insert(values.end(), keysValues.begin(), keysValues.end());
    return values;
}

std::vector<LayerSummary> TransformerTranslator::describe() const
{
    const std::string size = std::to_string(dimension());
    const std::string heads = std::to_string(m_options.heads) + " heads, " + m_options.normTitle();
    std::vector<LayerSummary> layers;
    appendLayers(layers, "encoder", m_encoder->describe("source length"));
    for (LayerSummary& layer : layers)
        layer.side = LayerSide::Source;
    if (m_options.tiesSides())
        layers.front().type = "Embedding of both sides";
    const auto add
        = [&](const std::string& name, const std::string& type, const torch::nn::Module& module) {
              layers.push_back(layerSummary(name, type, "batch x target length x " + size, module));
              layers.back().side = LayerSide::Target;
          };
    if (!m_options.tiesSides())
        add("target_embedding", "Embedding", *m_targetTable);
    if (!m_targetPositions.is_empty())
        add("target_positions", m_options.positionsTitle(), *m_targetPositions);
    for (size_t i = 0; i < m_decoder->layers().size(); ++i) {
        add("decoder.layers." + std::to_string(i), "Decoder layer, " + heads,
            *m_decoder->layers()[i]);
        layers.back().source = SourceUse::Attention;
        layers.back().flow = {TokenFlow::Attention, 0, true, true};
    }
    if (!m_decoder->norm().is_empty())
        add("decoder.norm", "LayerNorm", *m_decoder->norm());
    layers.push_back(layerSummary(
        "output", m_options.tiesOutput() ? "Linear, with the embedding's weights" : "Linear",
        "target tokens x " + std::to_string(m_context.targetVocabulary), *m_output));
    layers.back().side = LayerSide::Target;
    return layers;
}

/// With one source token for each target token: inputs; in a layer projections, heads' outputs,
/// residuals and norms, feed-forward twice, a row of weights for each head; logits and their
/// softmax.
int64_t TransformerTranslator::activationsPerToken(int64_t length) const
{
    const int64_t decoder
        = 20 * dimension() + 3 * m_options.feedForwardSize + 2 * m_options.heads * length;
    return m_encoder->activationsPerToken(length) + 4 * dimension()
        + m_options.decoderLayers * decoder + 2 * m_context.targetVocabulary;
}

} // namespace

TranslatorEntry transformerTranslator()
{
    return {TranslatorRegistry::entry<TransformerTranslatorOptions>(
                {.id = "transformer_seq2seq",
                 .title = "Transformer encoder-decoder",
                 .summary
                 = "Every target word attends to those before it and to the whole source, with "
                   "several heads in every layer; all heads can be shown. It trains on all words "
                   "at once and needs more pairs and more careful settings than an LSTM.",
                 .formula = {"Attention(Q, K, V) = softmax(Q Kᵀ / √d) V;  decoder layer: for F = "
                             "MultiHead(y, y≤t), MultiHead(y, x), FFN in turn: y ← LN(y + F(y)) "
                             "(post-norm), y + F(LN(y)) (pre-norm), y + α F(y) (ReZero)",
                             R"tex(\begin{aligned}
&\operatorname{Attention}(Q,K,V) = \operatorname{softmax}\left(\frac{QK^\top}{\sqrt d}\right) V \\
&F = \text{MultiHead}(y, y_{\le t}),\ \text{MultiHead}(y, x),\ \text{FFN in turn:} \\
&y \leftarrow \begin{cases}
\operatorname{LN}(y + F(y)) & \text{post-norm} \\
y + F(\operatorname{LN}(y)) & \text{pre-norm} \\
y + \alpha F(y) & \text{ReZero}
\end{cases}
\end{aligned})tex"}},
                transformerTranslatorSchema(),
                [](const TransformerTranslatorOptions& options, const TranslatorContext& context) {
                    return std::static_pointer_cast<Translator>(
                        std::make_shared<TransformerTranslator>(options, context));
                }),
            checkTransformerBlock};
}

} // namespace core
