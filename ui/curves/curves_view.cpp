#include "ui/curves/curves_view.h"

#include "ui/curves/curves_view_state.h"

namespace ui {

CurvesView::CurvesView(QWidget* parent) : View(parent), m_state(std::make_unique<State>(*this))
{
    setAccessibleName(tr("Curves"));
}

CurvesView::CurvesView(ViewContext& context, QWidget* parent) : CurvesView(parent)
{
    connect(this, &CurvesView::historyRequested, &context, &ViewContext::historyRequested);
    connect(this, &CurvesView::epochPicked, &context, &ViewContext::epochPicked);
    connect(this, &CurvesView::updatePicked, &context, [&context](const QString& run, qint64 step) {
        context.pickUpdate(run, step);
        context.showView(QStringLiteral("updates"));
    });
    connect(&context, &ViewContext::historyRead, this, &CurvesView::setHistory);
    connect(&context, &ViewContext::updated, this,
            [this](const RunUpdates& updates) { appendUpdates(updates.run, updates.reports); });
    connect(&context, &ViewContext::epochEnded, this, &CurvesView::appendEpoch);
    connect(&context, &ViewContext::resumed, this, &CurvesView::markResumed);
    connect(&context, &ViewContext::tuned, this,
            [this](const QString& run, const core::ChangeReport& report) {
                markChanges(run, report.changes);
            });
    connect(&context, &ViewContext::runsChanged, this,
            [this, &context] { setRuns(context.runs()); });
    setRuns(context.runs());
}

CurvesView::~CurvesView() = default;

void CurvesView::follow(const Shown& shown)
{
    m_state->follow(shown);
}

void CurvesView::setRuns(const std::vector<RunRow>& runs)
{
    m_state->setRuns(runs);
}

void CurvesView::setHistory(const QString& run, const core::RunHistory& history)
{
    m_state->setHistory(run, history);
}

void CurvesView::appendUpdates(const QString& run, const std::vector<core::UpdateReport>& updates)
{
    m_state->report(run, [updates](RunCurves& curves) {
        for (const core::UpdateReport& update : updates)
            curves.append(update);
    });
}

void CurvesView::appendEpoch(const QString& run, const core::EpochReport& epoch)
{
    m_state->report(run, [epoch](RunCurves& curves) { curves.append(epoch); });
}

void CurvesView::markResumed(const QString& run, qint64 step)
{
    m_state->report(run, [step](RunCurves& curves) { curves.markResumed(step); });
    m_state->updateLegend();
}

void CurvesView::markChanges(const QString& run, const std::vector<core::SettingChange>& changes)
{
    m_state->report(run, [changes](RunCurves& curves) { curves.markChanges(changes); });
}

bool CurvesView::knows(const QString& run) const
{
    return m_state->known.contains(run);
}

std::vector<Figure> CurvesView::figures() const
{
    return m_state->figures();
}

KeyHelps CurvesView::keys()
{
    return {
        {QStringLiteral("U"), tr("Update at the cursor"),
         tr("In a curve, where the arrow keys move the cursor: Updates explains it, its texts and "
            "its gradients. So does a click on the line")}};
}

void CurvesView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_state->redrawAll();
}

} // namespace ui
