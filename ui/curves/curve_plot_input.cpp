// What mouse and keys do in a curve plot; the drawing is in curve_plot.cpp.
#include "ui/curves/curve_plot.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>

namespace ui {

namespace {

constexpr int kDragPixels = 6; ///< Less is a click.
constexpr int kClickPixels = 10; ///< How far from a validation point a click may be.
constexpr double kCurveZoomStep = 0.8;

/// Whether a click on such a line opens its update.
bool isExplained(const std::optional<Quantity>& quantity)
{
    return quantity == quantity::kLoss || quantity == quantity::kPerplexity
        || quantity == quantity::kGradientNorm;
}

double length(const QPointF& vector)
{
    return std::hypot(vector.x(), vector.y());
}

/// Distance of a point from a line segment.
double distance(const QPointF& place, const QPointF& begin, const QPointF& end)
{
    const QPointF along = end - begin;
    const double squared = QPointF::dotProduct(along, along);
    const double share = squared > 0.0 ? QPointF::dotProduct(place - begin, along) / squared : 0.0;
    return length(place - begin - std::clamp(share, 0.0, 1.0) * along);
}

QCPRange shifted(const QCPAxis& axis, double low, double high)
{
    QCPRange range(axis.pixelToCoord(low), axis.pixelToCoord(high));
    range.normalize();
    return range;
}

} // namespace

void CurvePlot::mousePressEvent(QMouseEvent* event)
{
    const bool moves = event->button() == Qt::MiddleButton
        || (event->button() == Qt::LeftButton && event->modifiers() & Qt::ShiftModifier);
    if (moves)
        m_panned = event->pos();
    else if (event->button() == Qt::LeftButton && axisRect()->rect().contains(event->pos()))
        m_pressed = event->pos();
}

void CurvePlot::mouseMoveEvent(QMouseEvent* event)
{
    if (m_panned) {
        pan(event->pos() - *m_panned);
        m_panned = event->pos();
        return;
    }
    if (m_pressed && (event->pos() - *m_pressed).manhattanLength() > kDragPixels) {
        m_band.setGeometry(QRect(*m_pressed, event->pos()).normalized() & axisRect()->rect());
        m_band.show();
    }
    if (axisRect()->rect().contains(event->pos()))
        Q_EMIT cursorMoved(xAxis->pixelToCoord(event->position().x()));
}

void CurvePlot::mouseReleaseEvent(QMouseEvent* event)
{
    m_panned.reset();
    if (!m_pressed)
        return;
    const QRect box = QRect(*m_pressed, event->pos()).normalized();
    m_pressed.reset();
    m_band.hide();
    if (box.width() > kDragPixels || box.height() > kDragPixels)
        zoomInto(box & axisRect()->rect());
    else
        clickAt(event->position());
}

void CurvePlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed.reset();
    Q_EMIT resetRequested();
}

/// The wheel without modifiers scrolls the surroundings of the plot.
void CurvePlot::wheelEvent(QWheelEvent* event)
{
    if (!(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier))) {
        event->ignore();
        return;
    }
    const QPoint turn = event->angleDelta(); // Alt turns the wheel sideways
    zoom(turn.x() + turn.y() > 0 ? kCurveZoomStep : 1.0 / kCurveZoomStep, event->position());
    event->accept();
}

void CurvePlot::leaveEvent(QEvent* event)
{
    Plot::leaveEvent(event);
    Q_EMIT cursorLeft();
}

void CurvePlot::keyPressEvent(QKeyEvent* event)
{
    const double x = m_cursorX ? xAxis->coordToPixel(*m_cursorX) : axisRect()->center().x();
    const QPointF centre(x, axisRect()->center().y());
    const int step = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
    switch (event->key()) {
    case Qt::Key_Left:
        Q_EMIT cursorStepped(-step);
        break;
    case Qt::Key_Right:
        Q_EMIT cursorStepped(step);
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom(kCurveZoomStep, centre);
        break;
    case Qt::Key_Minus:
        zoom(1.0 / kCurveZoomStep, centre);
        break;
    case Qt::Key_0:
        Q_EMIT resetRequested();
        break;
    case Qt::Key_Escape:
        Q_EMIT cursorLeft();
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        Q_EMIT epochAtCursorPicked();
        break;
    case Qt::Key_U:
        Q_EMIT updateAtCursorPicked();
        break;
    default:
        Plot::keyPressEvent(event);
    }
}

