#include "core/metric/bleu.h"

#include "core/text/tokens/unicode.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace core {

namespace {

/// The end of signatures, which identifies the implementation of a metric. It counts up whenever a
/// score could change.
constexpr const char* kMetricVersion = "version:unroll-1";

/// n-grams of a hypothesis and its reference, for n = 1 ... N, each counted as often as it stands
/// there; a match counts min(hypothesis, reference).
template <size_t N> struct NgramCounts {
    std::array<int64_t, N> matches{}, hypothesis{}, reference{};
};

/// The N symbols from each position on, sorted; beyond the end stand zeros. Sorted so, the n-grams
/// of every smaller n are sorted too, so that one sort serves all orders.
template <size_t N>
void sortedGrams(std::span<const uint32_t> symbols, std::vector<std::array<uint32_t, N>>& grams)
{
    grams.assign(symbols.size(), {});
    for (size_t i = 0; i < symbols.size(); ++i) {
        const auto from = symbols.subspan(i, std::min(N, symbols.size() - i));
        std::copy(from.begin(), from.end(), grams[i].begin());
    }
    std::sort(grams.begin(), grams.end());
}

/// Counts n-grams of symbols. @pre no symbol is 0.
template <size_t N> class NgramMatcher {
public:
    NgramCounts<N> count(std::span<const uint32_t> hypothesis, std::span<const uint32_t> reference)
    {
        sortedGrams(hypothesis, m_hypothesis);
        sortedGrams(reference, m_reference);
        NgramCounts<N> counts;
        for (size_t n = 1; n <= N; ++n) {
            counts.hypothesis[n - 1] = gramsOf(hypothesis.size(), n);
            counts.reference[n - 1] = gramsOf(reference.size(), n);
            counts.matches[n - 1] = matches(n);
        }
        return counts;
    }

private:
    using Grams = std::vector<std::array<uint32_t, N>>;

    static int64_t gramsOf(size_t length, size_t n)
    {
        return length < n ? 0 : static_cast<int64_t>(length - n + 1);
    }

    /// The size of the intersection of two sorted multisets.
    int64_t matches(size_t n) const
    {
        int64_t common = 0;
        auto a = m_hypothesis.begin();
        auto b = m_reference.begin();
        const auto last = static_cast<int64_t>(n);
        while (a != m_hypothesis.end() && b != m_reference.end()) {
            if ((*a)[n - 1] == 0) { // cut short by the end
                ++a;
            } else if ((*b)[n - 1] == 0) {
                ++b;
            } else if (std::equal(a->begin(), a->begin() + last, b->begin())) {
                ++common;
                ++a;
                ++b;
            } else if (*a < *b) {
                ++a;
            } else {
                ++b;
            }
        }
        return common;
    }

    Grams m_hypothesis, m_reference;
};

constexpr size_t kOrders = 4;

/// Numbers tokens, so that n-grams are compared without comparing texts.
class TokenNumbers {
public:
    std::vector<uint32_t> of(std::string_view text, const BleuOptions& options)
    {
        std::vector<uint32_t> numbers;
        for (std::string& token : bleuTokens(text, options)) {
            const auto next = static_cast<uint32_t>(m_numbers.size() + 1);
            numbers.push_back(m_numbers.try_emplace(std::move(token), next).first->second);
        }
        return numbers;
    }

private:
    std::unordered_map<std::string, uint32_t> m_numbers;
};

void add(BleuScore& sums, std::string_view hypothesis, std::string_view reference,
         const BleuOptions& options, NgramMatcher<kOrders>& matcher)
{
    TokenNumbers numbers;
    const auto mine = numbers.of(hypothesis, options);
    const auto other = numbers.of(reference, options);
    const NgramCounts<kOrders> counts = matcher.count(mine, other);
    for (size_t n = 0; n < kOrders; ++n) {
        sums.matches[n] += counts.matches[n];
        sums.totals[n] += counts.hypothesis[n];
    }
    sums.hypothesisLength += static_cast<int64_t>(mine.size());
    sums.referenceLength += static_cast<int64_t>(other.size());
}

double brevityPenalty(const BleuScore& sums)
{
    if (sums.hypothesisLength >= sums.referenceLength)
        return 1.0;
    if (sums.hypothesisLength == 0)
        return 0.0;
    return std::exp(1.0
                    - static_cast<double>(sums.referenceLength)
                        / static_cast<double>(sums.hypothesisLength));
}

enum class Orders {
    All,
    Effective ///< Only those that the hypothesis is long enough for.
};

/// From counts to the score: the j-th precision of zero becomes 1 / (2^j total).
void finish(BleuScore& sums, size_t largest, Orders orders)
{
    sums.brevityPenalty = brevityPenalty(sums);
    const auto matchesEnd = sums.matches.begin() + static_cast<int64_t>(largest);
    if (std::all_of(sums.matches.begin(), matchesEnd, [](int64_t count) { return count == 0; }))
        return;
    double smoothing = 1.0;
    double logs = 0.0;
    size_t order = 0;
    for (; order < largest && sums.totals[order] > 0; ++order) {
        const auto total = static_cast<double>(sums.totals[order]);
        auto matches = static_cast<double>(sums.matches[order]);
        if (sums.matches[order] == 0) {
            smoothing *= 2.0;
            matches = 1.0 / smoothing;
        }
        sums.precisions[order] = 100.0 * matches / total;
        logs += std::log(sums.precisions[order]);
    }
    if (order < largest && orders == Orders::All)
        return; // a precision of 0 / 0 counts as 0
    sums.score = sums.brevityPenalty * std::exp(logs / static_cast<double>(order));
}

std::string signature(const BleuOptions& options, Orders orders)
{
    return std::string("nrefs:1|case:") + (options.lowercase ? "lc" : "mixed")
        + (orders == Orders::Effective ? "|eff:yes|tok:" : "|eff:no|tok:") + options.tokeniser
        + "|smooth:exp|" + kMetricVersion;
}

BleuScore finished(BleuScore sums, const BleuOptions& options, Orders orders)
{
    const auto largest = std::clamp<int64_t>(options.largestOrder, 1, kOrders);
    finish(sums, static_cast<size_t>(largest), orders);
    sums.signature = signature(options, orders);
    sums.options = options;
    return sums;
}

BleuScore bleu(std::span<const std::string> hypotheses, std::span<const std::string> references,
               const BleuOptions& options, Orders orders)
{
    BleuScore score;
    NgramMatcher<kOrders> matcher;
    for (size_t i = 0; i < hypotheses.size(); ++i)
        add(score, hypotheses[i], references[i], options, matcher);
    return finished(std::move(score), options, orders);
}

} // namespace

BleuScore bleuOfCounts(BleuScore sums, const BleuOptions& options)
{
    return finished(std::move(sums), options, Orders::All);
}

BleuScore corpusBleu(std::span<const std::string> hypotheses,
                     std::span<const std::string> references, const BleuOptions& options)
{
    return bleu(hypotheses, references, options, Orders::All);
}

BleuScore sentenceBleu(std::string_view hypothesis, std::string_view reference,
                       const BleuOptions& options)
{
    const std::string mine(hypothesis);
    const std::string other(reference);
    return bleu({&mine, 1}, {&other, 1}, options, Orders::Effective);
}

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
