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
    std::function<void(const EndReport&)> ended; ///< Exactly once, whatever happens.
};

/// Trains `spec` into the new or empty folder `run`. Blocks. Nothing is thrown: a failure is the
/// returned report's. Sets threads, flush-denormals and determinism of the calling thread.
/// @param changes  of settings, each made before its update: those of another run's spec.json give
///        that run's curve again.
EndReport train(const ExperimentSpec& spec, const std::filesystem::path& run, RunControl& control,
                const TrainingListener& listener, const std::vector<SettingChange>& changes = {});

/// Goes on from the last checkpoint of `run`; from there equal to the uninterrupted run to the
/// bit, changes included that were made after it. A completed run with more epochs asked for goes
/// on, too. Settings that decide the run are refused when they have changed since the checkpoint,
/// what can be tuned (isTunable) is a change from now on; a run that cannot go on stays as it was.
/// @param changed  settings instead of those in the run's spec.json, which they become.
EndReport resume(const std::filesystem::path& run, RunControl& control,
                 const TrainingListener& listener,
                 const std::optional<ExperimentSpec>& changed = {});

/// The available devices: "cpu" first, then "cuda:0" ...
struct DeviceInfo {
    std::string id;
    std::string title; ///< "CPU, 2 cores", the GPU's name.
    int64_t memoryBytes = 0; ///< 0: not known.
};
std::vector<DeviceInfo> devices();

/// That products of matrices are slow because of the library that computes them, named, and what to
/// do; nothing where that is one made for speed, however busy the machine. On the compute thread.
std::optional<Message> slowLibraryNote();

} // namespace core
