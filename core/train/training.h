#pragma once

#include "core/base/monitor.h"
#include "core/experiment/spec.h"
#include "core/train/reports.h"
#include "core/train/run_control.h"
#include "core/train/setting_changes.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// Callbacks of a training. Called on the training's thread; must return quickly, must not throw.
struct TrainingListener {
    std::function<void(const Progress&)> progress; ///< Reading, tokenising, validating, testing.
    std::function<void(const StartReport&)> started;
    std::function<void(const UpdateReport&)> updated;
    std::function<void(const EpochReport&)> epochEnded;
    std::function<void(const ChangeReport&)> changed; ///< Settings, before the next update.
    /// Others of the processes have ended, and the rest goes on: `started` follows.
    std::function<void(const Message& sentence)> processesLost;
    std::function<void(const EndReport&)> ended; ///< Exactly once, whatever happens.
};

class ProcessGroup;

/// Trains `spec` in the new or empty folder `run`. Blocks. Throws nothing: failures are part of the
/// returned report. Sets threads, flush-denormals and determinism of the calling thread.
/// @param changes  of settings, each made before its update: those of another run's spec.json
///        reproduce that run's curve.
/// @param group  several processes train the network together; this is its rank 0, which alone
///        writes the run. The curve is that of one process, but for rounding.
EndReport train(const ExperimentSpec& spec, const std::filesystem::path& run, RunControl& control,
                const TrainingListener& listener, const std::vector<SettingChange>& changes = {},
                ProcessGroup* group = nullptr);

/// Resumes `run` from its last checkpoint; the result is equal to the bit to the uninterrupted run,
/// including changes that were made after it. A completed run with more epochs continues as well.
/// Changes of settings since the checkpoint are refused, except for tunable ones (isTunable), which
/// count from now on; a run that cannot be resumed is not changed.
/// @param changed  settings that replace those in the run's spec.json.
/// @param group  as train(); how many processes trained it before does not matter.
EndReport resume(const std::filesystem::path& run, RunControl& control,
                 const TrainingListener& listener,
                 const std::optional<ExperimentSpec>& changed = {}, ProcessGroup* group = nullptr);

/// Trains as a process of `group` other than rank 0, which sends it the run. Its own files are in
/// the cache while it trains. Ends as rank 0 decides; a wish to stop ends all of them.
/// @param asked  what this process was asked to train, if anything: identityOf().
EndReport follow(ProcessGroup& group, const std::string& asked, RunControl& control);

/// The text by which the processes of a group compare `spec` before anything else.
std::string identityOf(const ExperimentSpec& spec);

/// Makes the folder of a new run. A run that failed before its first checkpoint gives way.
/// @throws Error{FileUnwritable}; Error{BadSetting} when there is anything else in it.
void makeRunFolder(const std::filesystem::path& run);

/// Whether the files are there that a spec names beside its data: train() makes no folder without.
/// @throws Error{FileMissing} with the setting and the path.
void checkNamedFiles(const ExperimentSpec& spec);

/// The available devices: "cpu" first, then "cuda:0" ...
struct DeviceInfo {
    std::string id;
    std::string title; ///< "CPU, 2 cores", the GPU's name.
    int64_t memoryBytes = 0; ///< 0: unknown.
};
std::vector<DeviceInfo> devices();

/// A note with advice if the library of matrix products is slow; nothing for a fast one, however
/// busy the machine. On the compute thread.
std::optional<Message> slowLibraryNote();

} // namespace core
