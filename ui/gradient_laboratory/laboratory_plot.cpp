#include "ui/gradient_laboratory/laboratory_plot.h"

#include "ui/widgets/theme.h"

#include <algorithm>
#include <cmath>

namespace ui {

LaboratoryPlot::LaboratoryPlot(const QString& name, QWidget* parent)
    : FlowPlot(name, parent), m_mark(new QCPItemStraightLine(this))
{
    styleMark();
}

void LaboratoryPlot::setNorms(std::vector<Line> lines, int steps, const QString& y)
{
    m_steps = steps;
    setLines(std::move(lines), {}, m_hasStepTitle ? tr("step") : QString(), y);
    xAxis->setRange(0.0, std::max(steps, 1));
    legend->setVisible(m_hasLegend);
}

void LaboratoryPlot::leaveOutLegend()
{
    m_hasLegend = false;
    plotLayout()->take(legend); // Hidden, it would keep its row.
    plotLayout()->simplify();
    axisRect()->insetLayout()->addElement(legend, Qt::AlignTop);
    legend->setVisible(false);
}

void LaboratoryPlot::leaveOutStepTitle()
{
    m_hasStepTitle = false;
}

void LaboratoryPlot::setLegend(const QStringList& names)
{
    for (int i = 0; i < graphCount(); ++i)
        if (!names.contains(graph(i)->name()))
            graph(i)->removeFromLegend();
}

void LaboratoryPlot::showOnly(int first, int last)
{
    for (int i = 0; i < graphCount(); ++i) {
        graph(i)->data()->removeBefore(first);
        graph(i)->data()->removeAfter(last + 0.5); // It removes the key itself, too.
    }
    replot(rpQueuedReplot);
}

void LaboratoryPlot::setMark(int step)
{
    m_mark->point1->setCoords(step, 1.0);
    m_mark->point2->setCoords(step, 10.0);
    replot(rpQueuedReplot);
}

void LaboratoryPlot::styleMark()
{
    QPen pen(Theme::instance().text());
    pen.setWidthF(Theme::instance().lineWidth());
    pen.setStyle(Qt::DotLine);
    m_mark->setPen(pen);
}

void LaboratoryPlot::applyTheme()
{
    FlowPlot::applyTheme();
    styleMark();
}

void LaboratoryPlot::mousePressEvent(QMouseEvent* event)
{
    FlowPlot::mousePressEvent(event);
    const auto step = int(std::lround(xAxis->pixelToCoord(event->position().x())));
    Q_EMIT stepChosen(std::clamp(step, 0, m_steps));
}

} // namespace ui
