#include "core/model/encoder/transformer.h"

#include "core/model/network_options.h"
#include "core/model/python_text.h"
#include "core/model/transformer_block_python.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/tensors.h"

#include <cmath>

namespace core {

namespace {

void addLayers(Schema<TransformerEncoderOptions>& schema)
{
    schema.add(&TransformerEncoderOptions::layers,
               layersOption("Training accuracy stays low: add one. More than 4: take pre-norm or "
                            "ReZero.",
                            kMostTransformerLayers));
}

void addEnds(Schema<TransformerEncoderOptions>& schema)
{
    schema
        .add(&TransformerEncoderOptions::scaleEmbedding,
             scaledEmbeddingOption("scale_embedding", "Scale embedding",
                                   "Pretrained vectors drown in the positions: turn it on."))
        .add(&TransformerEncoderOptions::normEmbedding,
             {.name = "norm_embedding",
              .label = "Normalise embedding",
              .help = "A LayerNorm on vectors with positions, as in lecture 001 and BERT. The loss "
                      "jumps at the start: turn it on.",
              .advanced = true})
        .add(&TransformerEncoderOptions::pooling, poolingOption());
}

TransformerOptions layersOf(const TransformerEncoderOptions& options, int64_t features)
{
    TransformerOptions layers = options.layerOptions(features, options.layers);
    layers.lastNorm = options.finalNorm;
    return layers;
}

const char* const kPython = R"(class Encoder(nn.Module):
    """Embedding with positions, Transformer encoder layers."""

    def __init__(self):
        super().__init__()
<<embedding>><<positions>><<norm>>        self.dropout = nn.Dropout(<<dropout>>)
<<transformer>>
    def forward(self, ids, lengths, mask):
        x = self.embedding_dropout(self.embedding(ids))<<scale>>
<<add positions>><<apply norm>>        return self.transformer(self.dropout(x), src_key_padding_mask=~mask), None
)";

} // namespace

TransformerTextEncoder::TransformerTextEncoder(const TransformerEncoderOptions& options,
                                               const EncoderContext& encoderContext)
    : Encoder(encoderContext), m_options(options)
{
    m_positions = register_module(
        "positions",
        encoderContext.positions.is_empty()
            ? Positions(options.positionKind(), encoderContext.maximumLength, dimension())
            : encoderContext.positions);
    if (options.normEmbedding)
        m_norm = register_module("embedding_norm",
                                 torch::nn::LayerNorm(torch::nn::LayerNormOptions({dimension()})));
    m_transformer
        = register_module("transformer", TransformerEncoder(layersOf(options, dimension())));
}

torch::Tensor TransformerTextEncoder::read(const SequenceBatch& batch, const TokenLayout& layout,
                                           std::vector<AttentionResult>* attention)
{
    torch::Tensor tokens = embed(layout.pack(batch.ids)); // [tokens, dimension]
    if (m_options.scaleEmbedding)
        tokens = tokens * std::sqrt(static_cast<double>(dimension()));
    tokens = tokens + m_positions(layout);
    if (!m_norm.is_empty())
        tokens = m_norm(tokens);
    return m_transformer(dropOut(tokens, whileTraining(m_options.dropout)), layout, attention);
}

Encoded TransformerTextEncoder::forward(const SequenceBatch& batch,
                                        std::vector<AttentionResult>* attention)
{
    const TokenLayout layout(batch);
    const torch::Tensor tokens = read(batch, layout, attention);
    return {{layout.unpack(tokens), layout.mask(), batch.lengths, {}}};
}

std::vector<LayerSummary> TransformerTextEncoder::describe(const std::string& length) const
{
    const std::string shape = "batch x " + length + " x " + std::to_string(dimension());
    std::vector<LayerSummary> layers
        = {embeddingSummary(length),
           layerSummary("positions", m_options.positionsTitle(), shape, *m_positions)};
    if (!m_norm.is_empty())
        layers.push_back(layerSummary("embedding_norm", "LayerNorm", shape, *m_norm));
    const std::string type
        = "Encoder layer, " + std::to_string(m_options.heads) + " heads, " + m_options.normTitle();
    for (size_t i = 0; i < m_transformer->layers().size(); ++i)
        layers.push_back(layerSummary("transformer.layers." + std::to_string(i), type, shape,
                                      *m_transformer->layers()[i]));
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

std::string TransformerTextEncoder::pythonSource() const
{
    const std::string size = std::to_string(dimension());
    const bool learned = m_options.learnsPositions();
    const PythonStack stack = pythonEncoder(layersOf(m_options, dimension()), "transformer");
    return (learned ? "" : kPythonSinusoids) + stack.classes
        + filledIn(
               kPython,
               {{"embedding", pythonEmbedding()},
                {"positions",
                 learned ? "        self.positions = nn.Embedding("
                         + std::to_string(context().maximumLength) + ", " + size + ")\n"
                         : std::string()},
                {"norm",
                 m_options.normEmbedding
                     ? "        self.embedding_norm = nn.LayerNorm(" + size + ")\n"
                     : std::string()},
                {"dropout", numberText(m_options.dropout)},
                {"transformer", stack.constructor},
                {"scale", m_options.scaleEmbedding ? " * math.sqrt(" + size + ")" : std::string()},
                {"add positions",
                 learned ? "        x = x + self.positions.weight[: ids.size(1)]\n"
                         : "        x = x + sinusoids(ids.size(1), " + size + ", ids.device)\n"},
                {"apply norm",
                 m_options.normEmbedding ? "        x = self.embedding_norm(x)\n" : ""}});
}

const Schema<TransformerEncoderOptions>& transformerSchema()
{
    static const auto schema = [] {
        Schema<TransformerEncoderOptions> all;
        addLayers(all);
        addTransformerBlock(all);
        addEnds(all);
        return all;
    }();
    return schema;
}

EncoderEntry transformerEncoder()
{
    return {
        {EncoderRegistry::entry<TransformerEncoderOptions>(
             {.id = "transformer",
              .title = "Transformer encoder",
              .summary = "Every word looks at every other at once; several heads look for "
                         "different things, and all their weights can be seen. Wants more texts "
                         "and care than an LSTM.",
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
\end{aligned})tex"},
              .options = {},
              .tasks = {}},
             transformerSchema(),
             [](const TransformerEncoderOptions& options, const EncoderContext& encoderContext) {
                 return std::make_shared<TransformerTextEncoder>(options, encoderContext);
             }),
         checkTransformerBlock},
        true};
}

} // namespace core
