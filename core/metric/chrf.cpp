#include "core/metric/bleu.h"
#include "core/metric/metric_text.h"
#include "core/metric/ngram_matches.h"

namespace core {
namespace {

constexpr size_t kCharacterOrders = 6;
constexpr double kBeta = 2.0; ///< Recall counts for as much as beta precisions.

/// Code points without white space, each plus one, so that none is 0.
std::vector<uint32_t> symbols(std::string_view text)
{
    std::vector<uint32_t> found;
    found.reserve(text.size());
    for (size_t i = 0; i < text.size();) {
        if (const size_t blank = whiteSpaceLength(text, i); blank > 0)
            i += blank;
        else
            found.push_back(static_cast<uint32_t>(nextCodePoint(text, i)) + 1);
    }
    return found;
}

class ChrfSums {
public:
    void add(std::string_view hypothesis, std::string_view reference, bool lowercase)
    {
        const auto counts = lowercase
            ? m_matcher.count(symbols(lowerCased(hypothesis)), symbols(lowerCased(reference)))
            : m_matcher.count(symbols(hypothesis), symbols(reference));
        for (size_t n = 0; n < kCharacterOrders; ++n) {
            m_sums.matches[n] += counts.matches[n];
            m_sums.reference[n] += counts.reference[n];
            // sacreBLEU: where the reference is too short for an order, its n-grams do not count.
            if (counts.reference[n] > 0)
                m_sums.hypothesis[n] += counts.hypothesis[n];
        }
    }

    /// F of the mean precision and the mean recall of those orders that both sides have.
    double score() const
    {
        double precision = 0.0;
        double recall = 0.0;
        int64_t orders = 0;
        for (size_t n = 0; n < kCharacterOrders; ++n) {
            if (m_sums.hypothesis[n] == 0 || m_sums.reference[n] == 0)
                continue;
            const auto matches = static_cast<double>(m_sums.matches[n]);
            precision += matches / static_cast<double>(m_sums.hypothesis[n]);
            recall += matches / static_cast<double>(m_sums.reference[n]);
            ++orders;
        }
        if (orders == 0 || precision + recall == 0.0)
            return 0.0;
        precision /= static_cast<double>(orders);
        recall /= static_cast<double>(orders);
        constexpr double kSquare = kBeta * kBeta;
        return 100.0 * (1.0 + kSquare) * precision * recall / (kSquare * precision + recall);
    }

private:
    NgramMatcher<kCharacterOrders> m_matcher;
    NgramCounts<kCharacterOrders> m_sums;
};

} // namespace

ChrfScore corpusChrf(std::span<const std::string> hypotheses,
                     std::span<const std::string> references, bool lowercase)
{
    ChrfSums sums;
    for (size_t i = 0; i < hypotheses.size(); ++i)
        sums.add(hypotheses[i], references[i], lowercase);
    return {sums.score(),
            std::string("nrefs:1|case:") + (lowercase ? "lc" : "mixed")
                + "|eff:yes|nc:6|nw:0|space:no|" + kMetricVersion};
}

double sentenceChrf(std::string_view hypothesis, std::string_view reference, bool lowercase)
{
    ChrfSums sums;
    sums.add(hypothesis, reference, lowercase);
    return sums.score();
}

} // namespace core
