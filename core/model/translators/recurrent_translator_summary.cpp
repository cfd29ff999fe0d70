#include "core/model/translators/recurrent_translator.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

std::string targetShape(int64_t size)
{
    return "batch x target length x " + std::to_string(size);
}

} // namespace

std::vector<LayerSummary> RecurrentTranslator::describe() const
{
    std::vector<LayerSummary> layers = describeSource();
    for (LayerSummary& layer : layers)
        layer.side = LayerSide::Source;
    for (LayerSummary& layer : describeTarget()) {
        layers.push_back(std::move(layer));
        layers.back().side = LayerSide::Target;
    }
    return layers;
}

std::vector<LayerSummary> RecurrentTranslator::describeSource() const
{
    const std::string start
        = std::to_string(m_options.layers) + " x batch x " + std::to_string(m_options.stateSize());
    std::vector<LayerSummary> layers;
    appendLayers(layers, "encoder", m_encoder->describe("source length"));
    if (sharesEmbedding())
        layers.front().type = "Embedding of both sides";
    for (size_t state = 0; state < m_bridges.size(); ++state)
        layers.push_back(layerSummary("bridge_" + stateTitle(m_encoder->cell(), state),
                                      "Linear, tanh", start, *m_bridges[state],
                                      {TokenFlow::Condition}));
    return layers;
}

std::vector<LayerSummary> RecurrentTranslator::describeTarget() const
{
    std::vector<LayerSummary> layers;
    if (!sharesEmbedding())
        layers.push_back(layerSummary("target_embedding", "Embedding", targetShape(dimension()),
                                      *m_targetTable));
    layers.push_back(layerSummary(
        "decoder", recurrentTitle(m_decoder.cells->graph().title(), m_options.layers, false),
        targetShape(m_options.stateSize()), *m_decoder.cells, {TokenFlow::Steps, 0, true}));
    layers.back().source = SourceUse::Start;
    if (m_decoder.attention != nullptr) {
        layers.push_back(layerSummary(
            "attention", attentionEntry(m_options.attention.kind).entry.description.title,
            "batch x target length x source length", *m_decoder.attention, {TokenFlow::Attention}));
        layers.back().source = SourceUse::Attention;
    }
    if (!m_decoder.readout.is_empty())
        layers.push_back(
            layerSummary("readout", m_options.readout == "maxout" ? "Maxout" : "Linear, tanh",
                         targetShape(m_options.readoutSize(dimension())), *m_decoder.readout));
    layers.push_back(layerSummary(
        "output", m_options.tiedEmbeddings ? "Linear, tied to the embedding" : "Linear",
        targetShape(m_context.targetVocabulary), *m_output));
    return layers;
}

/// For a source as long as its target: vectors with dropout on both sides, gates and outputs of
/// all layers, what each pair of states keeps of its score, and the logits with their softmax.
int64_t RecurrentTranslator::activationsPerToken(int64_t length) const
{
    const int64_t kept = m_decoder.cells->program(0)->keptPerUnit;
    const int64_t memory = m_options.memorySize();
    const int64_t state = m_options.stateSize();
    const int64_t decoder = 2 * dimension() + m_options.layers * (kept + 2) * state;
    constexpr int64_t kScoreMaskWeight = 3;
    const int64_t attention = m_decoder.attention == nullptr
        ? 0
        : 2 * memory + length * (kScoreMaskWeight + m_decoder.attention->activationsPerScore());
    constexpr int64_t kLogitsAndSoftmax = 2;
    return m_encoder->activationsPerToken(length) + decoder + attention
        + 3 * m_options.readoutSize(dimension()) + kLogitsAndSoftmax * m_context.targetVocabulary;
}

} // namespace core
