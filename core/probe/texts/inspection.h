#pragma once

#include "core/probe/attention/attention_map.h"
#include "core/probe/example.h"
#include "core/probe/question.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// The computation of a network for one text, as plain arrays.
struct Inspection {
    std::string text;
    std::string cleaned;
    std::vector<std::string> tokens; ///< The tokens read, cut at the maximum length.
    std::vector<int64_t> ids;
    std::vector<std::string> classes; ///< The classes of a classifier.
    std::vector<float> probabilities; ///< One for each class.
    int32_t predicted = 0; ///< The likeliest class.
    std::optional<double> number; ///< The prediction of a regressor.
    /// Weight of each token in the sentence vector, sums to 1; empty without attention pooling.
    std::vector<float> tokenWeights;
    std::vector<AttentionMap> attention; ///< Empty without self-attention.
    /// Row `ids[i]` of the embedding table for each token; empty where it is not known.
    std::vector<std::vector<float>> embeddings;
    int64_t vocabularySize = 0; ///< Rows of that table.
    int64_t cutTokens = 0; ///< Tokens beyond the maximum length, which were not read.
    int64_t step = 0; ///< Update of the network.
    int64_t epoch = 0;
    double milliseconds = 0.0; ///< Computing time.
};

/// One text opened up.
struct AskInspection {
    static constexpr const char* kName = "inspection";
    using Answer = Inspection;
    static QuestionKind<AskInspection> kind();
    Example example;
    friend bool operator==(const AskInspection&, const AskInspection&) = default;
};

/// The prediction for a text, as in Inspection.
struct TextPrediction {
    std::vector<float> probabilities; ///< One a class; empty: a number is predicted.
    int32_t predicted = 0; ///< The likeliest class.
    std::optional<double> number;
};

/// The effect of single words on a prediction: each is left out in turn (occlusion; Zeiler & Fergus
/// 2014, arXiv:1311.2901), and one is replaced.
struct WordEffects {
    std::string text;
    std::vector<std::string> tokens; ///< The tokens that the network reads.
    std::vector<int64_t> ids;
    std::vector<std::string> classes; ///< The classes of a classifier.
    TextPrediction whole; ///< The prediction for the whole text.
    std::vector<TextPrediction> without; ///< Without token i, one of the first kMostLeftOut.
    std::optional<TextPrediction> swapped; ///< With the replacement of the token.
    std::vector<std::string> replacement; ///< Its tokens.
    bool replacementUnknown = false; ///< One of these is not in the vocabulary.
    /// The tokens with the most similar vectors (cosine), most similar first.
    std::vector<std::string> nearest;
    int64_t step = 0, epoch = 0;
};

struct AskWordEffects {
    static constexpr const char* kName = "word_effects";
    using Answer = WordEffects;
    static QuestionKind<AskWordEffects> kind();
    /// Later words are not left out: each costs a pass over the whole text.
    static constexpr size_t kMostLeftOut = 100;

    Example example;
    int64_t token = -1; ///< The token to replace and to find neighbours of; -1: none.
    std::string replacement; ///< Empty: nothing is swapped.
    friend bool operator==(const AskWordEffects&, const AskWordEffects&) = default;
};

} // namespace core
