#pragma once

#include "core/base/registry.h"
#include "core/data/sample.h"
#include "core/data/samples/draws.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// A translation by rule, and which of its tokens comes from which of the source: words between
/// blanks, or characters where the sample is read by character.
struct AlignedTranslation {
    std::string text;
    std::vector<AlignmentLink> links; ///< Sorted, none twice.
};

/// A sample of pairs: sources are drawn, and their translations follow from them.
struct PairSample {
    int64_t pairs = 0; ///< For training.
    int64_t seed = 1;
    std::function<std::string(Draws& draws)> source;
    /// Nothing for a text that is no source of this sample. What source() draws always is one.
    std::function<std::optional<AlignedTranslation>(std::string_view source)> translate;
};

using PairSampleRegistry = Registry<PairSample>;

/// All samples of pairs, in the order in which users see them.
const PairSampleRegistry& pairSampleRegistry();

/// What the samples of pairs have in common.
struct PairSampleOptions {
    int64_t pairs = 10000; ///< For training; an eighth more each for validation and testing.
    int64_t seed = 1;
};

/// Describes the members that `Options`, derived from PairSampleOptions, has from there.
template <class Options> Schema<Options> pairSampleSchema()
{
    return Schema<Options>()
        .template add<int64_t>(
            &Options::pairs,
            {.name = "pairs",
             .label = "Training pairs",
             .help = "Validation loss stays far above training loss: make more. An eighth of the "
                     "number comes on top for validation, and for testing.",
             .unit = "pairs",
             .minimum = 16,
             .maximum = 200000,
             .logarithmic = true})
        .template add<int64_t>(&Options::seed,
                               {.name = "seed",
                                .label = "Seed",
                                .help = "Another seed, other pairs of the same kind.",
                                .minimum = 0,
                                .maximum = 2147483647,
                                .advanced = true});
}

// One function a sample; pair_sample.cpp lists them.

PairSampleRegistry::Entry reverseEntry();
PairSampleRegistry::Entry copyEntry();
PairSampleRegistry::Entry sortEntry();
PairSampleRegistry::Entry datesEntry();
PairSampleRegistry::Entry phrasesEntry();

} // namespace core
