#pragma once

#include <array>
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
/// Sources: Papineni et al. (2002), ACL; Post (2018), arXiv:1804.08771 (sacreBLEU); Chen and
/// Cherry (2014), smoothing technique 3. One reference a sentence.
struct BleuScore {
    double score = 0.0; ///< 0 to 100.
    std::array<double, 4> precisions{}; ///< Precisions of n-grams, in per cent, smoothed.
    std::array<int64_t, 4> matches{}, totals{}; ///< Counts of n-grams in the hypotheses.
    double brevityPenalty = 1.0; ///< exp(1 - r / h) when h < r.
    int64_t hypothesisLength = 0, referenceLength = 0; ///< Tokens after BLEU's own tokenisation.
    /// "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:..."; "version" is ours.
    std::string signature;
    BleuOptions options; ///< As which it was computed.
};

/// The score of counts: of `sums` those and the lengths are used. For all sentences of a corpus
/// together, or of a part of it.
BleuScore bleuOfCounts(BleuScore sums, const BleuOptions& options);

/// @pre as many hypotheses as references.
BleuScore corpusBleu(std::span<const std::string> hypotheses,
                     std::span<const std::string> references, const BleuOptions& options = {});
/// BLEU of one sentence without the orders for which the hypothesis is too short (eff:yes).
BleuScore sentenceBleu(std::string_view hypothesis, std::string_view reference,
                       const BleuOptions& options = {});
/// The tokens that BLEU compares.
std::vector<std::string> bleuTokens(std::string_view text, const BleuOptions& options);

/// chrF2: F score, beta 2, over character n-grams 1 to 6 without white space, in per cent.
/// Source: Popović (2015), WMT; effective order as in sacreBLEU.
struct ChrfScore {
    double score = 0.0; ///< 0 to 100.
    std::string signature; ///< "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:..."
};
ChrfScore corpusChrf(std::span<const std::string> hypotheses,
                     std::span<const std::string> references, bool lowercase = false);
double sentenceChrf(std::string_view hypothesis, std::string_view reference,
                    bool lowercase = false);

} // namespace core
