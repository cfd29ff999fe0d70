#pragma once

#include "core/base/registry.h"
#include "core/data/sample.h"

namespace core {

using SampleRegistry = Registry<GeneratedCorpus>;

/// What the generated samples have in common.
struct SampleOptions {
    int64_t texts = 8000; ///< For training; an eighth more each for validation and testing.
    int64_t seed = 1;
};

/// Describes the members that `Options`, SampleOptions or derived from it, has from there.
template <class Options = SampleOptions> Schema<Options> sampleSchema()
{
    return Schema<Options>()
        .template add<int64_t>(
            &Options::texts,
            {.name = "texts",
             .label = "Training texts",
             .help = "Validation accuracy stays far below training accuracy: make more. An "
                     "eighth of the number comes on top for validation, and for testing.",
             .unit = "texts",
             .minimum = 16,
             .maximum = 50000,
             .logarithmic = true})
        .template add<int64_t>(&Options::seed,
                               {.name = "seed",
                                .label = "Seed",
                                .help = "Another seed, other texts of the same kind.",
                                .minimum = 0,
                                .maximum = 2147483647,
                                .advanced = true});
}

// One function a sample; registry.cpp lists them.

SampleRegistry::Entry reviewsEntry();
SampleRegistry::Entry namesEntry();
SampleRegistry::Entry topicsEntry();
SampleRegistry::Entry memoryEntry();
SampleRegistry::Entry ratingsEntry();
SampleRegistry::Entry taggedEntry();
SampleRegistry::Entry entitiesEntry();
SampleRegistry::Entry storiesEntry();

} // namespace core
