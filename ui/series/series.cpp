#include "ui/series/series.h"

#include <algorithm>

namespace ui {

void Extent::add(double value)
{
    if (!std::isfinite(value))
        return;
    low = std::min(low, value);
    high = std::max(high, value);
}

void Extent::add(const Extent& other)
{
    low = std::min(low, other.low);
    high = std::max(high, other.high);
}

/// A block's extent is stored when its last value is appended.
void Series::append(double value)
{
    m_values.push_back(value);
    if (m_values.size() % kBlock != 0)
        return;
    Extent& lowest = m_levels[0].emplace_back();
    for (size_t i = m_values.size() - kBlock; i < m_values.size(); ++i)
        lowest.add(m_values[i]);
    for (size_t k = 1; k < kLevels && m_levels[k - 1].size() % kBlock == 0; ++k) {
        Extent& whole = m_levels[k].emplace_back();
        for (size_t i = m_levels[k - 1].size() - kBlock; i < m_levels[k - 1].size(); ++i)
            whole.add(m_levels[k - 1][i]);
    }
}

void Series::truncate(size_t size)
{
    if (size >= m_values.size())
        return;
    m_values.resize(size);
    for (std::vector<Extent>& level : m_levels) {
        size /= kBlock;
        level.resize(size);
    }
}

Extent Series::extent(size_t first, size_t last) const
{
    Extent result;
    for (size_t i = first; i < last;) {
        size_t level = 0, block = 1;
        while (level < kLevels && i % (block * kBlock) == 0 && i + block * kBlock <= last) {
            block *= kBlock;
            ++level;
        }
        if (level == 0)
            result.add(m_values[i]);
        else
            result.add(m_levels[level - 1][i / block]);
        i += block;
    }
    return result;
}

} // namespace ui
