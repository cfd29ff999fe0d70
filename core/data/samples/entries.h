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

const Schema<SampleOptions>& sampleSchema();

// One function a sample; registry.cpp lists them.

SampleRegistry::Entry reviewsEntry();
SampleRegistry::Entry namesEntry();
SampleRegistry::Entry topicsEntry();
SampleRegistry::Entry ratingsEntry();
SampleRegistry::Entry taggedEntry();
SampleRegistry::Entry entitiesEntry();
SampleRegistry::Entry storiesEntry();

} // namespace core
