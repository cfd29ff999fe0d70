#pragma once

#include "ui/widgets/plot.h"

namespace ui {

/// A line of thousands of points that is drawn in a few milliseconds at any width and dash pattern.
///
/// Qt draws a line quickly only when it is one pixel wide and solid; wider or dashed ones go
/// through its stroker, which takes 100 ms for a jagged line. So on screens a wide line is drawn
/// as thin ones side by side, and dashes are cut along its course, which also keeps them in place
/// while the line grows. Very long zigzags are drawn plainly. Vector files get the real pen.
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
