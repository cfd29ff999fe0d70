#include "ui/state_plane/plane_plot.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ui {

namespace {

constexpr int kGridColour = 0, kWayColour = 1, kGradientColour = 2;

QPointF stateOf(const core::PlaneStep& step)
{
    return {step.h1, step.h2};
}

/// The gradients of a length at the end as they arrive at a step, around the state there.
std::vector<QPointF> ellipseOf(const core::PlaneStep& step, double length)
{
    constexpr int kPoints = 72;
    std::vector<QPointF> points;
    for (int i = 0; i <= kPoints; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / kPoints;
        const double first = length * std::cos(angle), second = length * std::sin(angle);
        // The transposed Jacobian, for dL/dh_t = (dh_T/dh_t)ᵀ dL/dh_T.
        points.emplace_back(step.h1 + step.j11 * first + step.j21 * second,
                            step.h2 + step.j12 * first + step.j22 * second);
    }
    return points;
}

QPen planePen(const QColor& colour, double width, Qt::PenStyle style = Qt::SolidLine)
{
    QPen pen(colour);
    pen.setWidthF(width * Theme::instance().lineWidth());
    pen.setStyle(style);
    return pen;
}

QColor paler(QColor colour)
{
    constexpr int kPale = 150; // Of 255.
    colour.setAlpha(kPale);
    return colour;
}

} // namespace

PlanePlot::PlanePlot(const QString& name, QWidget* parent) : Plot(parent)
{
    setObjectName(name);
    setMinimumSize(240, 240);
    setAutoAddPlottableToLegend(false);
    putLegendAbove();
    legend->setVisible(true);
    setAxisTitles(tr("unit 1"), tr("unit 2"));
    setMouseTracking(true);
    connect(this, &QCustomPlot::afterLayout, this, &PlanePlot::keepSquare);
}

void PlanePlot::setPlane(const core::StatePlane& plane, const Columns& columns)
{
    m_plane = plane;
    m_columns = columns;
    m_step = std::min(m_step, int(plane.steps.size()) - 1);
    if (m_dragged < 0) // Under the pointer the plane stands still.
        setReach();
    draw();
}

void PlanePlot::setMoment(int step, bool backwards)
{
    m_step = step;
    m_backwards = backwards;
    draw();
}

void PlanePlot::setReach()
{
    constexpr double kAir = 1.15, kMost = 20.0;
    m_reach = 1.0;
    const auto include = [this](const QPointF& point) {
        m_reach = std::max({m_reach, std::abs(point.x()), std::abs(point.y())});
    };
    for (const core::PlaneStep& step : m_plane.steps)
        include(stateOf(step));
    for (const QPointF& column : m_columns)
        include(column);
    for (const double place : m_plane.grids.front().values)
        m_reach = std::max(m_reach, std::abs(place));
    m_reach = std::min(m_reach * kAir, kMost);
}

/// Both axes have the same scale.
void PlanePlot::keepSquare()
{
    const QSize size = axisRect()->size();
    const double side = std::max(1, std::min(size.width(), size.height()));
    const QCPRange across(-m_reach * size.width() / side, m_reach * size.width() / side);
    const QCPRange up(-m_reach * size.height() / side, m_reach * size.height() / side);
    if (std::abs(xAxis->range().upper - across.upper) < 1e-9
        && std::abs(yAxis->range().upper - up.upper) < 1e-9)
        return;
    xAxis->setRange(across);
    yAxis->setRange(up);
    replot(rpQueuedReplot);
}

int PlanePlot::lastDrawn() const
{
    return m_backwards ? int(m_plane.steps.size()) - 1 : m_step;
}

void PlanePlot::draw()
{
    if (m_plane.steps.empty())
        return;
    clearPlottables();
    clearItems();
    drawGrid();
    drawWay();
    if (m_backwards)
        drawEllipses();
    drawColumns();
    replot(rpQueuedReplot);
}

QCPCurve* PlanePlot::addCurve(const std::vector<QPointF>& points, const QPen& pen,
                              const QString& name)
{
    auto* curve = new QCPCurve(xAxis, yAxis);
    QVector<QCPCurveData> along;
    for (const QPointF& point : points)
        along.push_back({double(along.size()), point.x(), point.y()});
    curve->data()->set(along, true);
    curve->setPen(pen);
    curve->setName(name);
    if (!name.isEmpty())
        curve->addToLegend();
    return curve;
}

