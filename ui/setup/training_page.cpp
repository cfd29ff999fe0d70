#include "ui/setup/training_page.h"

#include "ui/setup/column_choice.h"
#include "ui/setup/plan_curve.h"
#include "ui/setup/plan_text.h"
#include "ui/setup/spec_access.h"
#include "ui/text/sentences.h"
#include "ui/widgets/facts_row.h"
#include "ui/widgets/labels.h"

#include <QLabel>
#include <QVBoxLayout>

namespace ui {

TrainingPage::TrainingPage(const core::Catalogue& catalogue, QWidget* parent)
    : PreviewPage(tr("Training"), QStringLiteral("start"), parent)
    , m_catalogue(catalogue)
    , m_facts(new FactsRow(this))
    , m_plan(makeLabel({}, LabelRole::Plain, this))
    , m_rate(new PlanCurve(tr("Learning rate over the whole run"), tr("learning rate"),
                           QStringLiteral("schedulePlot"), this))
    , m_note(makeLabel(tr("The schedule depends on the results: drawn as if nothing improved."),
                       LabelRole::Muted, this))
    , m_forcing(new PlanCurve(tr("Teacher forcing over the whole run"), tr("share of true tokens"),
                              QStringLiteral("teacherForcingPlot"), this))
    , m_forcingNote(makeLabel(tr("How often the decoder is fed the true token; otherwise it goes "
                                 "on from its own likeliest one, as it must when it translates."),
                              LabelRole::Muted, this))
{
    empty().setTexts(tr("The plan"), {});
    m_plan->setObjectName(QStringLiteral("planText"));
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
                         tr("How often the weights are changed in the whole run.")});
    m_facts->setFacts(facts);
}

} // namespace ui
