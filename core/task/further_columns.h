#pragma once

#include "core/base/option.h"
#include "core/experiment/spec.h"

#include <string>
#include <vector>

namespace core {

/// The rules of task.features: columns of the data that a task reads beside those of its own.
void checkFeatures(const std::vector<std::string>& columns, const ExperimentSpec& spec,
                   std::vector<Problem>& problems);

} // namespace core
