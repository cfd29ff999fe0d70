#pragma once

#include "core/task/masked_language_model/masked_options.h"
#include "core/task/network_parts.h"

namespace core {

/// A masked language model.
struct MaskedParts : TextParts {
    MaskedOptions options;
};

} // namespace core
