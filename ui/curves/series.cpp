#include "ui/curves/series.h"

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

void Series::append(double value)
{
    size_t block = m_values.size();
    m_values.push_back(value);
    for (std::vector<Extent>& level : m_levels) {
        block /= kBlock;
        if (level.size() <= block)
            level.emplace_back();
        level[block].add(value);
    }
}

void Series::truncate(size_t size)
{
    if (size >= m_values.size())
        return;
    m_values.resize(size);
    size_t below = size; // entries of the level below
    for (size_t k = 0; k < kLevels; ++k) {
        std::vector<Extent>& level = m_levels[k];
        level.resize((below + kBlock - 1) / kBlock);
        if (!level.empty()) { // the last block may have lost values
            level.back() = {};
            for (size_t i = (level.size() - 1) * kBlock; i < below; ++i) {
                if (k == 0)
                    level.back().add(m_values[i]);
                else
                    level.back().add(m_levels[k - 1][i]);
            }
        }
        below = level.size();
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
