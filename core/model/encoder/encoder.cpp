#include "core/model/encoder/encoder.h"

#include "core/nn/layers/dropout.h"
#include "core/nn/tensors.h"

#include <algorithm>

namespace core {

// Each in a file of its own.
EncoderEntry meanEncoder();
EncoderEntry fastTextEncoder();
EncoderEntry convolutionalEncoder();
EncoderEntry rnnEncoder();
EncoderEntry lstmEncoder();
EncoderEntry gruEncoder();
EncoderEntry transformerEncoder();

const std::vector<EncoderEntry>& encoderEntries()
{
    static const std::vector<EncoderEntry> entries
        = {meanEncoder(), fastTextEncoder(), convolutionalEncoder(), rnnEncoder(),
           lstmEncoder(), gruEncoder(),      transformerEncoder()};
    return entries;
}

Encoder::Encoder(const EncoderContext& context) : m_context(context)
{
    m_embedding = register_module(
        "embedding",
        context.table.is_empty()
            ? Embedding(context.vocabularySize, context.embedding.dimension, context.weights)
            : context.table);
    m_embedding->weight.set_requires_grad(!context.embedding.frozen);
}

torch::Tensor Encoder::embed(const torch::Tensor& ids)
{
    return dropOut(m_embedding(ids), whileTraining(m_context.embedding.dropout));
}

torch::Tensor Encoder::embeddedSums(Embedding& table, const torch::Tensor& ids)
{
    const double dropout = whileTraining(m_context.embedding.dropout);
    if (dropout > 0.0)
        return dropOut(table(ids), dropout).sum(1);
    const torch::Tensor starts = torch::arange(ids.size(0), ids.options()) * ids.size(1); // [batch]
    return table->sums(ids.reshape(-1), starts);
}

LayerSummary Encoder::embeddingSummary(const std::string& length) const
{
    return layerSummary("embedding", "Embedding",
                        "batch x " + length + " x " + std::to_string(dimension()), *m_embedding);
}

std::string Encoder::pythonEmbedding() const
{
    return pythonTable("embedding", m_context.vocabularySize, m_context.embedding)
        + "        self.embedding_dropout = nn.Dropout(" + numberText(m_context.embedding.dropout)
        + ")\n";
}

LayerSummary layerSummary(const std::string& name, const std::string& type,
                          const std::string& outputShape, const torch::nn::Module& module)
{
    LayerSummary summary{name, type, outputShape};
    const std::vector<torch::Tensor> parameters = module.parameters();
    for (const torch::Tensor& parameter : parameters)
        summary.parameters += parameter.numel();
    summary.trainable = parameters.empty()
        || std::any_of(parameters.begin(), parameters.end(),
                       [](const torch::Tensor& parameter) { return parameter.requires_grad(); });
    return summary;
}

void appendLayers(std::vector<LayerSummary>& layers, const std::string& part,
                  std::vector<LayerSummary> more)
{
    for (LayerSummary& layer : more) {
        layer.name = part + "." + layer.name;
        layers.push_back(std::move(layer));
    }
}

std::string pythonTable(const std::string& name, int64_t rows, const EmbeddingSpec& embedding)
{
    const std::string made = "        self." + name + " = nn.Embedding(" + std::to_string(rows)
        + ", " + std::to_string(embedding.dimension) + ", padding_idx=0)\n";
    return embedding.frozen ? made + "        self." + name + ".weight.requires_grad_(False)\n"
                            : made;
}

} // namespace core
