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

using SampleRegistry = Registry<GeneratedCorpus>;

/// The options of all samples: how much they generate, and the seed of the generator.
/// @param noun  the generated items: "texts", "pairs", "stories".
/// @param symptom  the case in which more of them help: "If validation loss stays far above
/// training loss".
OptionDescription countOption(const std::string& noun, const std::string& symptom, double maximum);
OptionDescription seedOption(const std::string& noun);

struct SampleOptions {
    int64_t texts = 8000; ///< For training; an eighth more each for validation and testing.
    int64_t seed = 1;
};

/// Describes the members that `Options`, SampleOptions or derived from it, has from there.
template <class Options = SampleOptions> Schema<Options> sampleSchema()
{
    return Schema<Options>()
        .add(
            &Options::texts,
            countOption("texts", "If validation accuracy stays far below training accuracy", 50000))
        .add(&Options::seed, seedOption("texts"));
}

// One function a sample; registry.cpp lists them.

SampleRegistry::Entry reviewsEntry();
SampleRegistry::Entry namesEntry();
SampleRegistry::Entry topicsEntry();
SampleRegistry::Entry memoryEntry();
SampleRegistry::Entry ratingsEntry();
SampleRegistry::Entry taggedEntry();
SampleRegistry::Entry entitiesEntry();
SampleRegistry::Entry factsEntry();
SampleRegistry::Entry storiesEntry();
SampleRegistry::Entry worldEntry();
SampleRegistry::Entry sensesEntry();

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
    /// Nothing for a text that is no source of this sample. Every result of source() is one.
    std::function<std::optional<AlignedTranslation>(std::string_view source)> translate;
};

using PairSampleRegistry = Registry<PairSample>;

/// All samples of pairs, in the order in which users see them.
const PairSampleRegistry& pairSampleRegistry();

/// The options of all samples of pairs.
struct PairSampleOptions {
    int64_t pairs = 10000; ///< For training; an eighth more each for validation and testing.
    int64_t seed = 1;
};

/// Describes the members that `Options`, derived from PairSampleOptions, has from there.
template <class Options> Schema<Options> pairSampleSchema()
{
    return Schema<Options>()
        .add(&Options::pairs,
             countOption("pairs", "If validation loss stays far above training loss", 200000))
        .add(&Options::seed, seedOption("pairs"));
}

PairSampleRegistry::Entry reverseEntry();
PairSampleRegistry::Entry copyEntry();
PairSampleRegistry::Entry sortEntry();
PairSampleRegistry::Entry datesEntry();
PairSampleRegistry::Entry phrasesEntry();

} // namespace core
