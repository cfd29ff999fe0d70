#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace core {

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

} // namespace core
