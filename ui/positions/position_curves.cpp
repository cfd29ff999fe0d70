#include "ui/positions/position_curves.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <algorithm>

namespace ui {

PositionCurves::PositionCurves(QWidget* parent) : Plot(parent)
{
    setObjectName(QStringLiteral("positionCurves"));
    setAxisTitles(tr("position"), tr("value"));
    setMinimumHeight(160);
    legend->setVisible(true);
    auto* side = new QCPLayoutGrid;
    plotLayout()->addElement(0, 1, side);
    side->addElement(0, 0, legend);
    side->addElement(1, 0, new QCPLayoutElement(this)); // Keeps the legend at the top.
    plotLayout()->setColumnStretchFactor(1, 0.001);
    legend->setBorderPen(Qt::NoPen);
}

void PositionCurves::show(const core::PositionTable& table, const std::vector<int>& dimensions,
                          int positions)
{
    clearGraphs();
    const auto rows = static_cast<int>(std::min<int64_t>(positions, table.length));
    float low = 0.0F, high = 0.0F;
    QStringList said;
    for (const int dimension : dimensions) {
        QVector<QCPGraphData> points;
        for (int row = 0; row < rows; ++row) {
            const float number
                = table.values[static_cast<size_t>(row * table.features + dimension)];
            low = std::min(low, number);
            high = std::max(high, number);
            points.append(QCPGraphData(row, static_cast<double>(number)));
        }
        QCPGraph* graph = addGraph();
        graph->setName(tr("dimension %1").arg(dimension));
        graph->data()->set(points, true);
        said << QString::number(dimension);
    }
    const double air = 0.08 * std::max(1e-6, static_cast<double>(high - low));
    yAxis->setRange(static_cast<double>(low) - air, static_cast<double>(high) + air);
    xAxis->setRange(0, std::max(rows - 1, 1));
    setAccessibleTexts(tr("Curves of chosen dimensions"),
                       filled(tr("Over the first %1 {position|positions}, from %2 to %3; "
                                 "dimensions: %4."),
                              {count(rows), value(static_cast<double>(low)),
                               value(static_cast<double>(high)), said.join(QStringLiteral(", "))}));
    stylePlottables();
    replot(rpQueuedReplot);
}

void PositionCurves::applyTheme()
{
    Plot::applyTheme();
    stylePlottables();
}

void PositionCurves::stylePlottables()
{
    for (int i = 0; i < graphCount(); ++i) {
        QPen pen = Theme::instance().seriesPen(i);
        pen.setWidthF(1.5 * Theme::instance().lineWidth());
        graph(i)->setPen(pen);
    }
}

} // namespace ui
