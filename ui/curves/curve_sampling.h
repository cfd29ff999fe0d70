#pragma once

#include "ui/series/series.h"
#include "ui/widgets/plot.h"

#include <utility>
#include <vector>

namespace ui {

/// The part of the x axis that is seen.
struct VisibleRange {
    QCPRange range;
    bool logarithmic = false;
    int pixels = 1; ///< Width in pixel columns.

    double edge(int column) const; ///< Left edge of a pixel column.
};

/// Indices [first, last) of the points in the range, with one more on each side so that lines run
/// to the edges. @pre `x` is sorted.
std::pair<size_t, size_t> visibleIndices(const std::vector<double>& x, const QCPRange& range);

/// What to draw of a series: every point while there are few; else, of every pixel column, the
/// first, smallest, largest and last value. What is drawn does not depend on when or how the
/// points came, and spikes stay. @pre `x` is sorted and not longer than `y`.
QVector<QCPGraphData> sampled(const std::vector<double>& x, const Series& y,
                              const VisibleRange& visible);

} // namespace ui
