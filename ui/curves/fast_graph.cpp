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
constexpr double kCourseWindow = 10.0; ///< To each side, in pixels.
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

/// How far along the line each point lies, in pixels. Of a zigzag its course counts, not its
/// length: what the line gains between the ends of a window around each step.
std::vector<double> courseOf(const QVector<QPointF>& line)
{
    std::vector<double> course(size_t(line.size()), 0.0);
    qsizetype first = 0, last = 0;
    for (qsizetype i = 1; i < line.size(); ++i) {
        const double middle = (line[i - 1].x() + line[i].x()) / 2.0;
        while (first < i - 1 && line[first].x() < middle - kCourseWindow)
            ++first;
        last = std::max(last, i);
        while (last + 1 < line.size() && line[last].x() < middle + kCourseWindow)
            ++last;
        const QPointF gain = line[last] - line[first], step = line[i] - line[i - 1];
        const double advance = gain.x() > 0.0 ? step.x() * std::hypot(gain.x(), gain.y()) / gain.x()
                                              : std::abs(step.y());
        course[size_t(i)] = course[size_t(i) - 1] + advance;
    }
    return course;
}

} // namespace

FastGraph::FastGraph(QCPAxis* keyAxis, QCPAxis* valueAxis) : QCPGraph(keyAxis, valueAxis)
{
    setAdaptiveSampling(false);
}

/// Cuts a line that runs to the right at the ends of its dashes, which repeat along its course.
QVector<QVector<QPointF>> FastGraph::dashes(const QVector<QPointF>& line) const
{
    const QList<qreal> pattern = mPen.dashPattern();
    std::vector<double> lengths;
    for (const qreal length : pattern)
        lengths.push_back(length * mPen.widthF() * kDashScale);
    const std::vector<double> course = courseOf(line);
    QVector<QVector<QPointF>> result(1);
    size_t index = 0; // of dash, gap, dash, gap ... in one period
    double end = lengths.front();
    for (qsizetype i = 0; i + 1 < line.size(); ++i) {
        const double from = course[size_t(i)], to = course[size_t(i) + 1];
        if (index % 2 == 0 && result.last().isEmpty())
            result.last().append(line[i]);
        for (; end < to; end += lengths[index = (index + 1) % lengths.size()]) {
            const QPointF cut = line[i] + (end - from) / (to - from) * (line[i + 1] - line[i]);
            result.last().append(cut); // A dash ends, or the next one begins.
            if (index % 2 == 0)
                result.append(QVector<QPointF>());
        }
        if (index % 2 == 0)
            result.last().append(line[i + 1]);
    }
    return result;
}

/// What lies far outside the plot is cut off: no device draws to 1e19.
QVector<QPointF> FastGraph::cut(const QVector<QPointF>& points) const
{
    constexpr double kFar = 1000.0; // Pixels.
    const QRect rect = clipRect();
    const double top = rect.top() - kFar, bottom = rect.bottom() + kFar;
    const auto beyond = [&](const QPointF& point) { return point.y() < top || point.y() > bottom; };
    if (std::none_of(points.begin(), points.end(), beyond))
        return points;
    QVector<QPointF> result;
    for (qsizetype i = 0; i < points.size(); ++i) {
        const QPointF& to = points[i];
        if (i > 0 && beyond(to) != beyond(points[i - 1])) { // The edge where the line crosses it.
            const QPointF& from = points[i - 1];
            const double edge = (beyond(to) ? to : from).y() < top ? top : bottom;
            const double share = (edge - from.y()) / (to.y() - from.y());
            result.append({from.x() + share * (to.x() - from.x()), edge});
        }
        result.append({to.x(), std::isnan(to.y()) ? to.y() : std::clamp(to.y(), top, bottom)});
    }
    return result;
}

void FastGraph::drawLinePlot(QCPPainter* painter, const QVector<QPointF>& whole) const
{
    const QVector<QPointF> lines = cut(whole);
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
