#pragma once

#include "core/base/schema.h"
#include "core/optimise/optimiser.h"

#include <string>

namespace core {

/// The entry of an optimiser `Made` with these options.
template <class Made, class Options>
OptimiserRegistry::Entry optimiserEntry(KindDescription description, const Schema<Options>& schema)
{
    return OptimiserRegistry::entry<Options>(
        std::move(description), schema,
        [](const Options& options, std::vector<torch::Tensor> parameters) {
            return std::make_unique<Made>(options, std::move(parameters));
        });
}

// Descriptions that several optimisers share.

inline OptionDescription learningRateOption()
{
    return {.name = "learning_rate",
            .label = "Learning rate",
            .help = "If the loss jumps or becomes NaN, divide it by 10. If the loss falls slowly "
                    "and smoothly, multiply it by 3. A schedule changes it over the run.",
            .minimum = 0.0,
            .maximum = 1e9,
            .logarithmic = true};
}

inline OptionDescription weightDecayOption(const std::string& how)
{
    return {.name = "weight_decay",
            .label = "Weight decay",
            .help = "If training accuracy is far above validation accuracy, try 0.01. " + how,
            .minimum = 0.0,
            .maximum = 10.0,
            .logarithmic = true};
}

inline OptionDescription momentumOption()
{
    return {.name = "momentum",
            .label = "Momentum",
            .help = "If progress is slow and zigzags, try 0.9 with a learning rate 10 times lower.",
            .minimum = 0.0,
            .maximum = 0.9999};
}

inline OptionDescription beta1Option()
{
    return {.name = "beta1",
            .label = "Beta 1",
            .help = "Decay of the mean gradient, which averages about 1 / (1 - beta) updates. If "
                    "batches are small and noisy, raise it slightly.",
            .minimum = 0.0,
            .maximum = 0.999999,
            .advanced = true};
}

inline OptionDescription beta2Option()
{
    return {
        .name = "beta2",
        .label = "Beta 2",
        .help
        = "Decay of the mean squared gradient. If a Transformer is unstable early on, try 0.98.",
        .minimum = 0.0,
        .maximum = 0.9999999,
        .advanced = true};
}

inline OptionDescription epsilonOption()
{
    return {.name = "epsilon",
            .label = "Epsilon",
            .help = "Keeps the division finite. If rare words cause large jumps, raise it to 1e-6.",
            .minimum = 0.0,
            .maximum = 1.0,
            .advanced = true,
            .logarithmic = true};
}

} // namespace core
