#include "app/lab/run_library.h"

#include "core/task/task_kinds.h"
#include "ui/curves/run_curves.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace app {

namespace {

QString idOf(const std::filesystem::path& path)
{
    return QString::fromStdString(std::filesystem::absolute(path).lexically_normal().string());
}

} // namespace

RunLibrary::RunLibrary(const QString& folder, QObject* parent)
    : QObject(parent), m_folder(folder), m_reader(QStringLiteral("runs"))
{
}

ui::RunRow* RunLibrary::row(const QString& run)
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                    [&](const auto& each) { return each.id == run; });
    return found == m_rows.end() ? nullptr : &*found;
}

const ui::RunRow* RunLibrary::find(const QString& run) const
{
    return const_cast<RunLibrary*>(this)->row(run);
}

void RunLibrary::put(const core::RunSummary& summary)
{
    const QString id = idOf(summary.path);
    ui::RunRow* known = row(id);
    if (known == nullptr) {
        ui::RunRow fresh;
        fresh.id = id;
        fresh.colourIndex = m_nextColour++;
        known = &m_rows.emplace_back(std::move(fresh));
    }
    known->summary = summary;
    known->loss = core::taskDescription(summary.spec.task.kind).loss;
}

void RunLibrary::readAll()
{
    m_reader.run(
        this, [folder = m_folder.toStdString()] { return core::listRuns(folder); },
        [this](const std::vector<core::RunSummary>& summaries) {
            constexpr size_t kShownAtFirst = 3; // More curves than that only confuse.
            const bool first = m_rows.empty();
            for (const core::RunSummary& summary : summaries) {
                if (!m_forgotten.contains(idOf(summary.path)))
                    put(summary);
            }
            for (size_t i = 0; first && i + kShownAtFirst < m_rows.size(); ++i)
                m_rows[i].shown = m_rows[i].live;
            Q_EMIT changed();
        },
        [this](const core::Failure& failure) { Q_EMIT failed(failure); });
}

void RunLibrary::open(const QString& run)
{
    m_reader.run(
        this, [path = run.toStdString()] { return core::readRunSummary(path); },
        [this](const core::RunSummary& summary) {
            const QString id = idOf(summary.path);
            m_forgotten.removeAll(id);
            put(summary);
            row(id)->shown = true;
            Q_EMIT changed();
            Q_EMIT opened(id);
        },
        [this](const core::Failure& failure) { Q_EMIT failed(failure); });
}

void RunLibrary::reread(const QString& run)
{
    m_reader.run(
        this, [path = run.toStdString()] { return core::readRunSummary(path); },
        [this](const core::RunSummary& summary) {
            if (row(idOf(summary.path)) == nullptr)
                return;
            put(summary);
            Q_EMIT changed();
        },
        [this](const core::Failure& failure) { Q_EMIT failed(failure); });
}

void RunLibrary::readHistory(const QString& run)
{
    m_reader.run(
        this, [path = run.toStdString()] { return core::readRunHistory(path); },
        [this, run](const core::RunHistory& history) { Q_EMIT historyRead(run, history); },
        [this, run](const core::Failure& failure) {
            Q_EMIT failed(failure);
            Q_EMIT historyRead(run, {}); // Nobody is to wait for it any longer.
        });
}

void RunLibrary::forget(const QString& run)
{
    std::erase_if(m_rows, [&](const auto& each) { return each.id == run && !each.live; });
    m_forgotten.append(run);
    Q_EMIT changed();
}

void RunLibrary::setShown(const QString& run, bool shown)
{
    if (ui::RunRow* found = row(run); found != nullptr && found->shown != shown) {
        found->shown = shown;
        Q_EMIT changed();
    }
}

void RunLibrary::setLive(const QString& run, bool live)
{
    if (ui::RunRow* found = row(run)) {
        found->live = live;
        Q_EMIT changed();
    }
}

void RunLibrary::add(const core::RunSummary& summary)
{
    put(summary);
    Q_EMIT changed();
}

void RunLibrary::noteUpdate(const QString& run, const core::UpdateReport& report)
{
    if (ui::RunRow* found = row(run)) {
        found->summary.steps = report.step;
        found->summary.seconds = report.seconds;
    }
}

void RunLibrary::noteEpoch(const QString& run, const core::EpochReport& report)
{
    ui::RunRow* found = row(run);
    if (found == nullptr)
        return;
    found->summary.epochs = report.epoch;
    if (report.best) {
        found->summary.bestValue
            = ui::RunCurves::epochValue(report, found->summary.spec.training.monitor);
        found->summary.bestEpoch = report.epoch;
    }
    Q_EMIT changed();
}

void RunLibrary::noteChange(const QString& run, const core::ChangeReport& report)
{
    if (ui::RunRow* found = row(run)) {
        found->summary.spec = core::withChanges(found->summary.spec, report.changes);
        Q_EMIT changed();
    }
}

void RunLibrary::setState(const QString& run, core::RunState state)
{
    if (ui::RunRow* found = row(run)) {
        found->summary.state = state;
        Q_EMIT changed();
    }
}

} // namespace app
