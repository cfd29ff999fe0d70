#include "ui/curves/fast_graph.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

/// Length in device-independent pixels beyond which smooth edges and width cost too much and show
/// too little: the line covers the plot anyway.
constexpr double kLongZigzag = 5000.0;
constexpr double kShortLine = 1500.0;
constexpr double kThinner = 1.5; ///< Of a long zigzag's line, which covers the plot anyway.
constexpr qsizetype kFewPoints = 300;
constexpr double kDashScale = 1.4; ///< Dashes are longer than Qt's, to be told apart on noise.

/// The parts between gaps (points that are not a number). Steps of less than three pixels are
/// joined, because the quick way of drawing leaves blots where it starts anew; spikes stay.
QVector<QVector<QPointF>> unbroken(const QVector<QPointF>& points)
{
    QVector<QVector<QPointF>> parts(1);
    const auto near
        = [](const QPointF& a, const QPointF& b) { return (a - b).manhattanLength() < 3.0; };
    for (const QPointF& point : points) {
        QVector<QPointF>& part = parts.last();
        if (std::isnan(point.x()) || std::isnan(point.y())) {
            if (!part.isEmpty())
                parts.append(QVector<QPointF>());
            continue;
        }
        const QPointF* before = part.size() > 1 ? &part[part.size() - 2] : nullptr;
        if (before && near(*before, part.last()) && near(*before, point))
            part.last() = point; // the newest stays, so that the line ends where it should
        else
            part.append(point);
    }
    return parts;
}

double lengthOf(const QVector<QPointF>& line)
{
    double length = 0.0;
    for (qsizetype i = 1; i < line.size(); ++i)
        length += std::abs(line[i].x() - line[i - 1].x()) + std::abs(line[i].y() - line[i - 1].y());
    return length;
}

QPointF between(const QPointF& a, const QPointF& b, double x)
{
    const double share = (x - a.x()) / (b.x() - a.x());
    return {x, a.y() + share * (b.y() - a.y())};
}

} // namespace

FastGraph::FastGraph(QCPAxis* keyAxis, QCPAxis* valueAxis) : QCPGraph(keyAxis, valueAxis)
{
    setAdaptiveSampling(false);
}

/// Cuts a line that runs to the right at the ends of its dashes, which repeat along x.
QVector<QVector<QPointF>> FastGraph::dashes(const QVector<QPointF>& line) const
{
    const QList<qreal> pattern = mPen.dashPattern();
    std::vector<double> ends; // of dash, gap, dash, gap ... in one period
    double period = 0.0;
    for (const qreal length : pattern)
        ends.push_back(period += length * mPen.widthF() * kDashScale);
    const auto phaseOf = [&](double x) { return x - period * std::floor(x / period); };
    QVector<QVector<QPointF>> result(1);
    for (qsizetype i = 0; i + 1 < line.size(); ++i) {
        QPointF from = line[i];
        const QPointF to = line[i + 1];
        for (bool done = false; !done;) {
            const double phase = phaseOf(from.x());
            const auto end = std::upper_bound(ends.begin(), ends.end(), phase + 1e-6);
            const auto index = size_t(end - ends.begin());
            const bool drawn = index < ends.size() && index % 2 == 0;
            // At the very end of a period rounding may find no end: the next dash starts there.
            const double stop = from.x() + (index < ends.size() ? *end - phase : 1e-6);
            done = stop >= to.x();
            const QPointF until = done ? to : between(from, to, stop);
            if (drawn) {
                if (result.last().isEmpty())
                    result.last().append(from);
                result.last().append(until);
            }
            if (!done || !drawn) {
                if (!result.last().isEmpty())
                    result.append(QVector<QPointF>());
            }
            from = until;
        }
    }
    return result;
}

void FastGraph::drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const
{
    if (painter->modes().testFlag(QCPPainter::pmVectorized)) {
        QCPGraph::drawLinePlot(painter, lines);
        return;
    }
    const qreal ratio = painter->device()->devicePixelRatioF();
    QPen thin(mPen.color(), 1);
    thin.setCosmetic(true); // one pixel of the screen
    painter->save();
    for (const QVector<QPointF>& part : unbroken(lines)) {
        const double length = lengthOf(part);
        if (part.size() < kFewPoints && length < kShortLine) { // Qt's own way, which looks best
            painter->setAntialiasing(antialiased());
            painter->setPen(mPen);
            painter->drawPolyline(part.constData(), int(part.size()));
            continue;
        }
        const bool plain = length > kLongZigzag;
        painter->setAntialiasing(antialiased() && !plain);
        painter->setPen(thin); // after the hint, which may move the painter by half a pixel
        const double width = mPen.widthF() * ratio / (plain ? kThinner : 1.0);
        const int strokes = std::max(1, int(std::lround(width)));
        const bool dashed = mPen.style() != Qt::SolidLine;
        const QVector<QVector<QPointF>> pieces
            = dashed ? dashes(part) : QVector<QVector<QPointF>>{part};
        for (int stroke = 0; stroke < strokes; ++stroke) {
            const double shift = (stroke - (strokes - 1) / 2.0) / ratio;
            painter->translate(shift, shift);
            for (const QVector<QPointF>& piece : pieces)
                painter->drawPolyline(piece.constData(), int(piece.size()));
            painter->translate(-shift, -shift);
        }
    }
    painter->restore();
}

} // namespace ui
