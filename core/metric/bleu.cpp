#include "core/metric/bleu.h"

#include "core/text/tokens/unicode.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

namespace core {

namespace {

/// The end of signatures, which identifies the implementation of a metric. It counts up whenever a
/// score could change.
constexpr const char* kMetricVersion = "version:unroll-1";

/// n-grams of a hypothesis and its references, for n = 1 ... N, each counted as often as it stands
/// there; a match counts min(hypothesis, largest count in a reference).
template <size_t N> struct NgramCounts {
    std::array<int64_t, N> matches{}, hypothesis{}, reference{}; ///< The last: of the first one.
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
    using Symbols = std::vector<uint32_t>;

    NgramCounts<N> count(const Symbols& hypothesis, std::span<const Symbols> references)
    {
        sortedGrams(hypothesis, m_hypothesis);
        m_references.resize(references.size());
        for (size_t i = 0; i < references.size(); ++i)
            sortedGrams(references[i], m_references[i]);
        NgramCounts<N> counts;
        for (size_t n = 1; n <= N; ++n) {
            counts.hypothesis[n - 1] = gramsOf(hypothesis.size(), n);
            counts.reference[n - 1] = gramsOf(references.front().size(), n);
            counts.matches[n - 1] = matches(n);
        }
        return counts;
    }

private:
    using Gram = std::array<uint32_t, N>;
    using Grams = std::vector<Gram>;

    static int64_t gramsOf(size_t length, size_t n)
    {
        return length < n ? 0 : static_cast<int64_t>(length - n + 1);
    }

    /// Sum over the different n-grams of the hypothesis.
    int64_t matches(size_t n)
    {
        int64_t common = 0;
        m_places.assign(m_references.size(), 0);
        for (size_t from = 0; from < m_hypothesis.size();) {
            size_t to = from + 1;
            while (to < m_hypothesis.size()
                   && compare(m_hypothesis[to], m_hypothesis[from], n) == 0)
                ++to;
            const Gram& gram = m_hypothesis[from];
            const auto count = static_cast<int64_t>(to - from);
            from = to;
            if (gram[n - 1] == 0) // cut short by the end
                continue;
            int64_t largest = 0;
            for (size_t i = 0; i < m_references.size(); ++i)
                largest = std::max(largest, countIn(i, gram, n));
            common += std::min(count, largest);
        }
        return common;
    }

    /// How often the n-gram stands in a reference. @pre it does not precede the one asked before.
    int64_t countIn(size_t reference, const Gram& gram, size_t n)
    {
        const Grams& grams = m_references[reference];
        size_t& place = m_places[reference];
        while (place < grams.size() && compare(grams[place], gram, n) < 0)
            ++place;
        int64_t count = 0;
        for (; place < grams.size() && compare(grams[place], gram, n) == 0; ++place)
            ++count;
        return count;
    }

    /// Compares their first n symbols: below 0 if `a` comes first, 0 if they are equal.
    static int compare(const Gram& a, const Gram& b, size_t n)
    {
        for (size_t i = 0; i < n; ++i)
            if (a[i] != b[i])
                return a[i] < b[i] ? -1 : 1;
        return 0;
    }

    Grams m_hypothesis;
    std::vector<Grams> m_references;
    std::vector<size_t> m_places; ///< In each reference: the first n-gram not yet passed.
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

/// The length of the reference that is closest in length, of two the shorter one.
size_t closestLength(size_t length, std::span<const std::vector<uint32_t>> references)
{
    const auto distance = [length](size_t other) {
        return std::pair(std::max(length, other) - std::min(length, other), other);
    };
    size_t closest = references.front().size();
    for (const std::vector<uint32_t>& each : references)
        if (distance(each.size()) < distance(closest))
            closest = each.size();
    return closest;
}

void add(BleuScore& sums, std::string_view hypothesis, std::span<const std::string> references,
         const BleuOptions& options, NgramMatcher<kOrders>& matcher)
{
    TokenNumbers numbers;
    const auto mine = numbers.of(hypothesis, options);
    std::vector<std::vector<uint32_t>> others;
    for (const std::string& reference : references)
        others.push_back(numbers.of(reference, options));
    const NgramCounts<kOrders> counts = matcher.count(mine, others);
    for (size_t n = 0; n < kOrders; ++n) {
        sums.matches[n] += counts.matches[n];
        sums.totals[n] += counts.hypothesis[n];
    }
    sums.hypothesisLength += static_cast<int64_t>(mine.size());
    sums.referenceLength += static_cast<int64_t>(closestLength(mine.size(), others));
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

std::string nrefs(int64_t references)
{
    return "nrefs:" + (references > 0 ? std::to_string(references) : std::string("var"));
}

std::string signature(const BleuOptions& options, Orders orders, int64_t references)
{
    return nrefs(references) + "|case:" + (options.lowercase ? "lc" : "mixed")
        + (orders == Orders::Effective ? "|eff:yes|tok:" : "|eff:no|tok:") + options.tokeniser
        + "|smooth:exp|" + kMetricVersion;
}

BleuScore finished(BleuScore sums, const BleuOptions& options, Orders orders)
{
    const auto largest = std::clamp<int64_t>(options.largestOrder, 1, kOrders);
    finish(sums, static_cast<size_t>(largest), orders);
    sums.signature = signature(options, orders, sums.references);
    sums.options = options;
    return sums;
}

BleuScore bleu(std::span<const std::string> hypotheses, const References& references,
               const BleuOptions& options, Orders orders)
{
    BleuScore score;
    score.references = references.perSentence();
    NgramMatcher<kOrders> matcher;
    for (size_t i = 0; i < hypotheses.size(); ++i)
        add(score, hypotheses[i], references.of(i), options, matcher);
    return finished(std::move(score), options, orders);
}

} // namespace

int64_t References::perSentence() const
{
    size_t number = size() == 0 ? 1 : of(0).size();
    for (size_t i = 1; i < size(); ++i)
        if (of(i).size() != number)
            return 0;
    return static_cast<int64_t>(number);
}

BleuScore bleuOfCounts(BleuScore sums, const BleuOptions& options)
{
    return finished(std::move(sums), options, Orders::All);
}

BleuScore corpusBleu(std::span<const std::string> hypotheses, const References& references,
                     const BleuOptions& options)
{
    return bleu(hypotheses, references, options, Orders::All);
}

BleuScore sentenceBleu(std::string_view hypothesis, std::span<const std::string> references,
                       const BleuOptions& options)
{
    const std::string mine(hypothesis);
    const std::vector<std::string> all(references.begin(), references.end());
    return bleu({&mine, 1}, std::span(&all, 1), options, Orders::Effective);
}

BleuScore sentenceBleu(std::string_view hypothesis, std::string_view reference,
                       const BleuOptions& options)
{
    const std::string other(reference);
    return sentenceBleu(hypothesis, std::span(&other, 1), options);
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
    /// Adds the counts with the reference that gives the sentence the best score.
    void add(std::string_view hypothesis, std::span<const std::string> references, bool lowercase)
    {
        const auto mine = symbols(lowercase ? lowerCased(hypothesis) : std::string(hypothesis));
        std::optional<ChrfSums> best;
        for (const std::string& reference : references) {
            const std::vector<uint32_t> other
                = symbols(lowercase ? lowerCased(reference) : reference);
            ChrfSums own;
            own.addCounts(m_matcher.count(mine, std::span(&other, 1)));
            if (!best || own.score() > best->score())
                best = std::move(own);
        }
        addCounts(best->m_sums);
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
    void addCounts(const NgramCounts<kCharacterOrders>& counts)
    {
        for (size_t n = 0; n < kCharacterOrders; ++n) {
            m_sums.matches[n] += counts.matches[n];
            m_sums.reference[n] += counts.reference[n];
            // sacreBLEU: where the reference is too short for an order, its n-grams do not count.
            if (counts.reference[n] > 0)
                m_sums.hypothesis[n] += counts.hypothesis[n];
        }
    }

    NgramMatcher<kCharacterOrders> m_matcher;
    NgramCounts<kCharacterOrders> m_sums;
};

} // namespace

ChrfScore corpusChrf(std::span<const std::string> hypotheses, const References& references,
                     bool lowercase)
{
    ChrfSums sums;
    for (size_t i = 0; i < hypotheses.size(); ++i)
        sums.add(hypotheses[i], references.of(i), lowercase);
    return {sums.score(),
            nrefs(references.perSentence()) + "|case:" + (lowercase ? "lc" : "mixed")
                + "|eff:yes|nc:6|nw:0|space:no|" + kMetricVersion};
}

double sentenceChrf(std::string_view hypothesis, std::span<const std::string> references,
                    bool lowercase)
{
    ChrfSums sums;
    sums.add(hypothesis, references, lowercase);
    return sums.score();
}

double sentenceChrf(std::string_view hypothesis, std::string_view reference, bool lowercase)
{
    const std::string other(reference);
    return sentenceChrf(hypothesis, std::span(&other, 1), lowercase);
}

} // namespace core
