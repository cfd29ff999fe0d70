#include "core/metric/translation.h"

#include <algorithm>
#include <limits>
#include <set>

namespace core {

std::vector<AlignmentLink> alignmentOf(std::span<const float> weights, int64_t targetLength,
                                       int64_t sourceLength)
{
    std::vector<AlignmentLink> links;
    const auto width = static_cast<size_t>(sourceLength);
    for (int64_t target = 0; target < targetLength; ++target) {
        const auto row = weights.subspan(static_cast<size_t>(target) * width, width);
        const auto largest = std::max_element(row.begin(), row.end());
        if (largest != row.end() && *largest > 0.0F)
            links.push_back(
                {static_cast<int32_t>(largest - row.begin()), static_cast<int32_t>(target)});
    }
    return links;
}

void AlignmentErrors::add(const std::vector<AlignmentLink>& found,
                          const std::vector<AlignmentLink>& gold)
{
    const std::set<AlignmentLink> sure(gold.begin(), gold.end());
    std::set<int32_t> aligned;
    for (const AlignmentLink& link : sure)
        aligned.insert(link.target);
    std::set<AlignmentLink> judged;
    for (const AlignmentLink& link : found)
        if (aligned.contains(link.target))
            judged.insert(link);
    m_gold += static_cast<int64_t>(sure.size());
    m_found += static_cast<int64_t>(judged.size());
    m_common += std::count_if(judged.begin(), judged.end(),
                              [&](const AlignmentLink& link) { return sure.contains(link); });
}

double AlignmentErrors::rate() const
{
    if (m_found + m_gold == 0)
        return std::numeric_limits<double>::quiet_NaN();
    return 1.0 - 2.0 * static_cast<double>(m_common) / static_cast<double>(m_found + m_gold);
}

} // namespace core
