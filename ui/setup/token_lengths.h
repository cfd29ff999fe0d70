#pragma once

#include "core/data/preview.h"

#include <optional>

namespace ui {

/// What the chosen tokeniser makes of texts.
struct TokenLengths {
    std::string tokeniser; ///< Its title.
    /// Lengths in its tokens; nothing where it has to be trained first.
    std::optional<core::LengthHistogram> lengths;
    int64_t sample = 0; ///< How many texts were counted; 0: all that are trained on.
    double mean = 0.0; ///< Tokens of a text; 0: not known.
};

} // namespace ui
