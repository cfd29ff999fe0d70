#pragma once

#include "core/experiment/spec.h"
#include "core/train/task.h"

#include <string>

namespace core {

/// model.py of an exported translator.
std::string translatorModule(const ExperimentSpec& spec, const std::string& networkSource,
                             const ExportOrigin& origin);
/// README.md beside it.
std::string translatorReadme(const ExperimentSpec& spec, const ExportOrigin& origin);

} // namespace core
