#include "app/lab/run_library.h"

#include "app/lab/session.h"

#include "core/catalogue/spec_json.h"
#include "core/task/language_model/language_options.h"
#include "core/task/task_kinds.h"
#include "ui/series/run_curves.h"
#include "ui/text/sentences.h"
#include "ui/widgets/settings.h"

#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

namespace app {

namespace {

const QString kForgotten = QStringLiteral("runs/forgotten");
const QString kColours = QStringLiteral("runs/colours");
const QString kTicked = QStringLiteral("runs/ticked");

QString idOf(const std::filesystem::path& path)
{
    return QString::fromStdString(std::filesystem::absolute(path).lexically_normal().string());
}

/// Empty for a network that was imported without data.
QString titleOf(const core::DataSpec& data)
{
    if (!data.train.empty())
        return QFileInfo(QString::fromStdString(data.train.front())).fileName();
    if (data.sample.kind == core::DataSpec().sample.kind)
        return {};
    const core::KindDescription* sample
        = core::findKind(core::catalogue(), "sample", data.sample.kind);
    return sample != nullptr ? ui::coreText(sample->title)
                             : QString::fromStdString(data.sample.kind);
}

/// The loss of a task. Language models are measured in nats per token, so that losses of word and
/// character models do not share an axis.
core::LossDescription lossOf(const core::TaskDescription& task, const core::TextSpec& text)
{
    core::LossDescription loss = task.loss;
    if (std::find(task.scores.begin(), task.scores.end(), "bits_per_character")
        != task.scores.end())
        loss.unit = "nats per " + core::tokenUnit(text);
    return loss;
}

} // namespace

RunLibrary::RunLibrary(const QString& folder, const QString& settings, QObject* parent)
    : QObject(parent)
    , m_folder(folder)
    , m_settings(settings)
    , m_trash(folder.toStdString())
    , m_reader(QStringLiteral("runs"))
{
    const ui::Settings kept(m_settings);
    m_forgotten = kept.value(kForgotten).toStringList();
    m_colours = kept.value(kColours).toMap();
}

int RunLibrary::leastUsedColour() const
{
    constexpr int kStyles = 40, kColours = 8; // Theme::seriesPen
    std::array<int, kStyles> styles{};
    std::array<int, kColours> shownColours{};
    for (const QVariant& kept : m_colours) // Of runs that are still to be read, too.
        ++styles[size_t(std::max(kept.toInt(), 0) % kStyles)];
    for (const ui::RunRow& each : m_rows)
        shownColours[size_t(each.colourIndex % kColours)] += each.shown;
    int best = 0;
    const auto use = [&](int index) {
        return std::pair(shownColours[size_t(index % kColours)], styles[size_t(index)]);
    };
    for (int index = 1; index < kStyles; ++index)
        if (use(index) < use(best))
            best = index;
    return best;
}

int RunLibrary::colourOf(const QString& run)
{
    bool known = false;
    const int kept = m_colours.value(run).toInt(&known);
    if (known && kept >= 0)
        return kept;
    const int fresh = leastUsedColour();
    m_colours.insert(run, fresh);
    return fresh;
}

void RunLibrary::saveColours()
{
    keep(kColours, m_colours);
}

void RunLibrary::keep(const QString& key, const QVariant& value)
{
    attempt([&] { keepSetting(m_settings, key, value); });
}

bool RunLibrary::attempt(const std::function<void()>& work)
{
    try {
        work();
        return true;
    } catch (...) { // The edge: a slot must not throw.
        Q_EMIT failed(core::currentFailure());
        return false;
    }
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
        fresh.colourIndex = colourOf(id);
        fresh.deletable = m_trash.takes(summary.path);
        fresh.summary.name = summary.name;
        fresh.summary.marks = summary.marks;
        known = &m_rows.emplace_back(std::move(fresh));
    }
    // Names and notes given here may be newer than those on disk.
    const std::string name = known->summary.name;
    const core::RunMarks marks = known->summary.marks;
    const core::RunState state = known->summary.state;
    known->summary = summary;
    if (known->live) // The folder does not store whether it is paused.
        known->summary.state = state;
    known->summary.name = name;
    known->summary.marks = marks;
    const core::TaskDescription& task = core::taskDescription(summary.spec.task.kind);
    known->loss = lossOf(task, summary.spec.text);
    known->task = ui::coreText(task.kind.title);
    known->data = titleOf(summary.spec.data);
}

void RunLibrary::readAll()
{
    m_reader.run(
        this, [folder = m_folder.toStdString()] { return core::listRuns(folder); },
        [this](const std::vector<core::RunSummary>& summaries) {
            constexpr size_t kShownAtFirst = 3; // More curves would be confusing.
            const bool first = m_rows.empty();
            for (const core::RunSummary& summary : summaries) {
                if (!m_forgotten.contains(idOf(summary.path)))
                    put(summary);
            }
            const QStringList ticked = ui::Settings(m_settings).value(kTicked).toStringList();
            const bool known = std::any_of(m_rows.begin(), m_rows.end(), [&](const auto& each) {
                return ticked.contains(each.id);
            });
            size_t shown
                = 0; // Without stored ticks: the latest runs that share axes with the last one.
            for (auto each = m_rows.rbegin(); first && each != m_rows.rend(); ++each) {
                const bool fits = ui::comparable(*each, m_rows.back()) && shown < kShownAtFirst;
                each->shown = (known ? ticked.contains(each->id) : fits) || each->live;
                shown += each->shown;
            }
            saveColours();
            Q_EMIT changed();
        },
        [this](const core::Failure& failure) { Q_EMIT failed(failure); });
}

