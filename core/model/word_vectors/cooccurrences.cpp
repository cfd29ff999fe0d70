#include "core/model/word_vectors/cooccurrences.h"

#include "core/model/word_vectors/word_sampler.h"

#include <algorithm>
#include <utility>

namespace core {

namespace {

/// Sums of weights by pair. Pairs of frequent words, which are most of them, stand in a
/// square; the others are sorted and summed up from time to time. Sums are made in the order of the
/// text.
class PairSums {
public:
    explicit PairSums(int64_t words)
        : m_frequent(std::min<int64_t>(words, 2048))
        , m_square(static_cast<size_t>(m_frequent * m_frequent))
    {
    }

    void add(int32_t one, int32_t other, float weight)
    {
        const auto [first, second] = std::minmax(one, other);
        if (second < m_frequent) {
            m_square[static_cast<size_t>(first * m_frequent + second)] += weight;
            return;
        }
        m_recent.push_back({first, second, weight});
        if (m_recent.size() == kTogether)
            sumUp();
    }

    std::vector<Cooccurrence> all()
    {
        sumUp();
        for (int32_t first = 0; first < m_frequent; ++first)
            for (int32_t second = first; second < m_frequent; ++second)
                if (const float weight = m_square[static_cast<size_t>(first * m_frequent + second)];
                    weight > 0.0F)
                    m_summed.push_back({first, second, weight});
        return std::move(m_summed);
    }

private:
    static constexpr size_t kTogether = size_t{1} << 23U;

    static bool before(const Cooccurrence& a, const Cooccurrence& b)
    {
        return std::pair(a.first, a.second) < std::pair(b.first, b.second);
    }

    /// Adds m_recent to m_summed, which is sorted.
    void sumUp()
    {
        std::stable_sort(m_recent.begin(), m_recent.end(), before);
        std::vector<Cooccurrence> merged;
        merged.reserve(m_summed.size() + m_recent.size() / 2);
        const auto take = [&](const Cooccurrence& each) {
            if (!merged.empty() && !before(merged.back(), each))
                merged.back().weight += each.weight;
            else
                merged.push_back(each);
        };
        auto summed = m_summed.begin();
        for (const Cooccurrence& each : m_recent) {
            while (summed != m_summed.end() && !before(each, *summed))
                take(*summed++);
            take(each);
        }
        std::for_each(summed, m_summed.end(), take);
        m_summed = std::move(merged);
        m_recent.clear();
    }

    int64_t m_frequent;
    std::vector<float> m_square; ///< [frequent * frequent], of first <= second.
    std::vector<Cooccurrence> m_recent, m_summed;
};

} // namespace

Cooccurrences::Cooccurrences(const Passages& text, int64_t words, int64_t window, uint64_t seed,
                             const Monitor& monitor)
{
    PairSums sums(words);
    for (int32_t item = 0; item < text.count(); ++item) {
        const std::span<const int32_t> passage = text.passage(item);
        for (size_t place = 1; place < passage.size(); ++place) {
            const size_t farthest = std::min(place, static_cast<size_t>(window));
            for (size_t distance = 1; distance <= farthest; ++distance) {
                const int32_t word = passage[place], other = passage[place - distance];
                // Both orders count, and are one pair where the words are equal.
                sums.add(word, other, (word == other ? 2.0F : 1.0F) / static_cast<float>(distance));
            }
        }
        if (item % 256 == 0) {
            monitor.report({{"Counting words that stand together", {}},
                            static_cast<double>(item) / static_cast<double>(text.count())});
            monitor.throwIfStopped();
        }
    }
    m_all = sums.all();
    SeededNumbers numbers(seed);
    for (size_t i = m_all.size(); i > 1; --i)
        std::swap(m_all[i - 1], m_all[numbers.below(static_cast<uint32_t>(i))]);
    for (int64_t begin = 0; begin < count(); begin += kBlock)
        m_lengths.push_back(static_cast<int32_t>(std::min(kBlock, count() - begin)));
}

} // namespace core
