#include "ui/curves/curves_view.h"

#include "ui/curves/curves_view_state.h"

namespace ui {

CurvesView::CurvesView(QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>(*this))
{
    setAccessibleName(tr("Curves"));
}

CurvesView::~CurvesView() = default;

void CurvesView::setRuns(const std::vector<RunRow>& runs)
{
    m_state->setRuns(runs);
}

void CurvesView::setHistory(const QString& run, const core::RunHistory& history)
{
    m_state->curvesOf(run).setHistory(history);
    m_state->followScores();
    m_state->updateLegend();
    m_state->dataChanged();
}

void CurvesView::appendUpdates(const QString& run, const std::vector<core::UpdateReport>& updates)
{
    RunCurves& curves = m_state->curvesOf(run);
    for (const core::UpdateReport& update : updates)
        curves.append(update);
    m_state->followScores(); // A first update may say that teacher forcing is used.
    m_state->dataChanged();
}

void CurvesView::appendEpoch(const QString& run, const core::EpochReport& epoch)
{
    m_state->curvesOf(run).append(epoch);
    m_state->followScores();
    m_state->dataChanged();
}

void CurvesView::markResumed(const QString& run, qint64 step)
{
    m_state->curvesOf(run).markResumed(step);
    m_state->updateLegend();
    m_state->dataChanged();
}

bool CurvesView::knows(const QString& run) const
{
    return m_state->known.contains(run);
}

void CurvesView::setSaveChooser(SaveChooser chooser)
{
    m_state->chooser = std::move(chooser);
}

void CurvesView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_state->redrawAll();
}

} // namespace ui
