#include "ui/curves/curve_drawing.h"

#include "ui/text/setting_names.h"
#include "ui/widgets/theme.h"

#include <algorithm>
#include <cmath>

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

constexpr int kMarkPadding = 4; ///< Beside the words, in pixels.

/// Length in device-independent pixels beyond which antialiasing and width are dropped: they cost
/// much, and the line covers the plot anyway.
constexpr double kLongZigzag = 5000.0;
constexpr double kShortLine = 1500.0;
constexpr double kThinner = 1.5; ///< Divides the width of a long zigzag.
constexpr qsizetype kFewPoints = 300;
constexpr double kCourseWindow = 10.0; ///< To each side, in pixels.
constexpr double kDashScale = 1.4; ///< Longer dashes than Qt's, visible in noise.

/// The parts between gaps (NaN points). Steps of less than three pixels are joined, because fast
/// drawing leaves blots at each start; spikes stay.
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

/// Distance of each point along the line, in pixels. For a zigzag it is measured along its course:
/// the distance between the ends of a window around each step.
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

QString changeText(const core::SettingChange& change)
{
    const auto shown = [](const core::Json& value) {
        return QString::fromStdString(value.is_string() ? value.get<std::string>() : value.dump());
    };
    return differenceText(QString::fromStdString(change.setting), shown(change.before),
                          shown(change.after), SettingPlace::Known);
}

void ChangeMarks::clear()
{
    for (QCPAbstractItem* item : m_items)
        m_plot.removeItem(item);
    m_items.clear();
    m_row = 0;
}

/// Places a label to the right or the left of its line; without room on either side, at the farther
/// border of the plot. A label that is wider than the plot is wrapped.
void ChangeMarks::place(QCPItemText& text, QStringList lines, double x, double y) const
{
    const QFontMetrics metrics(text.font());
    const QRect area = m_plot.axisRect()->rect();
    const int room = area.width() - 2 * kMarkPadding;
    int width = 0;
    for (QString& line : lines) {
        if (metrics.horizontalAdvance(line) > room)
            line.replace(QStringLiteral(": "), QStringLiteral(":\n"));
        width = std::max(width, metrics.size(0, line).width());
    }
    text.setText(lines.join(QLatin1Char('\n')));
    width += 2 * kMarkPadding + 1;
    const double pixel = m_plot.xAxis->coordToPixel(x);
    const bool rightOf = pixel + width <= area.right(), leftOf = pixel - width >= area.left();
    const bool nearRight = pixel > area.center().x();
    if (rightOf || leftOf) {
        const bool ends = leftOf && (nearRight || !rightOf);
        text.setPositionAlignment((ends ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop);
        text.position->setCoords(x, y);
        return;
    }
    text.position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    text.setPositionAlignment((nearRight ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignTop);
    text.position->setCoords(nearRight ? 0.0 : 1.0, y);
}

void ChangeMarks::add(const RunCurves& curves, XAxis axis, const QPen& pen, Words words)
{
    constexpr int kRows = 4;
    const std::vector<core::SettingChange>& all = curves.changes();
    for (size_t i = 0; i < all.size();) {
        const int64_t step = all[i].step;
        QStringList texts;
        for (; i < all.size() && all[i].step == step; ++i)
            texts << changeText(all[i]);
        const double x = curves.xOfStep(step - 1, axis);
        auto* line = new QCPItemLine(&m_plot);
        for (QCPItemPosition* end : {line->start, line->end})
            end->setTypeY(QCPItemPosition::ptAxisRectRatio);
        line->start->setCoords(x, 0.0);
        line->end->setCoords(x, 1.0);
        QPen dashed(pen.color(), std::max(1.0, pen.widthF() / 2), Qt::DashLine);
        line->setPen(dashed);
        m_items.push_back(line);
        if (words == Words::None)
            continue;
        auto* text = new QCPItemText(&m_plot);
        text->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
        text->setPadding(QMargins(kMarkPadding, 1, kMarkPadding, 1));
        text->setFont(Theme::instance().textFont());
        place(*text, texts, x, 0.01 + 0.08 * (m_row++ % kRows));
        text->setColor(Theme::instance().text());
        QColor ground = Theme::instance().base();
        ground.setAlphaF(0.8f);
        text->setBrush(ground);
        m_items.push_back(text);
    }
}

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

/// Cuts off what lies far outside the plot: no device draws to 1e19.
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
        if (part.size() < kFewPoints && length < kShortLine) { // Qt's own drawing looks best
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
