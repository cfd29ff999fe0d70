#include "ui/states/unit_order.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace ui {

namespace {

/// Groups of units that are joined two by two, by the nearest-neighbour chain: O(units²).
class UnitTree {
public:
    UnitTree(const std::vector<float>& values, int tokens, int units)
        : m_units(units), m_distances(size_t(units) * size_t(units)), m_groups(size_t(units))
    {
        for (int a = 0; a < units; ++a) {
            m_groups[size_t(a)] = {a};
            for (int b = 0; b < a; ++b) {
                double sum = 0.0;
                for (int t = 0; t < tokens; ++t) {
                    const size_t row = size_t(t) * size_t(units);
                    const double step = double(values[row + size_t(a)] - values[row + size_t(b)]);
                    sum += step * step;
                }
                distance(a, b) = distance(b, a) = float(std::sqrt(sum));
            }
        }
        m_between = m_distances;
    }

    std::vector<int> leaves()
    {
        std::vector<int> chain;
        for (int joined = 0; joined + 1 < m_units;) {
            if (chain.empty())
                chain.push_back(firstGroup());
            const int last = chain.back();
            const int before = chain.size() > 1 ? chain[chain.size() - 2] : -1;
            const int nearest = nearestTo(last, before);
            if (nearest != before) {
                chain.push_back(nearest);
                continue;
            }
            chain.resize(chain.size() - 2);
            join(std::min(last, before), std::max(last, before));
            ++joined;
        }
        return m_units > 0 ? m_groups[size_t(firstGroup())] : std::vector<int>();
    }

private:
    float& distance(int a, int b) { return m_distances[size_t(a) * size_t(m_units) + size_t(b)]; }
    float& between(int a, int b) { return m_between[size_t(a) * size_t(m_units) + size_t(b)]; }

    int firstGroup() const
    {
        return int(std::find_if(m_groups.begin(), m_groups.end(),
                                [](const auto& group) { return !group.empty(); })
                   - m_groups.begin());
    }
    /// Prefers `wanted` among equally near ones, so that the chain ends.
    int nearestTo(int group, int wanted)
    {
        int best = wanted;
        float least = wanted < 0 ? std::numeric_limits<float>::infinity() : between(group, wanted);
        for (int other = 0; other < m_units; ++other)
            if (other != group && !m_groups[size_t(other)].empty()
                && between(group, other) < least) {
                least = between(group, other);
                best = other;
            }
        return best < 0 ? otherThan(group) : best;
    }
    /// Where distances are no numbers.
    int otherThan(int group) const
    {
        for (int other = 0; other < m_units; ++other)
            if (other != group && !m_groups[size_t(other)].empty())
                return other;
        return group;
    }
    void join(int a, int b)
    {
        std::vector<int>&first = m_groups[size_t(a)], &second = m_groups[size_t(b)];
        const auto sizeA = float(first.size()), sizeB = float(second.size());
        for (int other = 0; other < m_units; ++other)
            between(a, other) = between(other, a)
                = (sizeA * between(a, other) + sizeB * between(b, other)) / (sizeA + sizeB);
        // The ends that touch.
        const std::array<float, 4> ends{
            distance(first.back(), second.front()), distance(first.front(), second.front()),
            distance(first.back(), second.back()), distance(first.front(), second.back())};
        const auto best = std::min_element(ends.begin(), ends.end()) - ends.begin();
        if (best == 1 || best == 3)
            std::reverse(first.begin(), first.end());
        if (best == 2 || best == 3)
            std::reverse(second.begin(), second.end());
        first.insert(first.end(), second.begin(), second.end());
        second.clear();
    }

    int m_units;
    std::vector<float> m_distances; ///< Distances of units.
    std::vector<float> m_between; ///< Distances of groups, each named by its lowest member.
    std::vector<std::vector<int>> m_groups;
};

} // namespace

std::vector<int> orderedUnits(const std::vector<float>& values, int tokens, int units,
                              UnitOrder order)
{
    if (order == UnitOrder::Similarity)
        return UnitTree(values, tokens, units).leaves();
    std::vector<int> all(size_t(units), 0);
    std::iota(all.begin(), all.end(), 0);
    if (order == UnitOrder::Number)
        return all;
    std::vector<double> activity(size_t(units), 0.0);
    for (size_t i = 0; i < values.size(); ++i)
        activity[i % size_t(units)] += std::abs(double(values[i]));
    std::stable_sort(all.begin(), all.end(),
                     [&](int a, int b) { return activity[size_t(a)] > activity[size_t(b)]; });
    return all;
}

} // namespace ui
