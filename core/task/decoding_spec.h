#pragma once

#include "core/experiment/spec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// How a generator decodes: a translation of a source, or the continuation of a prompt.
struct DecodingSpec {
    Selection search{"beam", Json::object()}; ///< Family "search", for the test at the end.
    /// Maximum number of output tokens, with the end mark: lengthFactor x source tokens + this.
    double lengthFactor = 1.5;
    int64_t lengthMargin = 10;
    /// Validation pairs to translate greedily after each epoch, for BLEU; 0: none.
    int64_t validationSentences = 200;

    friend bool operator==(const DecodingSpec&, const DecodingSpec&) = default;
};

/// One translation, or continuation, as text.
struct Translation {
    std::string text;
    std::vector<std::string> tokens; ///< Without marks.
    double logProbability = 0.0; ///< Nats, end mark included.
    double score = 0.0;
    bool ended = true; ///< False: cut off at the maximum length.
};

} // namespace core
