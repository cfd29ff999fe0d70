#pragma once

#include "core/data/preview.h"
#include "core/experiment/spec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// Signs in some texts of how they should be read.
struct TextSigns {
    int64_t texts = 0;
    int64_t words = 0, distinctWords = 0; ///< Between white space.
    /// Texts with HTML tags, with entities such as "&amp;", with escapes such as "\\u2019" and with
    /// web addresses.
    int64_t tags = 0, entities = 0, escapes = 0, addresses = 0;
    /// The words were divided by a program: punctuation stands alone, or rare words are "<unk>".
    bool isDivided = false;
};

TextSigns textSigns(const std::vector<std::string>& texts);

/// Lengths of texts in tokens.
struct Lengths {
    /// Lengths that 50, 95, 99 and 100 % of the texts do not exceed.
    int64_t median = 0, most = 0, nearlyAll = 0, longest = 0;
    double mean = 0.0;
};

/// The lengths of `samples` in tokens of `text`, or estimated from lengths in words where the
/// tokeniser has to be trained first. @throws Error{BadSetting}.
Lengths lengthsIn(const TextSpec& text, const std::vector<std::string>& samples,
                  const LengthHistogram& words);

} // namespace core
