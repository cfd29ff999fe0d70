#include "core/model/embedding_classifier.h"
#include "core/model/networks/network_entries.h"
#include "core/model/networks/transformer_options.h"
#include "core/model/networks/transformer_python.h"
#include "core/nn/dropout.h"
#include "core/nn/pooling.h"
#include "core/nn/positions.h"
#include "core/nn/tensors.h"
#include "core/nn/transformer_encoder.h"

#include <cmath>

namespace core {

namespace {

/// Embedding (+ positions), encoder layers, pooling, linear layer.
///
/// Source: Vaswani et al. (2017), arXiv:1706.03762, the encoder of section 3, with a pooling and a
/// linear layer on top as in lecture 001. Differs: the maximum is taken over true tokens only, and
/// padding is never looked at. Parameters: embedding, positions (learned), embedding_norm,
/// encoder.layers.i.* and encoder.norm (as torch.nn.TransformerEncoder), pooling.*, output.
class TransformerNetwork : public EmbeddingClassifier {
public:
    TransformerNetwork(const TransformerNetworkOptions& options,
                       const NetworkContext& networkContext)
        : EmbeddingClassifier(networkContext), m_options(options)
    {
        const PositionKind kind
            = options.learnsPositions() ? PositionKind::Learned : PositionKind::Sinusoidal;
        m_positions = register_module("positions",
                                      Positions(kind, networkContext.maximumLength, dimension()));
        if (options.normEmbedding)
            m_norm = register_module(
                "embedding_norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({dimension()})));
        m_encoder = register_module(
            "encoder", TransformerEncoder(options.layerOptions(dimension(), options.layers)));
        m_pooling = poolingRegistry().make(options.pooling, PoolingContext{dimension()});
        register_module("pooling", m_pooling);
        addOutput(dimension());
    }

    std::vector<LayerSummary> describe() const override;

    /// Input: vectors, positions, dropout. A layer: projections, heads' output, two residuals and
    /// norms, feed-forward twice, and for each head one row of weights.
    int64_t activationsPerToken(int64_t length) const override
    {
        const int64_t layer
            = 12 * dimension() + 3 * m_options.feedForwardSize + m_options.heads * length;
        return 4 * dimension() + m_options.layers * layer;
    }

    torch::Tensor positions(int64_t length) override
    {
        return m_positions->atMost(length, parameters().front().device());
    }

    std::string pythonSource() const override
    {
        return m_pooling->pythonSource()
            + transformerPython(m_options, context(), {pythonEmbedding(), pythonOutput()});
    }

protected:
    torch::Tensor run(const SequenceBatch& batch, OpenedNetwork* opened) override
    {
        const TokenLayout layout(batch);
        torch::Tensor tokens = embed(layout.pack(batch.ids)); // [tokens, dimension]
        if (m_options.scaleEmbedding)
            tokens = tokens * std::sqrt(static_cast<double>(dimension()));
        tokens = tokens + m_positions(layout);
        if (!m_norm.is_empty())
            tokens = m_norm(tokens);
        tokens = dropOut(tokens, whileTraining(m_options.dropout));
        std::vector<AttentionResult> attention;
        tokens = m_encoder(tokens, layout, opened == nullptr ? nullptr : &attention);
        const PooledTexts pooled
            = m_pooling->forward({layout.unpack(tokens), layout.mask(), batch.lengths, {}});
        if (opened != nullptr) {
            opened->tokenWeights = pooled.weights;
            for (const AttentionResult& layer : attention)
                opened->attention.push_back(layer.weights);
        }
        return output(pooled.vectors);
    }

private:
    TransformerNetworkOptions m_options;
    Positions m_positions{nullptr};
    torch::nn::LayerNorm m_norm{nullptr};
    TransformerEncoder m_encoder{nullptr};
    std::shared_ptr<Pooling> m_pooling;
};

std::vector<LayerSummary> TransformerNetwork::describe() const
{
    const std::string size = std::to_string(dimension());
    const std::string shape = "batch x length x " + size;
    std::vector<LayerSummary> layers = {embeddingSummary()};
    layers.push_back(layerSummary(
        "positions", m_options.learnsPositions() ? "Learned positions" : "Sinusoidal positions",
        shape, *m_positions));
    if (!m_norm.is_empty())
        layers.push_back(layerSummary("embedding_norm", "LayerNorm", shape, *m_norm));
    const std::string type
        = "Encoder layer, " + std::to_string(m_options.heads) + " heads, " + m_options.normTitle();
    for (size_t i = 0; i < m_encoder->layers().size(); ++i)
        layers.push_back(layerSummary("encoder.layers." + std::to_string(i), type, shape,
                                      *m_encoder->layers()[i]));
    if (m_options.norm == "pre")
        layers.push_back(layerSummary("encoder.norm", "LayerNorm", shape, *m_encoder->norm()));
    layers.push_back(layerSummary("pooling",
                                  poolingRegistry().find(m_options.pooling.kind).description.title,
                                  "batch x " + size, *m_pooling));
    layers.push_back(outputSummary());
    return layers;
}

} // namespace

NetworkEntry transformerNetwork()
{
    return {NetworkRegistry::entry<TransformerNetworkOptions>(
                {.id = "transformer",
                 .title = "Transformer encoder",
                 .summary = "Every word looks at every other at once; several heads look for "
                            "different things, and all their weights can be seen. Wants more texts "
                            "and care than an LSTM.",
                 .formula = "Attention(Q, K, V) = softmax(Q Kᵀ / √d) V;  "
                            "x ← norm(x + MultiHead(x)),  x ← norm(x + FFN(x))",
                 .options = {},
                 .tasks = {}},
                transformerSchema(),
                [](const TransformerNetworkOptions& options, const NetworkContext& networkContext) {
                    return std::static_pointer_cast<Classifier>(
                        std::make_shared<TransformerNetwork>(options, networkContext));
                }),
            checkTransformerBlock};
}

} // namespace core
