#include "ui/series/run_store.h"

#include <algorithm>
#include <utility>

namespace ui {

std::shared_ptr<RunCurves> RunStore::find(const QString& run) const
{
    const auto found = m_runs.find(run);
    return found == m_runs.end() || !found->second.known ? nullptr : found->second.curves;
}

bool RunStore::isRead(const QString& run) const
{
    const auto found = m_runs.find(run);
    return found != m_runs.end() && found->second.read;
}

void RunStore::want(const QString& run, int64_t steps)
{
    Entry& entry = m_runs[run];
    const int64_t last
        = entry.curves->size() > 0 ? entry.curves->step(entry.curves->size() - 1) : 0;
    const bool grown = steps > entry.wanted && steps > last;
    if (entry.wanted >= 0 && !grown)
        return;
    entry.wanted = steps;
    request(run, entry);
}

void RunStore::request(const QString& run, Entry& entry)
{
    if (std::exchange(entry.waiting, true))
        return;
    entry.wanted = std::max<int64_t>(entry.wanted, 0);
    Q_EMIT requested(run);
}

void RunStore::keepOnly(const std::set<QString>& runs)
{
    std::erase_if(m_runs, [&runs](const auto& entry) { return !runs.contains(entry.first); });
}

void RunStore::change(const QString& run, const std::function<void(RunCurves&)>& work)
{
    Entry& entry = m_runs[run];
    entry.known = true;
    work(*entry.curves);
    Q_EMIT changed(run);
}

void RunStore::setHistory(const QString& run, const core::RunHistory& history)
{
    Entry& entry = m_runs[run];
    entry.waiting = false;
    entry.read = true;
    entry.complete = entry.complete || !history.layers[core::LayerQuantity::GradientNorm].empty()
        || !history.updates.empty();
    entry.wanted = std::max<int64_t>(entry.wanted, 0);
    change(run, [&history](RunCurves& curves) { curves.join(history); });
}

void RunStore::append(const QString& run, const std::vector<core::UpdateReport>& updates)
{
    // Layer names and earlier updates are in the file.
    Entry& entry = m_runs[run];
    if (entry.wanted >= 0 && !entry.complete)
        request(run, entry);
    change(run, [&updates](RunCurves& curves) {
        for (const core::UpdateReport& update : updates)
            curves.append(update);
    });
}

void RunStore::append(const QString& run, const core::EpochReport& epoch)
{
    change(run, [&epoch](RunCurves& curves) { curves.append(epoch); });
}

void RunStore::markResumed(const QString& run, int64_t step)
{
    change(run, [step](RunCurves& curves) { curves.markResumed(step); });
}

void RunStore::markChanges(const QString& run, const std::vector<core::SettingChange>& changes)
{
    change(run, [&changes](RunCurves& curves) { curves.markChanges(changes); });
}

} // namespace ui
