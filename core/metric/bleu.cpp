#include "core/metric/bleu.h"

#include "core/metric/metric_text.h"
#include "core/metric/ngram_matches.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace core {
namespace {

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

BleuScore bleu(std::span<const std::string> hypotheses, std::span<const std::string> references,
               const BleuOptions& options, Orders orders)
{
    BleuScore score;
    NgramMatcher<kOrders> matcher;
    for (size_t i = 0; i < hypotheses.size(); ++i)
        add(score, hypotheses[i], references[i], options, matcher);
    const auto largest = std::clamp<int64_t>(options.largestOrder, 1, kOrders);
    finish(score, static_cast<size_t>(largest), orders);
    score.signature = signature(options, orders);
    return score;
}

} // namespace

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

} // namespace core
