#include "core/model/embedding_classifier.h"

#include "core/model/python_text.h"
#include "core/nn/dropout.h"
#include "core/nn/tensors.h"

#include <algorithm>

namespace core {

const char* const kPythonMask = "        mask = torch.arange(ids.size(1), device=ids.device) < "
                                "lengths.to(ids.device).unsqueeze(1)\n";

EmbeddingClassifier::EmbeddingClassifier(const NetworkContext& context) : m_context(context)
{
    m_embedding = register_module(
        "embedding",
        Embedding(context.vocabularySize, context.embedding.dimension, context.weights));
    m_embedding->weight.set_requires_grad(!context.embedding.frozen);
}

OpenedNetwork EmbeddingClassifier::open(const SequenceBatch& batch)
{
    OpenedNetwork opened;
    opened.logits = run(batch, &opened);
    return opened;
}

torch::Tensor EmbeddingClassifier::embed(const torch::Tensor& ids)
{
    return dropOut(m_embedding(ids), whileTraining(m_context.embedding.dropout));
}

torch::Tensor EmbeddingClassifier::embeddedSums(Embedding& table, const torch::Tensor& ids)
{
    const double dropout = whileTraining(m_context.embedding.dropout);
    if (dropout > 0.0)
        return dropOut(table(ids), dropout).sum(1);
    const torch::Tensor starts = torch::arange(ids.size(0), ids.options()) * ids.size(1); // [batch]
    return table->sums(ids.reshape(-1), starts);
}

void EmbeddingClassifier::addOutput(int64_t features)
{
    m_output = register_module("output", torch::nn::Linear(features, m_context.classes));
}

LayerSummary EmbeddingClassifier::embeddingSummary() const
{
    const std::string shape = "batch x length x " + std::to_string(dimension());
    return layerSummary("embedding", "Embedding", shape, *m_embedding);
}

LayerSummary EmbeddingClassifier::outputSummary() const
{
    const std::string shape = "batch x " + std::to_string(m_context.classes);
    return layerSummary("output", "Linear", shape, *m_output);
}

std::string EmbeddingClassifier::pythonEmbedding() const
{
    std::string lines = R"(        self.embedding = nn.Embedding(<<rows>>, <<size>>, padding_idx=0)
        self.embedding_dropout = nn.Dropout(<<dropout>>)
)";
    if (m_context.embedding.frozen)
        lines += "        self.embedding.weight.requires_grad_(False)\n";
    return filledIn(lines,
                    {{"rows", std::to_string(m_context.vocabularySize)},
                     {"size", std::to_string(dimension())},
                     {"dropout", numberText(m_context.embedding.dropout)}});
}

std::string EmbeddingClassifier::pythonOutput() const
{
    return "        self.output = nn.Linear(" + std::to_string(m_output->options.in_features())
        + ", " + std::to_string(m_context.classes) + ")\n";
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

} // namespace core