void PlanePlot::drawGrid()
{
    const core::NumberTable& grid = m_plane.grids[size_t(lastDrawn())];
    const QPen pen = planePen(paler(Theme::instance().series(kGridColour)), 1.0);
    const auto point = [&](int64_t row, int64_t column) {
        const int64_t place = row * m_plane.lines + column;
        return QPointF(grid.at(place, 0), grid.at(place, 1));
    };
    for (int64_t line = 0; line < m_plane.lines; ++line) {
        std::vector<QPointF> across, up;
        for (int64_t i = 0; i < m_plane.lines; ++i) {
            across.push_back(point(line, i));
            up.push_back(point(i, line));
        }
        addCurve(across, pen, line == 0 ? tr("grid of states") : QString());
        addCurve(up, pen, {});
    }
}

void PlanePlot::drawWay()
{
    const Theme& theme = Theme::instance();
    std::vector<QPointF> points;
    for (int t = 0; t <= lastDrawn(); ++t)
        points.push_back(stateOf(m_plane.steps[size_t(t)]));
    QCPCurve* way
        = addCurve(points, planePen(theme.series(kWayColour), 2.0), tr("states of the text"));
    way->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, 7));
    QCPCurve* here
        = addCurve({stateOf(m_plane.steps[size_t(m_step)])}, planePen(theme.text(), 2.0), {});
    here->setLineStyle(QCPCurve::lsNone);
    here->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, 13));
    for (int t = 1; t <= lastDrawn(); ++t) {
        const core::PlaneStep& step = m_plane.steps[size_t(t)];
        addText(stateOf(step), QString::fromStdString(step.word),
                t == m_step ? theme.text() : theme.mutedText());
    }
}

void PlanePlot::drawEllipses()
{
    const QColor colour = Theme::instance().series(kGradientColour);
    for (size_t t = m_plane.steps.size(); t-- > size_t(m_step);) {
        const bool here = t == size_t(m_step);
        addCurve(ellipseOf(m_plane.steps[t], kGradientLength),
                 here ? planePen(colour, 2.5) : planePen(paler(colour), 1.2, Qt::DashLine),
                 here ? tr("gradients (\u00d7 %1)").arg(value(kGradientLength)) : QString());
    }
}

void PlanePlot::drawColumns()
{
    const Theme& theme = Theme::instance();
    const std::array names{QStringLiteral("U (1, 0)"), QStringLiteral("U (0, 1)")};
    for (size_t i = 0; i < m_columns.size(); ++i) {
        auto* arrow = new QCPItemLine(this);
        arrow->start->setCoords(0.0, 0.0);
        arrow->end->setCoords(m_columns[i]);
        arrow->setHead(QCPLineEnding(QCPLineEnding::esSpikeArrow, 12, 14));
        arrow->setPen(planePen(theme.text(), 2.0, i == 0 ? Qt::SolidLine : Qt::DashLine));
        addText(m_columns[i], names[i], theme.text());
    }
}

void PlanePlot::addText(const QPointF& at, const QString& text, const QColor& colour)
{
    auto* label = new QCPItemText(this);
    label->position->setCoords(at);
    label->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
    label->setPadding(QMargins(6, 0, 0, 3));
    label->setText(text);
    label->setFont(Theme::instance().textFont());
    label->setColor(colour);
}

void PlanePlot::applyTheme()
{
    Plot::applyTheme();
    draw();
}

QPointF PlanePlot::pixelsOf(const QPointF& point) const
{
    return {xAxis->coordToPixel(point.x()), yAxis->coordToPixel(point.y())};
}

int PlanePlot::columnAt(const QPointF& position) const
{
    constexpr double kNear = 14.0; // Pixels.
    for (size_t i = 0; i < m_columns.size(); ++i)
        if (QLineF(pixelsOf(m_columns[i]), position).length() < kNear)
            return int(i);
    return -1;
}

void PlanePlot::mousePressEvent(QMouseEvent* event)
{
    m_dragged = columnAt(event->position());
    if (m_dragged < 0)
        Plot::mousePressEvent(event);
}

void PlanePlot::mouseMoveEvent(QMouseEvent* event)
{
    if (m_dragged < 0) {
        setCursor(columnAt(event->position()) < 0 ? Qt::ArrowCursor : Qt::SizeAllCursor);
        return;
    }
    const auto rounded = [](double place) { return std::round(100.0 * place) / 100.0; };
    Q_EMIT columnDragged(m_dragged,
                         {rounded(xAxis->pixelToCoord(event->position().x())),
                          rounded(yAxis->pixelToCoord(event->position().y()))});
}

void PlanePlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (std::exchange(m_dragged, -1) < 0) {
        Plot::mouseReleaseEvent(event);
        return;
    }
    setReach();
    draw();
}

} // namespace ui