void CurvePlot::zoom(double factor, const QPointF& centre)
{
    const QRect rect = axisRect()->rect();
    const double left = centre.x() + (rect.left() - centre.x()) * factor;
    const double right = centre.x() + (rect.right() + 1 - centre.x()) * factor;
    Q_EMIT xRangePicked(shifted(*xAxis, left, right));
}

/// A flat box zooms along x only, a narrow one along y only.
void CurvePlot::zoomInto(const QRect& box)
{
    const QCPRange x = shifted(*xAxis, box.left(), box.right() + 1);
    if (box.height() > kDragPixels)
        m_yRange = shifted(*yAxis, box.bottom() + 1, box.top());
    Q_EMIT xRangePicked(box.width() > kDragPixels ? x : xAxis->range());
}

void CurvePlot::pan(const QPoint& shift)
{
    const QRect rect = axisRect()->rect();
    if (shift.y() != 0)
        m_yRange = shifted(*yAxis, rect.bottom() + 1 - shift.y(), rect.top() - shift.y());
    Q_EMIT xRangePicked(shifted(*xAxis, rect.left() - shift.x(), rect.right() + 1 - shift.x()));
}

void CurvePlot::clickAt(const QPointF& position)
{
    if (!clickEpochAt(position) && isExplained(m_kind.quantity))
        clickUpdateAt(position);
}

bool CurvePlot::clickEpochAt(const QPointF& position)
{
    double nearest = kClickPixels;
    const CurveSource* source = nullptr;
    int epochNumber = 0;
    for (size_t i = 0; i < m_graphs.size(); ++i) {
        QCPGraphDataContainer& points = *m_graphs[i].valid->data();
        for (const QCPGraphData& point : points) {
            const double dx = xAxis->coordToPixel(point.key) - position.x();
            const double dy = yAxis->coordToPixel(point.value) - position.y();
            if (std::hypot(dx, dy) > nearest)
                continue;
            nearest = std::hypot(dx, dy);
            source = &m_sources[i];
            for (const core::EpochReport& epoch : m_sources[i].curves->epochs()) {
                if (RunCurves::epochValue(epoch, m_kind.epochQuantity) == point.value)
                    epochNumber = int(epoch.epoch);
            }
        }
    }
    if (source != nullptr)
        Q_EMIT epochClicked(QString(source->run), epochNumber); // A copy: views may change.
    return source != nullptr;
}

void CurvePlot::clickUpdateAt(const QPointF& position)
{
    double reach = kClickPixels;
    const CurveSource* source = nullptr;
    int64_t step = 0;
    for (const CurveSource& each : m_sources) {
        const Series* const raw = m_raw ? &each.curves->raw(*m_kind.quantity) : nullptr;
        for (const Series* series : {raw, &each.curves->smoothed(*m_kind.quantity)}) {
            if (series == nullptr)
                continue;
            if (const auto point = pointAt(position, *each.curves, *series, reach)) {
                source = &each;
                step = each.curves->step(*point);
            }
        }
    }
    if (source != nullptr)
        Q_EMIT updateClicked(QString(source->run), step);
}

std::optional<size_t> CurvePlot::pointAt(const QPointF& position, RunCurves& curves,
                                         const Series& series, double& reach) const
{
    const std::vector<double>& x = curves.x(m_axis);
    const auto index = [&](auto place) { return size_t(place - x.begin()); };
    const double low = xAxis->pixelToCoord(position.x() - reach),
                 high = xAxis->pixelToCoord(position.x() + reach);
    size_t first = index(std::lower_bound(x.begin(), x.end(), low));
    size_t end = index(std::upper_bound(x.begin(), x.end(), high));
    first = first > 0 ? first - 1 : 0; // With the neighbours, to which the line is drawn.
    end = std::min({end + 1, series.size(), x.size()});
    const auto place = [&](size_t i) {
        return QPointF(xAxis->coordToPixel(x[i]), yAxis->coordToPixel(series.at(i)));
    };
    std::optional<size_t> found;
    for (size_t i = first; i < end; ++i) {
        const size_t next = std::min(i + 1, end - 1);
        const double away = distance(position, place(i), place(next));
        if (!(away < reach)) // Also if it is NaN.
            continue;
        reach = away;
        found = length(position - place(i)) <= length(position - place(next)) ? i : next;
    }
    return found;
}

} // namespace ui
