#pragma once

#include "core/task/text_python.h"

#include <string>
#include <vector>

namespace core {

/// What the exported module of a classifier says by itself.
TextPython classifierPython(const std::vector<std::string>& classes);

} // namespace core
