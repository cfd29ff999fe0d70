#include "ui/gradients/flow_plot.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ui {

FlowPlot::FlowPlot(const QString& name, QWidget* parent) : Plot(parent)
{
    setObjectName(name);
    setMinimumSize(200, 100);
    setLogarithmic(*yAxis, true);
    legend->setVisible(true);
    putLegendAbove();
}

void FlowPlot::setLines(std::vector<Line> lines, const QStringList& labels, const QString& x,
                        const QString& y, Values values)
{
    const bool positive = values == Values::Positive;
    setLogarithmic(*yAxis, positive);
    clearGraphs();
    m_bands.clear();
    m_lines = std::move(lines);
    m_labels = labels;
    double low = std::numeric_limits<double>::infinity(), high = -low, left = 0.0, right = 0.0;
    for (const Line& line : m_lines) {
        QCPGraph* graph = addGraph();
        graph->setName(line.name);
        for (size_t i = 0; i < line.values.size(); ++i) {
            const double place = i < line.places.size() ? line.places[i] : double(i);
            left = std::min(left, place);
            right = std::max(right, place);
            if (positive ? !(line.values[i] > 0.0) : !std::isfinite(line.values[i]))
                continue;
            graph->addData(place, line.values[i]);
            low = std::min(low, line.values[i]);
            if (i < line.low.size() && line.low[i] > 0.0)
                low = std::min(low, line.low[i]);
            high = std::max(high, line.values[i]);
        }
    }
    for (const Line& line : m_lines)
        addBand(line);
    fitValues(low, high);
    const double air = labels.isEmpty() ? 0.0 : 0.5;
    xAxis->setRange(left - air, (left < 0.0 ? right : std::max(right, 1.0)) + air);
    setAxisTitles(x, y);
    legend->setVisible(!m_lines.empty());
    QStringList said;
    for (const Line& line : m_lines)
        if (!line.values.empty())
            said << tr("%1 from %2 to %3")
                        .arg(line.name, value(line.values.front()), value(line.values.back()));
    setAccessibleTexts(y, said.join(QStringLiteral("; ")));
    if (!m_labels.isEmpty()) {
        labelPlaces(m_labels);
    } else { // There may have been labels.
        xAxis->setTicker(QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
        xAxis->setTickLabelRotation(0.0);
    }
    style();
    replot(rpQueuedReplot);
}

void FlowPlot::fitValues(double low, double high)
{
    constexpr double kLeast = 1e-12; // Below, a line leaves the picture.
    if (!(high >= low)) // There are no values.
        low = high = 1.0;
    if (yAxis->scaleType() == QCPAxis::stLinear) { // 0 is in sight.
        low = std::min(low, 0.0);
        high = std::max(high, 0.0);
        const double air = high > low ? 0.05 * (high - low) : 1.0;
        yAxis->setRange(low - air, high + air);
        return;
    }
    low = std::max(low, high * kLeast);
    // Whole powers of ten, so that there are ticks.
    yAxis->setRange(std::pow(10.0, std::floor(std::log10(low) - 0.05)),
                    std::pow(10.0, std::ceil(std::log10(high) + 0.05)));
}

/// Two graphs behind those of the lines: all lines have the first numbers.
void FlowPlot::addBand(const Line& line)
{
    m_bands.push_back(nullptr);
    if (line.low.empty())
        return;
    QCPGraph* const lower = addGraph();
    QCPGraph* const upper = addGraph();
    for (size_t i = 0; i < line.low.size(); ++i) {
        if (!(line.low[i] > 0.0)) // It has no place on the axis.
            continue;
        lower->addData(line.places[i], line.low[i]);
        upper->addData(line.places[i], line.high[i]);
    }
    for (QCPGraph* border : {lower, upper}) {
        border->removeFromLegend();
        border->setPen(Qt::NoPen);
        border->setName({});
    }
    upper->setChannelFillGraph(lower);
    m_bands.back() = upper;
}

void FlowPlot::applyTheme()
{
    Plot::applyTheme();
    xAxis->setTickLabelColor(Theme::instance().text());
    xAxis->setTickLabelFont(Theme::instance().textFont());
    style();
}

void FlowPlot::style()
{
    const Theme& theme = Theme::instance();
    constexpr std::array kPatterns{Qt::SolidLine, Qt::DashLine, Qt::DotLine};
    constexpr std::array kMarks{QCPScatterStyle::ssDisc, QCPScatterStyle::ssSquare,
                                QCPScatterStyle::ssTriangle};
    constexpr int kPale = 48; // Of 255: overlapping bands can be distinguished.
    constexpr double kDashes = 16.0; // Two dashes and the gap between them, in widths of a line.
    legend->setIconSize(std::max(32, int(kDashes * 2.0 * theme.lineWidth())),
                        legend->iconSize().height());
    for (int i = 0; i < int(m_lines.size()); ++i) {
        const Line& line = m_lines[size_t(i)];
        if (QCPGraph* band = m_bands[size_t(i)]) {
            QColor colour = theme.series(line.colour);
            colour.setAlpha(kPale);
            band->setBrush(QBrush(colour, line.pattern > 0 ? Qt::BDiagPattern : Qt::SolidPattern));
        }
        QPen pen = theme.seriesPen(line.colour);
        pen.setWidthF(2.0 * theme.lineWidth());
        const auto pattern = size_t(line.pattern) % kPatterns.size();
        pen.setStyle(kPatterns[pattern]);
        graph(i)->setPen(pen);
        constexpr int kMarksOnLine = 12;
        graph(i)->setScatterSkip(line.marked ? int(line.values.size()) / kMarksOnLine : 0);
        if (line.marked)
            graph(i)->setScatterStyle(
                QCPScatterStyle(kMarks[size_t(line.colour) % kMarks.size()], 7));
        else if (!m_labels.isEmpty() && m_labels.size() < 40)
            graph(i)->setScatterStyle(QCPScatterStyle(kMarks[pattern], 5));
        else
            graph(i)->setScatterStyle(QCPScatterStyle::ssNone);
    }
}

} // namespace ui
