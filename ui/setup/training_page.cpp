#include "ui/setup/training_page.h"

#include "ui/setup/plan_text.h"
#include "ui/setup/spec_access.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/facts_row.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/theme.h"

#include <QCheckBox>
#include <QLabel>

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
    makeColumn(this,
               {makeRow(nullptr, {{makeLabel(title, LabelRole::Group, this), 1}, m_logarithmic}),
                {m_plot, 1}},
               -1, {0, kGrid, 0, 0});
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

TrainingPage::TrainingPage(const core::Catalogue& catalogue, QWidget* parent)
    : PreviewPage(tr("Training"), QStringLiteral("start"), parent)
    , m_catalogue(catalogue)
    , m_facts(new FactsRow(this))
    , m_plan(named(makeLabel({}, LabelRole::Plain, this), "planText"))
    , m_rate(new PlanCurve(tr("Learning rate over the whole run"), tr("learning rate"),
                           QStringLiteral("schedulePlot"), this))
    , m_note(makeLabel(
          tr("The schedule depends on the results; the curve assumes that nothing improves."),
          LabelRole::Muted, this))
    , m_forcing(new PlanCurve(tr("Teacher forcing over the whole run"),
                              tr("share of reference tokens"), QStringLiteral("teacherForcingPlot"),
                              this))
    , m_forcingNote(
          makeLabel(tr("Share of steps in which the network is fed the reference token. Otherwise "
                       "it continues with its own most likely token, as when it generates."),
                    LabelRole::Muted, this))
{
    empty().setTexts(tr("The plan"), {});
    m_plan->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_rate->offerLogarithmic(QStringLiteral("logarithmicRateCheckBox"));
    m_forcing->setHighest(1.0);
    content().addWidget(m_facts);
    content().addWidget(m_plan);
    content().addWidget(m_rate, 1);
    content().addWidget(m_note);
    content().addWidget(m_forcing, 1);
    content().addWidget(m_forcingNote);
    m_note->hide();
    m_forcing->hide();
    m_forcingNote->hide();
    showContent(); // The plan can be told without data.
}

void TrainingPage::setSpec(const core::Json& spec, const core::TaskColumns& columns)
{
    m_spec = spec;
    m_pairs = columns.arePairs();
    m_isRunning = isRunningText(columns);
    m_plan->setText(planText(spec, columns, m_catalogue));
    const bool forces = member(member(spec, "task"), "teacher_forcing").is_object();
    m_forcing->setVisible(forces);
    m_forcingNote->setVisible(forces);
    showFacts();
}

void TrainingPage::setCurve(const core::ScheduleCurve& curve, const core::Message& items)
{
    m_items = items.empty() ? QString() : sentence(items);
    m_updates = curve.step.empty() ? 0.0 : curve.step.back();
    m_rate->setPoints(curve.step, curve.learningRate);
    m_note->setVisible(curve.dependsOnResults);
    showFacts();
    showContent();
}

void TrainingPage::setTeacherForcing(const core::TeacherForcingCurve& curve)
{
    m_forcing->setPoints(curve.step, curve.probability);
}

void TrainingPage::showFacts()
{
    const core::Json training = member(m_spec, "training");
    std::vector<Fact> facts{{count(qRound64(number(training, "epochs"))), tr("epochs"),
                             m_pairs           ? tr("Passes over the training pairs.")
                                 : m_isRunning ? tr("Passes over the training text.")
                                               : tr("Passes over the training texts.")},
                            {count(qRound64(number(training, "batch_size"))),
                             !m_items.isEmpty() ? tr("%1 per batch").arg(m_items)
                                 : m_pairs      ? tr("pairs per batch")
                                 : m_isRunning  ? tr("lines per batch")
                                                : tr("texts per batch"),
                             {}}};
    if (m_updates > 0.0)
        facts.push_back({count(qRound64(m_updates)), tr("updates"),
                         tr("Number of updates of the weights in the whole run.")});
    m_facts->setFacts(facts);
}

} // namespace ui
