#include "core/model/word_vectors.h"

#include "core/model/make_model.h"

namespace core {

// Each in a file of its own.
WordVectorEntry skipGramVectors();
WordVectorEntry cbowVectors();
WordVectorEntry gloveVectors();

const std::vector<WordVectorEntry>& wordVectorEntries()
{
    static const std::vector<WordVectorEntry> entries
        = {skipGramVectors(), cbowVectors(), gloveVectors()};
    return entries;
}

std::shared_ptr<WordVectorNetwork> makeWordVectors(const ModelSpec& spec,
                                                   const WordVectorContext& context)
{
    const ModelSpec model = completedModel(spec, spec.embedding);
    return chosenEntry(wordVectorEntries(), model).entry.make(model.network.options, context);
}

ModelSummary summariseWordVectors(const ModelSpec& model, WordVectorContext context)
{
    constexpr int64_t kFloatBytes = 4;
    context.weights = Weights::ShapesOnly;
    const auto vectors = makeWordVectors(model, context);
    ModelSummary summary;
    summary.layers = vectors->describe();
    for (const torch::Tensor& parameter : vectors->parameters())
        summary.parameters += parameter.numel();
    summary.trainableParameters = summary.parameters;
    summary.weightBytes = summary.trainingBytes = summary.parameters * kFloatBytes;
    return summary;
}

std::vector<GraphFunction> WordVectorNetwork::graphs() const
{
    return {{"forward",
             "The vectors of words of the vocabulary.",
             {{"ids", torch::kLong, {"words"}}},
             {{"vectors", torch::kFloat, {"words", "dimension"}}},
             [this](GraphBuilder& builder, const GraphValues& inputs) {
                 return GraphValues{builder.rows(builder.constant(vectors()), inputs[0])};
             }}};
}

} // namespace core
