#pragma once

#include "core/base/schema.h"
#include "core/model/head/head.h"

#include <cstdint>
#include <string>

namespace core {

inline constexpr const char* kMaskedLanguageModelTask = "masked_language_model";

/// The options of the task in a spec. Defaults are BERT's.
struct MaskedOptions {
    double maskedShare = 0.15; ///< Share of a text's tokens that are predicted.
    // Of these: what they are replaced by. The others stay.
    double maskShare = 0.8; ///< By the mask.
    double randomShare = 0.1; ///< By a random token.
    bool wholeWords = false; ///< All pieces of a word are predicted together.
    bool tied = true; ///< The output's weights are the embedding's rows.
    std::string transform = "gelu"; ///< As TokenTransform::activation.
    double epsilon = 1e-5; ///< As TokenTransform::epsilon.
    int64_t pseudoTokens = 1000; ///< Masked in turn in each evaluation; 0: all tokens.

    TokenTransform tokenTransform() const { return {transform, epsilon}; }
};

const Schema<MaskedOptions>& maskedSchema();

} // namespace core
