#include "ui/updates/update_series.h"

#include "core/train/update_place.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui {

void UpdateSeries::setHistory(const core::RunHistory& history, int64_t wanted)
{
    *this = {};
    m_layers = history.layers;
    m_changes = history.changes;
    for (const core::UpdateReport& report : history.updates) {
        append(report);
        if (report.step == wanted)
            m_wanted = report;
    }
}

void UpdateSeries::append(const core::UpdateReport& report)
{
    if (!m_points.empty() && report.step <= m_points.back().step)
        return;
    m_points.push_back({report.step, report.epoch, float(report.loss)});
    m_reports.push_back(report);
    if (m_reports.size() > kReports)
        m_reports.pop_front();
}

void UpdateSeries::append(const std::vector<core::SettingChange>& changes)
{
    m_changes.insert(m_changes.end(), changes.begin(), changes.end());
}

void UpdateSeries::cutAfter(int64_t step)
{
    std::erase_if(m_points, [&](const Point& each) { return each.step > step; });
    std::erase_if(m_reports, [&](const core::UpdateReport& each) { return each.step > step; });
    std::erase_if(m_changes, [&](const core::SettingChange& each) { return each.step > step + 1; });
}

const UpdateSeries::Point* UpdateSeries::point(int64_t step) const
{
    const auto found
        = std::lower_bound(m_points.begin(), m_points.end(), step,
                           [](const Point& each, int64_t wanted) { return each.step < wanted; });
    return found != m_points.end() && found->step == step ? &*found : nullptr;
}

int64_t UpdateSeries::nearest(int64_t step) const
{
    if (m_points.empty())
        return 0;
    const auto found
        = std::lower_bound(m_points.begin(), m_points.end(), step,
                           [](const Point& each, int64_t wanted) { return each.step < wanted; });
    if (found == m_points.end())
        return m_points.back().step;
    const bool earlier
        = found != m_points.begin() && step - std::prev(found)->step < found->step - step;
    return earlier ? std::prev(found)->step : found->step;
}

const core::UpdateReport* UpdateSeries::report(int64_t step) const
{
    if (m_wanted && m_wanted->step == step)
        return &*m_wanted;
    const auto found = std::find_if(m_reports.rbegin(), m_reports.rend(),
                                    [&](const auto& each) { return each.step == step; });
    return found == m_reports.rend() ? nullptr : &*found;
}

double UpdateSeries::lossBefore(int64_t step) const
{
    const Point* here = point(step);
    if (here == nullptr || here == m_points.data())
        return std::numeric_limits<double>::quiet_NaN();
    const auto before = size_t(here - m_points.data());
    const size_t count = std::min(before, kBefore);
    double sum = 0.0;
    for (size_t i = before - count; i < before; ++i)
        sum += double(m_points[i].loss);
    return sum / double(count);
}

int64_t UpdateSeries::largestJump(int64_t first) const
{
    // A mean of fewer is mostly chance: the first updates are left out of longer runs.
    const size_t begin = m_points.size() > 2 * kBefore ? kBefore : 1;
    int64_t step = 0;
    double largest = -std::numeric_limits<double>::infinity();
    for (size_t i = begin; i < m_points.size(); ++i) {
        if (m_points[i].step < first || !std::isfinite(m_points[i].loss))
            continue;
        const double jump = double(m_points[i].loss) - lossBefore(m_points[i].step);
        if (jump > largest) {
            largest = jump;
            step = m_points[i].step;
        }
    }
    return step;
}

core::UpdatePlace UpdateSeries::place(int64_t step, const core::ExperimentSpec& spec) const
{
    core::UpdatePlace place;
    place.step = step;
    const Point* here = point(step);
    if (here == nullptr)
        return place;
    place.epoch = here->epoch;
    place.firstStep
        = std::lower_bound(m_points.begin(), m_points.end(), place.epoch,
                           [](const Point& each, int64_t epoch) { return each.epoch < epoch; })
              ->step;
    return core::placedIn(std::move(place), m_changes, spec);
}

} // namespace ui
