#pragma once

#include "core/experiment/spec.h"
#include "core/model/classifier.h"
#include "core/text/text_pipeline.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace core {

/// A trained network as a run folder keeps it, with everything it takes to use it.
struct StoredRun {
    ExperimentSpec spec;
    std::vector<std::string> classes; ///< In the order of the logits.
    std::shared_ptr<const TextPipeline> pipeline;
    std::shared_ptr<Classifier> network; ///< On the device asked for, in evaluation mode.
    int64_t step = 0; ///< Updates after which the checkpoint was written.
    int64_t epoch = 0;
};

/// Reads one checkpoint ("last", "best", "epoch-3") of a run folder. Draws no random number of
/// the surrounding program.
/// @throws Error{FileMissing, FileMalformed, DeviceMissing}.
StoredRun readStoredRun(const std::filesystem::path& run, const std::string& checkpoint,
                        const std::string& device);

} // namespace core
