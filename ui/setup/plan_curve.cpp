#include "ui/setup/plan_curve.h"

#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/theme.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

PlanCurve::PlanCurve(const QString& title, const QString& axis, const QString& plotName,
                     QWidget* parent)
    : QWidget(parent)
    , m_title(title)
    , m_plot(new Plot(this))
    , m_logarithmic(new QCheckBox(tr("Logarithmic"), this))
{
    m_plot->setObjectName(plotName);
    m_plot->addGraph();
    m_plot->setAxisTitles(tr("update"), axis);
    m_plot->setMinimumHeight(200);
    m_logarithmic->hide();
    auto* bar = new QHBoxLayout;
    bar->addWidget(makeLabel(title, LabelRole::Group, this), 1);
    bar->addWidget(m_logarithmic);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, Theme::instance().spacing(), 0, 0);
    layout->addLayout(bar);
    layout->addWidget(m_plot, 1);
    connect(m_logarithmic, &QCheckBox::toggled, this, &PlanCurve::style);
    connect(&Theme::instance(), &Theme::changed, this, &PlanCurve::style);
    style();
}

void PlanCurve::offerLogarithmic(const QString& boxName)
{
    m_logarithmic->setObjectName(boxName);
    m_logarithmic->setAccessibleDescription(tr("Draws the values on a logarithmic axis"));
    m_logarithmic->show();
}

void PlanCurve::setHighest(double high)
{
    m_highest = high;
    style();
}

void PlanCurve::setPoints(const std::vector<double>& step, const std::vector<double>& values)
{
    m_plot->graph(0)->setData(QVector<double>(step.begin(), step.end()),
                              QVector<double>(values.begin(), values.end()), true);
    if (!values.empty() && !step.empty()) {
        const auto [low, high] = std::minmax_element(values.begin(), values.end());
        m_plot->setAccessibleTexts(
            m_title,
            filled(tr("From %1 at the first to %2 at the last of %3 {update|updates}; lowest %4, "
                      "highest %5."),
                   {value(values.front()), value(values.back()), count(qRound64(step.back())),
                    value(*low), value(*high)}));
    }
    style();
}

void PlanCurve::style()
{
    const Theme& theme = Theme::instance();
    QCPGraph* graph = m_plot->graph(0);
    graph->setPen(QPen(theme.series(0), 2 * theme.lineWidth()));
    Plot::setLogarithmic(*m_plot->yAxis, m_logarithmic->isChecked());
    if (!graph->data()->isEmpty()) {
        double low = 0.0, high = 0.0;
        for (const QCPGraphData& point : *graph->data()) {
            high = std::max(high, point.value);
            if (point.value > 0.0)
                low = low == 0.0 ? point.value : std::min(low, point.value);
        }
        const bool logarithmic = m_logarithmic->isChecked() && low > 0.0;
        const double top = m_highest > 0.0 ? 1.05 * m_highest : std::max(1.1 * high, 1e-12);
        m_plot->yAxis->setRange(logarithmic ? low / 2 : 0.0, logarithmic ? high * 2 : top);
        m_plot->xAxis->setRange(0, std::max((graph->data()->constEnd() - 1)->key, 1.0));
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

} // namespace ui
