#pragma once

#include "core/task/network_parts.h"
#include "core/task/text_python.h"

#include <string>
#include <vector>

namespace core {

/// A classifier.
struct ClassifierParts : TextParts {
    std::vector<std::string> classes; ///< In the order of the logits.
};

/// The task's part of the exported Python.
TextPython classifierPython(const std::vector<std::string>& classes);

} // namespace core
