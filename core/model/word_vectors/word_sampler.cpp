#include "core/model/word_vectors/word_sampler.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace core {

WordSampler::WordSampler(std::span<const int64_t> counts, double exponent)
{
    std::vector<double> shares;
    for (size_t id = 0; id < counts.size(); ++id)
        if (counts[id] > 0) {
            const auto word = static_cast<int32_t>(id);
            m_slots.push_back({1.0F, word, word});
            shares.push_back(std::pow(static_cast<double>(counts[id]), exponent));
        }
    const double mean = std::accumulate(shares.begin(), shares.end(), 0.0)
        / static_cast<double>(std::max<size_t>(shares.size(), 1));
    std::vector<size_t> small, large;
    for (size_t i = 0; i < shares.size(); ++i) {
        shares[i] /= mean;
        (shares[i] < 1.0 ? small : large).push_back(i);
    }
    while (!small.empty() && !large.empty()) {
        const size_t less = small.back(), more = large.back();
        small.pop_back();
        m_slots[less].keep = static_cast<float>(shares[less]);
        m_slots[less].other = m_slots[more].word;
        shares[more] -= 1.0 - shares[less];
        if (shares[more] < 1.0) {
            large.pop_back();
            small.push_back(more);
        }
    }
}

std::vector<float> keepProbabilities(std::span<const int64_t> counts, double threshold)
{
    const auto all = static_cast<double>(std::accumulate(counts.begin(), counts.end(), int64_t{0}));
    std::vector<float> keep(counts.size(), 1.0F);
    for (size_t id = 0; id < counts.size() && threshold > 0.0; ++id) {
        const double ratio
            = threshold * all / static_cast<double>(std::max<int64_t>(counts[id], 1));
        keep[id] = static_cast<float>(std::min(1.0, std::sqrt(ratio) + ratio));
    }
    return keep;
}

} // namespace core
