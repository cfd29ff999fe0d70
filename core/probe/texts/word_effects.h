#pragma once

#include "core/probe/question.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// What a network predicts for a text: as in Inspection.
struct TextPrediction {
    std::vector<float> probabilities; ///< One a class; empty: a number is predicted.
    int32_t predicted = 0; ///< The likeliest class.
    std::optional<double> number;
};

/// How a prediction hangs on single words: the network read the text once more without each of
/// them (occlusion; Zeiler & Fergus 2014, arXiv:1311.2901), and with another in its place.
struct WordEffects {
    std::string text;
    std::vector<std::string> tokens; ///< As the network sees them.
    std::vector<int64_t> ids;
    std::vector<std::string> classes; ///< Of a classifier.
    TextPrediction whole; ///< Of the whole text.
    std::vector<TextPrediction> without; ///< Token i left out; of the first kMostLeftOut tokens.
    std::optional<TextPrediction> swapped; ///< With the replacement in the place of the token.
    std::vector<std::string> replacement; ///< Its tokens.
    bool replacementUnknown = false; ///< One of them is not in the vocabulary.
    /// The known tokens whose vectors lie nearest to that of the token (cosine), nearest first.
    std::vector<std::string> nearest;
    int64_t step = 0, epoch = 0;
};

struct AskWordEffects {
    static constexpr const char* kName = "word_effects";
    using Answer = WordEffects;
    static QuestionKind<AskWordEffects> kind();
    /// Of longer texts the words behind these stay in: each costs a reading of the whole text.
    static constexpr size_t kMostLeftOut = 100;

    std::string text;
    int64_t token = -1; ///< That is swapped and has neighbours; -1: none.
    std::string replacement; ///< Empty: nothing is swapped.
    friend bool operator==(const AskWordEffects&, const AskWordEffects&) = default;
};

} // namespace core