void RunLibrary::readSummary(const QString& run, std::function<void(const core::RunSummary&)> done)
{
    m_reader.run(
        this, [path = run.toStdString()] { return core::readRunSummary(path); }, std::move(done),
        [this](const core::Failure& failure) { Q_EMIT failed(failure); });
}

void RunLibrary::open(const QString& run)
{
    readSummary(run, [this](const core::RunSummary& summary) {
        const QString id = idOf(summary.path);
        m_forgotten.removeAll(id);
        put(summary);
        row(id)->shown = true;
        saveColours();
        saveTicks();
        Q_EMIT changed();
        Q_EMIT opened(id);
        if (!summary.problem.empty())
            Q_EMIT failed({core::ErrorCode::FileMalformed,
                           {"The run %1 cannot be opened. %2",
                            {summary.path.string(), summary.problem.plain()}},
                           {},
                           {}});
    });
}

void RunLibrary::reread(const QString& run)
{
    readSummary(run, [this](const core::RunSummary& summary) {
        if (row(idOf(summary.path)) == nullptr)
            return;
        put(summary);
        Q_EMIT changed();
    });
}

void RunLibrary::readHistory(const QString& run)
{
    m_reader.run(
        this,
        [path = run.toStdString(), monitor = m_reader.monitor()] {
            return core::readRunHistory(path, monitor);
        },
        [this, run](const core::RunHistory& history) { Q_EMIT historyRead(run, history); },
        [this, run](const core::Failure& failure) {
            Q_EMIT failed(failure);
            Q_EMIT historyRead(run, {}); // Ends waiting for the history.
        });
}

void RunLibrary::forget(const QString& run)
{
    std::erase_if(m_rows, [&](const auto& each) { return each.id == run && !each.live; });
    m_forgotten.append(run);
    keep(kForgotten, ui::Settings(m_settings).value(kForgotten).toStringList() << run);
    Q_EMIT changed();
}

void RunLibrary::rename(const QString& run, const QString& name)
{
    ui::RunRow* found = row(run);
    if (found == nullptr
        || !attempt([&] { core::renameRun(run.toStdString(), name.toStdString()); }))
        return;
    found->summary.name
        = name.isEmpty() ? found->summary.path.filename().string() : name.toStdString();
    Q_EMIT changed();
}

void RunLibrary::setMarks(const QString& run, const core::RunMarks& marks)
{
    ui::RunRow* found = row(run);
    if (found == nullptr || !attempt([&] { core::writeRunMarks(run.toStdString(), marks); }))
        return;
    found->summary.marks = marks;
    Q_EMIT changed();
}

void RunLibrary::remove(const QString& run)
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                    [&](const auto& each) { return each.id == run; });
    if (found == m_rows.end() || found->live || !attempt([&] { m_trash.put(found->summary.path); }))
        return;
    m_deleted.push_back({*found, size_t(found - m_rows.begin())});
    m_rows.erase(found);
    Q_EMIT changed();
}

void RunLibrary::undelete()
{
    std::filesystem::path path;
    if (m_deleted.empty() || !attempt([&] { path = m_trash.takeBack(); }))
        return;
    Deleted last = std::move(m_deleted.back());
    m_deleted.pop_back();
    last.row.summary.path = path;
    last.row.id = idOf(path); // Another one, if its name was taken meanwhile.
    m_colours.insert(last.row.id, last.row.colourIndex);
    saveColours();
    const QString run = last.row.id;
    const size_t place = std::min(last.place, m_rows.size());
    m_rows.insert(m_rows.begin() + ptrdiff_t(place), std::move(last.row));
    Q_EMIT changed();
    Q_EMIT undeleted(run);
}

QStringList RunLibrary::deleted() const
{
    QStringList names;
    for (const Deleted& each : m_deleted)
        names << QString::fromStdString(each.row.summary.name);
    return names;
}

void RunLibrary::setShown(const QStringList& runs, bool shown)
{
    const QSet<QString> meant(runs.begin(), runs.end());
    bool any = false;
    for (ui::RunRow& each : m_rows) {
        if (each.shown == shown || !meant.contains(each.id))
            continue;
        each.shown = shown;
        any = true;
    }
    if (!any)
        return;
    saveTicks();
    Q_EMIT changed();
}

void RunLibrary::saveTicks()
{
    QStringList ticked;
    for (const ui::RunRow& each : m_rows) {
        if (each.shown)
            ticked << each.id;
    }
    keep(kTicked, ticked);
}

void RunLibrary::change(const QString& run, const std::function<void(ui::RunRow&)>& work)
{
    if (ui::RunRow* found = row(run)) {
        work(*found);
        Q_EMIT changed();
    }
}

void RunLibrary::setLive(const QString& run, bool live)
{
    change(run, [live](ui::RunRow& found) { found.live = live; });
}

void RunLibrary::add(const core::RunSummary& summary)
{
    put(summary);
    saveColours();
    saveTicks();
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
    change(run, [&report](ui::RunRow& found) {
        found.summary.epochs = report.epoch;
        if (!report.best)
            return;
        found.summary.bestValue
            = ui::RunCurves::epochValue(report, found.summary.spec.training.monitor);
        found.summary.bestEpoch = report.epoch;
    });
}

void RunLibrary::noteChange(const QString& run, const core::ChangeReport& report)
{
    change(run, [&report](ui::RunRow& found) {
        found.summary.spec = core::withChanges(found.summary.spec, report.changes);
    });
}

void RunLibrary::setState(const QString& run, core::RunState state)
{
    change(run, [state](ui::RunRow& found) { found.summary.state = state; });
}

} // namespace app
