#pragma once

#include "ui/series/run_curves.h"
#include "ui/series/series.h"
#include "ui/widgets/plot.h"

#include <qcustomplot.h>

#include <utility>
#include <vector>

namespace ui {

/// The visible part of the x axis.
struct VisibleRange {
    QCPRange range;
    bool logarithmic = false;
    int pixels = 1; ///< Width in pixel columns.

    double edge(int column) const; ///< Left edge of a pixel column.
};

/// Indices [first, last) of the points in the range, with one more on each side so that lines run
/// to the edges. @pre `x` is sorted.
std::pair<size_t, size_t> visibleIndices(const std::vector<double>& x, const QCPRange& range);

/// The points to draw for a series: all while there are few; else the first, smallest, largest and
/// last value of every pixel column. The result does not depend on when the points arrived, and
/// spikes stay. @pre `x` is sorted and not longer than `y`.
QVector<QCPGraphData> sampled(const std::vector<double>& x, const Series& y,
                              const VisibleRange& visible);

/// A change of a setting in words: "Learning rate 0.001 → 0.0003".
QString changeText(const core::SettingChange& change);

/// Vertical lines where settings of a run were changed, labelled with the changes.
class ChangeMarks {
public:
    enum class Words { Shown, None };

    /// @param plot  outlives this and owns what is drawn.
    explicit ChangeMarks(QCustomPlot& plot) : m_plot(plot) { }

    void clear();
    /// Adds the changes of one run. @pre the ranges of the axes are set.
    void add(const RunCurves& curves, XAxis axis, const QPen& pen, Words words);

    /// Leaves the first row free for other text. @pre nothing was added since clear()
    void leaveFirstRow() { m_row = 1; }

private:
    void place(QCPItemText& text, QStringList lines, double x, double y) const;

    QCustomPlot& m_plot;
    std::vector<QCPAbstractItem*> m_items;
    int m_row = 0; ///< Row of the next label, so that labels do not overlap.
};

/// A line of thousands of points that is drawn in a few milliseconds at any width and dash pattern.
///
/// Qt draws only solid lines of one pixel quickly; its stroker takes 100 ms for a wide or dashed,
/// jagged line. On screens, a wide line is therefore drawn as thin lines side by side, and dashes
/// are cut along its course, which keeps them in place while the line grows. Very long zigzags are
/// drawn solid. Vector files use the real pen.
class FastGraph : public QCPGraph {
    Q_OBJECT
public:
    FastGraph(QCPAxis* keyAxis, QCPAxis* valueAxis);

protected:
    void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& whole) const override;

private:
    QVector<QPointF> cut(const QVector<QPointF>& points) const;
    QVector<QVector<QPointF>> dashes(const QVector<QPointF>& line) const;
};

} // namespace ui
