#pragma once

#include "core/metric/bleu.h"
#include "core/probe/question_kind.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// An n-gram of a hypothesis with its counts.
struct CountedNgram {
    int64_t order = 1;
    std::string text; ///< Its tokens with blanks between them.
    std::vector<int64_t> places; ///< Its first token in the hypothesis, each time that it occurs.
    int64_t inReferences = 0; ///< The largest count in one reference.
    int64_t inHypothesis() const { return static_cast<int64_t>(places.size()); }
    int64_t counted() const { return std::min(inHypothesis(), inReferences); } ///< Clipped.
};

/// A reference of a hypothesis.
struct ComparedReference {
    std::vector<std::string> tokens;
    bool closest = false; ///< Its length is the reference length.
    double bleu = 0.0, chrf = 0.0; ///< Scores of the hypothesis against this reference alone.
};

/// BLEU of a typed sentence with all that it is made of.
struct BleuByHand {
    std::vector<std::string> tokens; ///< Tokens of the hypothesis.
    std::vector<ComparedReference> references;
    std::vector<CountedNgram> ngrams; ///< By order, then as they first occur.
    BleuScore bleu; ///< Sentence score, smoothed as sacreBLEU smooths.
    double unsmoothed = 0.0; ///< By the definition: 0 as soon as one precision is 0.
    double chrf = 0.0;
};

/// No n-gram of this order, from 0, is counted, and its precision was smoothed.
bool isSmoothed(const BleuScore& bleu, size_t order);
/// For each token of the hypothesis whether it is in a counted n-gram of this order.
std::vector<bool> countedTokens(const BleuByHand& sentence, int64_t order);
/// For each token of a reference whether it is in an n-gram of this order that the hypothesis has.
std::vector<bool> sharedTokens(const BleuByHand& sentence, size_t reference, int64_t order);

/// BLEU of typed sentences; needs no run.
struct AskBleuByHand {
    static constexpr const char* kName = "bleu_by_hand";
    static constexpr size_t kMostReferences = 4;
    using Answer = BleuByHand;
    static QuestionKind<AskBleuByHand> kind();

    std::string hypothesis;
    std::vector<std::string> references; ///< Empty ones are ignored.
    std::string tokeniser = "13a"; ///< See BleuOptions.
    bool lowercase = false;
    int64_t largestOrder = 4;
    friend bool operator==(const AskBleuByHand&, const AskBleuByHand&) = default;
};

/// @throws Error{BadSetting} without a reference, or with more than kMostReferences.
BleuByHand answerByHand(const AskBleuByHand& question);

} // namespace core
