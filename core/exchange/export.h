#pragma once

#include "core/base/option.h"

#include <filesystem>
#include <string>
#include <vector>

namespace core {

/// Formats in which a trained network leaves: "safetensors", "pytorch", "python".
/// Family "export" of the catalogue.
std::vector<KindDescription> exportKinds();

/// Writes the network of a run's checkpoint ("best", "last", "epoch-N") as `format` to `target`
/// (a file; for "python" a folder with model.py, weights, vocabulary and README). Atomic.
/// On the compute thread. @throws Error{BadSetting, FileMissing, FileMalformed, FileUnwritable}.
void exportRun(const std::filesystem::path& run, const std::string& checkpoint,
               const std::string& format, const std::filesystem::path& target);

} // namespace core
