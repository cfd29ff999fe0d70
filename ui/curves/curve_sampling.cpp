#include "ui/curves/curve_sampling.h"

#include <algorithm>

namespace ui {

namespace {

constexpr size_t kPointsAColumn = 4;

void appendPoints(QVector<QCPGraphData>& data, const std::vector<double>& x, const Series& y,
                  size_t first, size_t last)
{
    for (size_t i = first; i < last; ++i)
        data.append(QCPGraphData(x[i], y.at(i)));
}

/// One pixel column: a stroke from its first point to its extremes to its last point.
void appendColumn(QVector<QCPGraphData>& data, const std::vector<double>& x, const Series& y,
                  size_t first, size_t last)
{
    if (last - first <= kPointsAColumn) {
        appendPoints(data, x, y, first, last);
        return;
    }
    const Extent extent = y.extent(first, last);
    if (extent.empty()) { // nothing but NaN: a gap
        data.append(QCPGraphData(x[first], y.at(first)));
        return;
    }
    const double middle = 0.5 * (x[first] + x[last - 1]);
    data.append(QCPGraphData(x[first], y.at(first)));
    data.append(QCPGraphData(middle, extent.low));
    data.append(QCPGraphData(middle, extent.high));
    data.append(QCPGraphData(x[last - 1], y.at(last - 1)));
}

} // namespace

double VisibleRange::edge(int column) const
{
    const double share = double(column) / pixels;
    if (logarithmic && range.lower > 0)
        return range.lower * std::pow(range.upper / range.lower, share);
    return range.lower + share * range.size();
}

std::pair<size_t, size_t> visibleIndices(const std::vector<double>& x, const QCPRange& range)
{
    const auto lower = std::lower_bound(x.begin(), x.end(), range.lower);
    const auto upper = std::upper_bound(lower, x.end(), range.upper);
    const size_t first = size_t(lower - x.begin());
    const size_t last = size_t(upper - x.begin());
    return {first == 0 ? 0 : first - 1, std::min(last + 1, x.size())};
}

QVector<QCPGraphData> sampled(const std::vector<double>& x, const Series& y,
                              const VisibleRange& visible)
{
    QVector<QCPGraphData> data;
    const auto [first, last] = visibleIndices(x, visible.range);
    if (last - first <= kPointsAColumn * size_t(visible.pixels)) {
        data.reserve(qsizetype(last - first));
        appendPoints(data, x, y, first, last);
        return data;
    }
    data.reserve(qsizetype(kPointsAColumn) * (visible.pixels + 2));
    const auto begin = x.begin();
    size_t start = first;
    if (x[first] < visible.range.lower) // the one beyond the left edge
        appendPoints(data, x, y, start++, first + 1);
    for (int column = 1; column <= visible.pixels && start < last; ++column) {
        const auto edge = std::lower_bound(begin + ptrdiff_t(start), begin + ptrdiff_t(last),
                                           visible.edge(column));
        const size_t end = size_t(edge - begin);
        if (end > start)
            appendColumn(data, x, y, start, end);
        start = end;
    }
    appendPoints(data, x, y, start, std::min(start + 1, last)); // the one beyond the right edge
    return data;
}

} // namespace ui
