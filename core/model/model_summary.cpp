#include "core/model/model_summary.h"

#include "core/model/text_network.h"
#include "core/model/translator.h"

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

int64_t tokensOfBatch(const TrainingSpec& training, int64_t longest)
{
    const int64_t tokens = training.batchSize * longest;
    // A budget bounds every batch, but a single text always fits.
    return training.batchTokens > 0 ? std::min(tokens, std::max(training.batchTokens, longest))
                                    : tokens;
}

/// @param longest  tokens of an item at most: what a batch is counted in.
/// @param length   of the longest text on either side.
template <class Network>
ModelSummary summaryOf(const Network& network, const TrainingSpec& training, int64_t longest,
                       int64_t length)
{
    ModelSummary summary;
    summary.layers = network.describe();
    for (const torch::Tensor& parameter : network.parameters()) {
        summary.parameters += parameter.numel();
        if (parameter.requires_grad())
            summary.trainableParameters += parameter.numel();
    }
    summary.weightBytes = summary.parameters * kFloatBytes;
    const int64_t gradientAndState = 1 + optimiserFloats(training.optimiser);
    const int64_t activations
        = tokensOfBatch(training, longest) * network.activationsPerToken(length);
    summary.trainingBytes = summary.weightBytes
        + kFloatBytes * (summary.trainableParameters * gradientAndState + activations);
    return summary;
}

} // namespace

ModelSummary summariseTextNetwork(const ModelSpec& model, const TrainingSpec& training,
                                  const HeadEntry& head, NetworkContext context)
{
    context.weights = Weights::ShapesOnly;
    const auto network = makeTextNetwork(model, head, context);
    return summaryOf(*network, training, context.maximumLength, context.maximumLength);
}

ModelSummary summariseTranslator(const ModelSpec& model, const TrainingSpec& training,
                                 TranslatorContext context)
{
    context.weights = Weights::ShapesOnly;
    const auto network = makeTranslator(model, context);
    return summaryOf(*network, training, context.longestTarget,
                     std::max(context.longestSource, context.longestTarget));
}

} // namespace core
