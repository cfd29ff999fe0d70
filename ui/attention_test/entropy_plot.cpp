#include "ui/attention_test/entropy_plot.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QSharedPointer>

#include <algorithm>

namespace ui {

EntropyPlot::EntropyPlot(QWidget* parent) : Plot(parent)
{
    setObjectName(QStringLiteral("entropyPlot"));
    setMinimumSize(200, 100);
    plotLayout()->insertRow(0);
    plotLayout()->addElement(0, 0, legend);
    plotLayout()->setRowStretchFactor(0, 0.001);
    legend->setFillOrder(QCPLegend::foColumnsFirst);
    constexpr int kBeside = 4;
    legend->setWrap(kBeside);
    yAxis->setRange(0.0, 1.05);
    QSharedPointer<QCPAxisTickerFixed> whole(new QCPAxisTickerFixed);
    whole->setTickStep(1.0);
    whole->setScaleStrategy(QCPAxisTickerFixed::ssMultiples);
    constexpr int kTicks = 12;
    whole->setTickCount(kTicks);
    xAxis->setTicker(whole);
}

void EntropyPlot::setLines(std::vector<Line> lines)
{
    clearGraphs();
    m_lines = std::move(lines);
    double first = 1e9, last = 0.0;
    QStringList said;
    for (const Line& line : m_lines) {
        QCPGraph* graph = addGraph();
        graph->setName(line.legend);
        if (line.legend.isEmpty())
            graph->removeFromLegend();
        for (size_t i = 0; i < line.values.size(); ++i) {
            graph->addData(line.epochs[i], line.values[i]);
            first = std::min(first, line.epochs[i]);
            last = std::max(last, line.epochs[i]);
        }
        if (!line.values.empty())
            said << tr("%1 from %2 to %3")
                        .arg(line.name, value(line.values.front()), value(line.values.back()));
    }
    xAxis->setRange(first > last ? 0.0 : first - 0.2, first > last ? 1.0 : last + 0.2);
    setAxisTitles(tr("epoch"), tr("entropy of ln n"));
    setAccessibleTexts(tr("Entropy of each head over the epochs"), said.join(QStringLiteral("; ")));
    legend->setVisible(!m_lines.empty());
    style();
    replot(rpQueuedReplot);
}

void EntropyPlot::applyTheme()
{
    Plot::applyTheme();
    style();
}

void EntropyPlot::style()
{
    const Theme& theme = Theme::instance();
    for (int i = 0; i < graphCount(); ++i) {
        QPen pen = theme.seriesPen(m_lines[size_t(i)].colour);
        pen.setWidthF(1.5 * theme.lineWidth());
        graph(i)->setPen(pen);
        graph(i)->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, 5));
    }
}

} // namespace ui
