#include "ui/updates/update_series.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui {

const std::vector<std::string>& UpdateSeries::layers() const
{
    static const std::vector<std::string> none;
    return m_run == nullptr ? none : m_run->layers();
}

std::optional<size_t> UpdateSeries::indexOf(int64_t step) const
{
    return m_run == nullptr ? std::nullopt : m_run->indexOf(step);
}

size_t UpdateSeries::firstFrom(int64_t step) const
{
    size_t first = 0, count = size();
    while (count > 0) {
        const size_t half = count / 2;
        const bool before = this->step(first + half) < step;
        first += before ? half + 1 : 0;
        count = before ? count - half - 1 : half;
    }
    return first;
}

int64_t UpdateSeries::nearest(int64_t step) const
{
    if (empty())
        return 0;
    const size_t found = firstFrom(step);
    if (found == size())
        return this->step(found - 1);
    const bool earlier = found > 0 && step - this->step(found - 1) < this->step(found) - step;
    return this->step(earlier ? found - 1 : found);
}

std::optional<core::UpdateReport> UpdateSeries::report(int64_t step) const
{
    const auto index = indexOf(step);
    return index ? std::optional(m_run->update(*index)) : std::nullopt;
}

double UpdateSeries::lossBefore(int64_t step) const
{
    const size_t before = indexOf(step).value_or(0);
    if (before == 0)
        return std::numeric_limits<double>::quiet_NaN();
    const size_t count = std::min(before, kBefore);
    double sum = 0.0;
    for (size_t i = before - count; i < before; ++i)
        sum += loss(i);
    return sum / double(count);
}

int64_t UpdateSeries::largestJump(int64_t first) const
{
    // A mean of fewer is mostly chance: the first updates are left out of longer runs.
    const size_t begin = std::max(size() > 2 * kBefore ? kBefore : 1, firstFrom(first));
    int64_t found = 0;
    double largest = -std::numeric_limits<double>::infinity();
    for (size_t i = begin; i < size(); ++i) {
        if (!std::isfinite(loss(i)))
            continue;
        const double jump = loss(i) - lossBefore(step(i));
        if (jump > largest) {
            largest = jump;
            found = step(i);
        }
    }
    return found;
}

core::UpdatePlace UpdateSeries::place(int64_t step, const core::ExperimentSpec& spec) const
{
    if (const auto index = indexOf(step))
        return m_run->place(*index, spec);
    core::UpdatePlace place;
    place.step = step;
    return place;
}

} // namespace ui
