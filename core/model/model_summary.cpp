#include "core/model/model_summary.h"

#include "core/model/classifier.h"

#include <algorithm>

namespace core {

namespace {

constexpr int64_t kFloatBytes = 4;

double numberOption(const Selection& selection, const char* name)
{
    const auto found = selection.options.find(name);
    return found != selection.options.end() && found->is_number() ? found->get<double>() : 0.0;
}

bool booleanOption(const Selection& selection, const char* name)
{
    const auto found = selection.options.find(name);
    return found != selection.options.end() && found->is_boolean() && found->get<bool>();
}

/// Floats that an optimiser keeps for each trained parameter: a running mean and a running square
/// for the Adam family, the square for RMSprop and Adagrad, a velocity where there is momentum.
int64_t optimiserFloats(const Selection& optimiser)
{
    const int64_t velocity = numberOption(optimiser, "momentum") > 0.0 ? 1 : 0;
    if (optimiser.kind == "sgd")
        return velocity;
    if (optimiser.kind == "adagrad")
        return 1;
    if (optimiser.kind == "rmsprop")
        return 1 + velocity + (booleanOption(optimiser, "centered") ? 1 : 0);
    return booleanOption(optimiser, "amsgrad") ? 3 : 2;
}

int64_t tokensOfBatch(const ExperimentSpec& spec)
{
    const int64_t tokens = spec.training.batchSize * spec.text.maximumLength;
    // A budget bounds every batch, but a single text always fits.
    return spec.training.batchTokens > 0
        ? std::min(tokens, std::max(spec.training.batchTokens, spec.text.maximumLength))
        : tokens;
}

} // namespace

ModelSummary summariseModel(const ExperimentSpec& spec, int64_t vocabularySize, int64_t classes)
{
    const auto network = makeClassifier(spec.model,
                                        {.vocabularySize = vocabularySize,
                                         .classes = classes,
                                         .maximumLength = spec.text.maximumLength,
                                         .embedding = spec.model.embedding,
                                         .weights = Weights::ShapesOnly});
    ModelSummary summary;
    summary.layers = network->describe();
    for (const torch::Tensor& parameter : network->parameters()) {
        summary.parameters += parameter.numel();
        if (parameter.requires_grad())
            summary.trainableParameters += parameter.numel();
    }
    summary.weightBytes = summary.parameters * kFloatBytes;
    const int64_t gradientAndState = 1 + optimiserFloats(spec.training.optimiser);
    const int64_t activations
        = tokensOfBatch(spec) * network->activationsPerToken(spec.text.maximumLength);
    summary.trainingBytes = summary.weightBytes
        + kFloatBytes * (summary.trainableParameters * gradientAndState + activations);
    return summary;
}

} // namespace core
