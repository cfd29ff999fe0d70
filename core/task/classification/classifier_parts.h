#pragma once

#include "core/task/network_parts.h"

#include <string>
#include <vector>

namespace core {

/// A classifier.
struct ClassifierParts : TextParts {
    std::vector<std::string> classes; ///< In the order of the logits.
};

} // namespace core
