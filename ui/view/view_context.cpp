#include "ui/view/view_context.h"

#include <algorithm>

namespace ui {

ViewContext::ViewContext(QObject* parent) : QObject(parent)
{
    connect(&m_store, &RunStore::requested, this, &ViewContext::historyRequested);
    connect(this, &ViewContext::historyRead, &m_store, &RunStore::setHistory);
    connect(this, &ViewContext::updated, &m_store,
            [this](const RunUpdates& updates) { m_store.append(updates.run, updates.reports); });
    connect(
        this, &ViewContext::epochEnded, &m_store,
        [this](const QString& run, const core::EpochReport& epoch) { m_store.append(run, epoch); });
    connect(this, &ViewContext::resumed, &m_store, &RunStore::markResumed);
    connect(this, &ViewContext::tuned, &m_store,
            [this](const QString& run, const core::ChangeReport& report) {
                m_store.markChanges(run, report.changes);
            });
}

void ViewContext::wantHistory(const QString& run)
{
    const std::vector<RunRow>& all = runs();
    const auto row = std::find_if(all.begin(), all.end(),
                                  [&run](const RunRow& each) { return each.id == run; });
    m_store.want(run, row == all.end() || row->live ? 0 : row->summary.steps);
}

void ViewContext::look(const QString& text, const QString& reference)
{
    Q_EMIT looked(text, reference);
}

void ViewContext::pin(const QString& text)
{
    Q_EMIT pinned(text);
}

void ViewContext::pickUpdate(const QString& run, qint64 step)
{
    Q_EMIT updatePicked(run, step);
}

void ViewContext::showView(const QString& place)
{
    Q_EMIT viewRequested(place);
}

} // namespace ui
