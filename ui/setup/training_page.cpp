#include "ui/setup/training_page.h"

#include "ui/setup/plan_text.h"
#include "ui/setup/spec_access.h"
#include "ui/text/sentences.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/facts_row.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/theme.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

TrainingPage::TrainingPage(const core::Catalogue& catalogue, QWidget* parent)
    : PreviewPage(tr("Training"), new EmptyState(QStringLiteral("start"), tr("The plan"), {}),
                  parent)
    , m_catalogue(catalogue)
    , m_facts(new FactsRow(this))
    , m_plan(makeLabel({}, LabelRole::Plain, this))
    , m_plot(new Plot(this))
    , m_logarithmic(new QCheckBox(tr("Logarithmic"), this))
    , m_note(makeLabel({}, LabelRole::Muted, this))
{
    m_plan->setObjectName(QStringLiteral("planText"));
    m_plan->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_logarithmic->setObjectName(QStringLiteral("logarithmicRateCheckBox"));
    m_logarithmic->setAccessibleDescription(tr("Draws the learning rate on a logarithmic axis"));
    m_plot->setObjectName(QStringLiteral("schedulePlot"));
    m_plot->addGraph();
    m_plot->setAxisTitles(tr("update"), tr("learning rate"));
    m_plot->setMinimumHeight(240);
    content().addWidget(m_facts);
    content().addWidget(m_plan);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(0, Theme::instance().spacing(), 0, 0);
    bar->addWidget(makeLabel(tr("Learning rate over the whole run"), LabelRole::Group, this), 1);
    bar->addWidget(m_logarithmic);
    content().addLayout(bar);
    content().addWidget(m_plot, 1);
    content().addWidget(m_note);
    connect(m_logarithmic, &QCheckBox::toggled, this, &TrainingPage::styleCurve);
    connect(&Theme::instance(), &Theme::changed, this, &TrainingPage::styleCurve);
    m_note->hide();
    styleCurve();
    showContent(); // The plan can be told without data.
}

void TrainingPage::setSpec(const core::Json& spec)
{
    m_training = member(spec, "training");
    m_plan->setText(planText(m_training, m_catalogue));
    showFacts();
}

void TrainingPage::setCurve(const core::ScheduleCurve& curve)
{
    m_updates = curve.step.empty() ? 0.0 : curve.step.back();
    m_plot->graph(0)->setData(QVector<double>(curve.step.begin(), curve.step.end()),
                              QVector<double>(curve.learningRate.begin(), curve.learningRate.end()),
                              true);
    m_note->setText(tr("The schedule depends on the results: drawn as if nothing improved."));
    m_note->setVisible(curve.dependsOnResults);
    if (!curve.learningRate.empty()) {
        const auto [low, high]
            = std::minmax_element(curve.learningRate.begin(), curve.learningRate.end());
        m_plot->setAccessibleTexts(
            tr("Learning rate over the run"),
            tr("From %1 at the first to %2 at the last of %3 updates; lowest %4, highest %5.")
                .arg(value(curve.learningRate.front()), value(curve.learningRate.back()),
                     count(qRound64(m_updates)), value(*low), value(*high)));
    }
    showFacts();
    styleCurve();
    showContent();
}

void TrainingPage::showFacts()
{
    std::vector<Fact> facts{
        {count(qRound64(number(m_training, "epochs"))), tr("epochs"),
         tr("Passes over the training texts.")},
        {count(qRound64(number(m_training, "batch_size"))), tr("texts a batch"), {}}};
    if (m_updates > 0.0)
        facts.push_back({count(qRound64(m_updates)), tr("updates"),
                         tr("How often the weights are changed in the whole run.")});
    m_facts->setFacts(facts);
}

void TrainingPage::styleCurve()
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
        m_plot->yAxis->setRange(logarithmic ? low / 2 : 0.0,
                                logarithmic ? high * 2 : std::max(1.1 * high, 1e-12));
        m_plot->xAxis->setRange(0, std::max(m_updates, 1.0));
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

} // namespace ui
