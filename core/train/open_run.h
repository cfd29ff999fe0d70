#pragma once

#include "core/experiment/spec.h"
#include "core/probe/live_model.h"

#include <filesystem>
#include <memory>
#include <string>

namespace core {

/// Opens a checkpoint of a run: "last", "best" or "epoch-3" (RunSummary::checkpoints lists them).
/// @param device "cpu" or "cuda:N". @throws Error{FileMissing, FileMalformed, DeviceMissing}.
std::unique_ptr<LiveModel> openRun(const std::filesystem::path& run, const std::string& checkpoint,
                                   const std::string& device = "cpu");

/// Writes the network of a run's checkpoint as `format`, one of exportKinds(), to `target` (a file;
/// for "python", "torchscript" and "onnx" a folder with the network, vocabulary and README).
/// Atomic. On the compute thread. @throws Error{BadSetting, FileMissing, FileMalformed,
/// FileUnwritable}.
void exportRun(const std::filesystem::path& run, const std::string& checkpoint,
               const std::string& format, const std::filesystem::path& target);

/// Replaces a run that `spec` names as its pretrained vectors by a file of the vectors of that
/// run's words, which is written into `folder`. On the compute thread.
/// @throws as exportRun().
ExperimentSpec withVectorsOfRun(ExperimentSpec spec, const std::filesystem::path& folder);

/// The settings of an exported network: of a Python module's folder, or of a .safetensors file of
/// ours. Reads no weights. @throws Error{FileMissing, FileMalformed, BadSetting}.
ExperimentSpec exportedSpec(const std::filesystem::path& exported);

} // namespace core
