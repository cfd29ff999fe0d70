#pragma once

#include "core/experiment/spec.h"
#include "core/task/task.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace core {

/// A trained network as a run folder keeps it, with everything it takes to use it.
struct StoredRun {
    ExperimentSpec spec;
    std::shared_ptr<Task> task; ///< Restored, without data.
    torch::nn::Module* network = nullptr; ///< The task's; on `device`, in evaluation mode.
    int64_t step = 0; ///< Updates after which the checkpoint was written.
    int64_t epoch = 0;
    std::vector<Message> notes; ///< Notes for the user.

    ExportedNetwork exported() const;
};

/// Reads one checkpoint ("last", "best", "epoch-3") of a run folder. Draws no random number of
/// the surrounding program.
/// @throws Error{FileMissing, FileMalformed, DeviceMissing}.
StoredRun readStoredRun(const std::filesystem::path& run, const std::string& checkpoint,
                        const std::string& device);

} // namespace core
