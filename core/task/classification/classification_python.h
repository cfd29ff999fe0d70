#pragma once

#include "core/experiment/spec.h"
#include "core/task/task.h"

#include <string>
#include <vector>

namespace core {

/// model.py of an exported classifier.
std::string classifierModule(const ExperimentSpec& spec, const std::vector<std::string>& classes,
                             const std::string& networkSource, const ExportOrigin& origin);
/// README.md beside it.
std::string classifierReadme(const ExperimentSpec& spec, const std::vector<std::string>& classes,
                             const ExportOrigin& origin);

} // namespace core
