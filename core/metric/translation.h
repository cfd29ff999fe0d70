#pragma once

#include "core/metric/bleu.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace core {

/// "Source token `source` and target token `target` belong together"; 0-based.
struct AlignmentLink {
    int32_t source = 0;
    int32_t target = 0;

    friend bool operator==(const AlignmentLink&, const AlignmentLink&) = default;
    friend auto operator<=>(const AlignmentLink&, const AlignmentLink&) = default;
};

/// Each target token linked to the source token with the largest weight (the first of equals).
/// @param weights  row-major [targetLength * sourceLength]; a row that is all zero links nothing.
std::vector<AlignmentLink> alignmentOf(std::span<const float> weights, int64_t targetLength,
                                       int64_t sourceLength);

/// Counts towards the alignment error rate 1 - (|A ∩ S| + |A ∩ P|) / (|A| + |S|) with S = P.
/// Source: Och and Ney (2003), Computational Linguistics 29(1), section 6.
class AlignmentErrors {
public:
    /// Target tokens without a gold link are left out on both sides.
    void add(const std::vector<AlignmentLink>& found, const std::vector<AlignmentLink>& gold);
    double rate() const; ///< 0 to 1; NaN before anything was added.

private:
    int64_t m_common = 0, m_found = 0, m_gold = 0;
};

/// One pair as Results shows it.
struct ScoredTranslation {
    std::string source, reference, hypothesis;
    double bleu = 0.0; ///< Sentence BLEU, 0 to 100.
    double chrf = 0.0;
    double logProbability = 0.0; ///< Sum over the tokens of the hypothesis, nats.
    double score = 0.0; ///< By which the search chose it.
    int64_t tokens = 0; ///< Tokens of the hypothesis with its end mark.
    bool exact = false; ///< Equal to the reference.
};

/// Scores of a translator over a set of pairs.
struct TranslationScores {
    int64_t count = 0;
    double loss = 0.0; ///< Mean loss of the references' tokens under teacher forcing, nats.
    double perplexity = 0.0; ///< exp(loss), a target token of this vocabulary.
    double uniformPerplexity = 0.0; ///< Perplexity of guessing: the size of the vocabulary.
    double unknownShare = 0.0; ///< Share of reference tokens that the vocabulary lacks.
    double knownPerplexity = 0.0; ///< exp of the mean loss of all other reference tokens.
    double unknownSourceShare = 0.0; ///< The same for source tokens.
    /// Texts that are longer than the network reads or predicts; what is beyond is left out.
    int64_t cutSources = 0, cutReferences = 0;
    double accuracy = 0.0; ///< Share of reference tokens that were the likeliest next one.
    BleuScore bleu;
    ChrfScore chrf;
    double exactMatch = 0.0; ///< 0 to 1.
    double alignmentErrorRate = 0.0; ///< NaN without gold alignment or attention.
    double seconds = 0.0; ///< That the translation took.
};

} // namespace core
