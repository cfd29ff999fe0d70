#pragma once

#include "core/decode/search_rules.h"

namespace core {

struct BeamOptions : SearchRules {
    BeamOptions() { normalisation = "mean"; }

    int64_t width = 5; ///< k.
    std::string stop = "finished"; ///< Or "length".
    int64_t stopCount = 0; ///< n; 0: as many as the beam is wide.
    bool refill = true;
};

} // namespace core
