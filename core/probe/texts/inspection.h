#pragma once

#include "core/probe/attention/attention_map.h"
#include "core/probe/example.h"
#include "core/probe/question.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// A network opened on one text: plain arrays, copied out on the compute thread.
struct Inspection {
    std::string text;
    std::string cleaned;
    std::vector<std::string> tokens; ///< As the network saw them (cut at the maximum length).
    std::vector<int64_t> ids;
    std::vector<std::string> classes; ///< Of a classifier.
    std::vector<float> probabilities; ///< One a class.
    int32_t predicted = 0; ///< The likeliest class.
    std::optional<double> number; ///< What a network predicts that has a number for each text.
    /// Weight of each token in the sentence vector, sums to 1; empty without attention pooling.
    std::vector<float> tokenWeights;
    std::vector<AttentionMap> attention; ///< Empty without self-attention.
    /// Row `ids[i]` of the embedding table for each token; empty where it is not known.
    std::vector<std::vector<float>> embeddings;
    int64_t vocabularySize = 0; ///< Rows of that table.
    int64_t cutTokens = 0; ///< Tokens beyond the maximum length, which the network did not see.
    int64_t step = 0; ///< Update after which the network was opened.
    int64_t epoch = 0;
    double milliseconds = 0.0; ///< What this took.
};

/// One text opened up.
struct AskInspection {
    static constexpr const char* kName = "inspection";
    using Answer = Inspection;
    static QuestionKind<AskInspection> kind();
    std::string text;
    Division division = Division::Typed;
    friend bool operator==(const AskInspection&, const AskInspection&) = default;
};

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
