#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

struct BleuOptions {
    bool lowercase = false; ///< Both sides are lower-cased first (sacreBLEU -lc).
    std::string tokeniser = "13a"; ///< "13a" (mteval-v13a), "char" or "none" (white space).
    int64_t largestOrder = 4; ///< n of the longest n-grams.
};

/// BLEU = BP exp(1/4 sum_n log p_n), in per cent, with sacreBLEU's exponential smoothing of
/// precisions that are zero.
///
/// With several references a match counts min(hypothesis, largest count in a reference), and the
/// reference length is that of the reference closest in length, of two the shorter one.
///
/// Sources: Papineni et al. (2002), ACL; Post (2018), arXiv:1804.08771 (sacreBLEU); Chen and
/// Cherry (2014), smoothing technique 3.
struct BleuScore {
    double score = 0.0; ///< 0 to 100.
    std::array<double, 4> precisions{}; ///< Precisions of n-grams, in per cent, smoothed.
    std::array<int64_t, 4> matches{}, totals{}; ///< Counts of n-grams in the hypotheses.
    double brevityPenalty = 1.0; ///< exp(1 - r / h) when h < r.
    int64_t hypothesisLength = 0, referenceLength = 0; ///< Tokens after BLEU's own tokenisation.
    int64_t references = 1; ///< Number of references of each sentence; 0: it varies.
    /// "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:..."; "version" is ours.
    std::string signature;
    BleuOptions options; ///< As which it was computed.
};

/// The references of some sentences, borrowed: one each, or several.
class References {
public:
    template <class Texts>
    requires std::convertible_to<const Texts&, std::span<const std::string>> References(
        const Texts& one) // NOLINT(google-explicit-constructor): texts stand for themselves.
        : m_one(one)
    {
    }
    template <class Lists>
    requires std::convertible_to<const Lists&, std::span<const std::vector<std::string>>>
    References(const Lists& several) // NOLINT(google-explicit-constructor)
        : m_several(several)
    {
    }

    size_t size() const { return std::max(m_one.size(), m_several.size()); }
    std::span<const std::string> of(size_t sentence) const
    {
        return m_several.empty() ? m_one.subspan(sentence, 1)
                                 : std::span<const std::string>(m_several[sentence]);
    }
    int64_t perSentence() const; ///< 0: their number differs.

private:
    std::span<const std::string> m_one;
    std::span<const std::vector<std::string>> m_several;
};

/// The score of counts: of `sums` those and the lengths are used. For all sentences of a corpus
/// together, or of a part of it.
BleuScore bleuOfCounts(BleuScore sums, const BleuOptions& options);

/// @pre each hypothesis has at least one reference.
BleuScore corpusBleu(std::span<const std::string> hypotheses, const References& references,
                     const BleuOptions& options = {});
/// BLEU of one sentence without the orders for which the hypothesis is too short (eff:yes).
BleuScore sentenceBleu(std::string_view hypothesis, std::span<const std::string> references,
                       const BleuOptions& options = {});
BleuScore sentenceBleu(std::string_view hypothesis, std::string_view reference,
                       const BleuOptions& options = {});
/// The tokens that BLEU compares.
std::vector<std::string> bleuTokens(std::string_view text, const BleuOptions& options);

/// chrF2: F score, beta 2, over character n-grams 1 to 6 without white space, in per cent; of
/// several references that with the best score of the sentence counts.
/// Source: Popović (2015), WMT; effective order as in sacreBLEU.
struct ChrfScore {
    double score = 0.0; ///< 0 to 100.
    std::string signature; ///< "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:..."
};
ChrfScore corpusChrf(std::span<const std::string> hypotheses, const References& references,
                     bool lowercase = false);
double sentenceChrf(std::string_view hypothesis, std::span<const std::string> references,
                    bool lowercase = false);
double sentenceChrf(std::string_view hypothesis, std::string_view reference,
                    bool lowercase = false);

} // namespace core
