#include "ui/updates/landscape_plot.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace ui {

namespace {

constexpr int kLevels = 9;

struct Corner {
    double x, y, loss;
};

/// Appends where the line of `level` crosses a triangle, if it does, with a gap behind it.
void crossTriangle(const std::array<Corner, 3>& corners, double level, QVector<double>& xs,
                   QVector<double>& ys)
{
    QVector<double> x, y;
    for (size_t i = 0; i < 3; ++i) {
        const Corner &from = corners[i], &to = corners[(i + 1) % 3];
        if ((from.loss < level) == (to.loss < level))
            continue;
        const double share = (level - from.loss) / (to.loss - from.loss);
        x << from.x + share * (to.x - from.x);
        y << from.y + share * (to.y - from.y);
    }
    if (x.size() != 2)
        return;
    const double gap = std::numeric_limits<double>::quiet_NaN();
    xs << x << gap;
    ys << y << gap;
}

} // namespace

LandscapePlot::LandscapePlot(QWidget* parent) : Plot(parent), m_map(new QCPColorMap(xAxis, yAxis))
{
    setObjectName(QStringLiteral("landscapePlot"));
    setMinimumSize(200, 140);
    m_map->setInterpolate(true);
    m_map->setTightBoundary(true);
    m_line = addGraph();
    m_marks = addGraph();
    m_marks->setLineStyle(QCPGraph::lsNone);
    for (int level = 0; level < kLevels; ++level)
        m_contours.push_back(new QCPCurve(xAxis, yAxis));
    connect(this, &QCustomPlot::afterLayout, this, &LandscapePlot::keepSquare);
}

void LandscapePlot::setColour(int index)
{
    if (std::exchange(m_colour, index) == index)
        return;
    applyTheme();
    replot(rpQueuedReplot);
}

/// As large as there is room beside the numbers; a line takes all of the room.
void LandscapePlot::keepSquare()
{
    QCPAxisRect& area = *axisRect();
    const QMargins numbers = area.margins();
    const QSize room = plotLayout()->rect().marginsRemoved(numbers).size();
    const int side = std::max(1, std::min(room.width(), room.height()));
    const QSize most = m_plane ? QSize(side, side) : QSize(QWIDGETSIZE_MAX, QWIDGETSIZE_MAX);
    if (area.maximumSize() == most)
        return;
    area.setSizeConstraintRect(QCPLayoutElement::scrInnerRect);
    area.setMaximumSize(most);
    replot(rpQueuedReplot);
}

void LandscapePlot::clear()
{
    m_line->data()->clear();
    m_marks->data()->clear();
    m_map->setVisible(false);
    for (QCPCurve* each : m_contours)
        each->data()->clear();
    m_losses = {};
    replot(rpQueuedReplot);
}

void LandscapePlot::setLandscape(const core::Landscape& landscape, const QString& loss,
                                 const QString& x, const QString& y)
{
    clear();
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const double each : landscape.losses)
        if (std::isfinite(each)) {
            low = std::min(low, each);
            high = std::max(high, each);
        }
    if (low > high)
        return;
    m_losses = {low, high};
    const bool plane = m_plane = landscape.b.size() > 1;
    xAxis->setRange(landscape.a.front(), landscape.a.back());
    if (plane)
        drawPlane(landscape);
    else
        drawLine(landscape);
    setAxisTitles(x, plane ? y : loss);
    const auto least = std::min_element(landscape.losses.begin(), landscape.losses.end());
    setAccessibleTexts(
        loss,
        tr("Loss from %1 to %2; the least stands at %3")
            .arg(
                value(low), value(high),
                value(landscape.a[size_t(least - landscape.losses.begin()) % landscape.a.size()])));
    replot(rpQueuedReplot);
}

void LandscapePlot::drawLine(const core::Landscape& landscape)
{
    const bool onStep = landscape.path == core::LandscapePath::Step;
    for (size_t i = 0; i < landscape.a.size(); ++i) {
        m_line->addData(landscape.a[i], landscape.losses[i]);
        const double place = landscape.a[i];
        if (place == 0.0 || (onStep && std::abs(place - 1.0) < 1e-9))
            m_marks->addData(place, landscape.losses[i]);
    }
    const double air = m_losses.size() > 0.0 ? 0.06 * m_losses.size() : 0.5;
    yAxis->setRange(m_losses.lower - air, m_losses.upper + air);
}

void LandscapePlot::drawPlane(const core::Landscape& landscape)
{
    const auto columns = int(landscape.a.size()), rows = int(landscape.b.size());
    m_map->data()->setSize(columns, rows);
    m_map->data()->setRange({landscape.a.front(), landscape.a.back()},
                            {landscape.b.front(), landscape.b.back()});
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            m_map->data()->setCell(
                column, row, landscape.losses[size_t(row) * size_t(columns) + size_t(column)]);
    m_map->setDataRange(m_losses.size() > 0.0 ? m_losses
                                              : QCPRange(m_losses.lower, m_losses.lower + 1.0));
    m_map->setVisible(true);
    yAxis->setRange(landscape.b.front(), landscape.b.back());
    m_marks->addData(0.0, 0.0);
    drawContours(landscape);
}

/// Each cell of the grid is two triangles, in which the loss is taken to be flat. Levels lie closer
/// where the loss is small: that is where one looks.
void LandscapePlot::drawContours(const core::Landscape& landscape)
{
    const size_t columns = landscape.a.size();
    const auto corner = [&](size_t row, size_t column) {
        return Corner{landscape.a[column], landscape.b[row],
                      landscape.losses[row * columns + column]};
    };
    for (int level = 0; level < kLevels; ++level) {
        const double share = double(level + 1) / double(kLevels + 1);
        const double loss = m_losses.lower + share * share * m_losses.size();
        QVector<double> x, y;
        for (size_t row = 0; row + 1 < landscape.b.size(); ++row)
            for (size_t column = 0; column + 1 < columns; ++column) {
                const Corner a = corner(row, column), b = corner(row, column + 1),
                             c = corner(row + 1, column), d = corner(row + 1, column + 1);
                crossTriangle({a, b, d}, loss, x, y);
                crossTriangle({a, c, d}, loss, x, y);
            }
        m_contours[size_t(level)]->setData(x, y);
    }
}

void LandscapePlot::applyTheme()
{
    Plot::applyTheme();
    const Theme& theme = Theme::instance();
    m_line->setPen(QPen(theme.series(m_colour), 2.0 * theme.lineWidth()));
    m_marks->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(theme.base(), theme.lineWidth()),
                        theme.series(m_colour + 1), 8.0 + 3.0 * theme.lineWidth()));
    QCPColorGradient gradient;
    gradient.clearColorStops();
    constexpr int kStops = 16;
    for (int stop = 0; stop <= kStops; ++stop)
        gradient.setColorStopAt(double(stop) / kStops, theme.weightColour(double(stop) / kStops));
    m_map->setGradient(gradient);
    for (size_t level = 0; level < m_contours.size(); ++level)
        m_contours[level]->setPen(
            QPen(2 * level < m_contours.size() ? QColor(Qt::white) : QColor(Qt::black),
                 theme.lineWidth()));
}

} // namespace ui
