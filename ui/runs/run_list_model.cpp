#include "ui/runs/run_list_model.h"

#include "ui/text/score_text.h"
#include "ui/text/sentences.h"
#include "ui/text/setting_names.h"

#include <QMimeData>
#include <QUrl>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr auto kUrlList = "text/uri-list";

QString settingDifference(const core::SettingDifference& one)
{
    return differenceText(QString::fromStdString(one.path), QString::fromStdString(one.baseValue),
                          QString::fromStdString(one.otherValue), SettingPlace::Said);
}

/// Everything differs between runs of other tasks or data, which says nothing about either.
bool related(const RunRow& a, const RunRow& b)
{
    return a.summary.spec.task.kind == b.summary.spec.task.kind && a.data == b.data;
}

} // namespace

QString stateSign(core::RunState state)
{
    switch (state) {
    case core::RunState::Fresh:
        return QStringLiteral("\u25cb");
    case core::RunState::Running:
        return QStringLiteral("\u25b6");
    case core::RunState::Paused:
        return QStringLiteral("\u2016");
    case core::RunState::Stopped:
        return QStringLiteral("\u25a0");
    case core::RunState::Interrupted:
        return QStringLiteral("\u25a1");
    case core::RunState::Completed:
        return QStringLiteral("\u2713");
    case core::RunState::Failed:
        return QStringLiteral("\u2717");
    }
    return {};
}

QString stateWord(core::RunState state)
{
    switch (state) {
    case core::RunState::Fresh:
        return RunListModel::tr("not started");
    case core::RunState::Running:
        return RunListModel::tr("running");
    case core::RunState::Paused:
        return RunListModel::tr("paused");
    case core::RunState::Stopped:
        return RunListModel::tr("stopped");
    case core::RunState::Interrupted:
        return RunListModel::tr("interrupted");
    case core::RunState::Completed:
        return RunListModel::tr("done");
    case core::RunState::Failed:
        return RunListModel::tr("failed");
    }
    return {};
}

const RunRow& RunListModel::at(int line) const
{
    return m_rows[size_t(m_lines[size_t(line)].row)];
}

const RunRow* RunListModel::find(const QString& run) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                    [&run](const RunRow& row) { return row.id == run; });
    return found == m_rows.end() ? nullptr : &*found;
}

void RunListModel::setRuns(const std::vector<RunRow>& runs)
{
    const bool sameRuns = std::equal(runs.begin(), runs.end(), m_rows.begin(), m_rows.end(),
                                     [](const RunRow& a, const RunRow& b) { return a.id == b.id; });
    if (!sameRuns)
        beginResetModel();
    m_rows = runs;
    if (!sameRuns) {
        m_lines = arranged();
        endResetModel();
        return;
    }
    arrange();
}

void RunListModel::setSettings(SettingSource source)
{
    m_settings = std::move(source);
    m_known.clear();
    arrange();
}

void RunListModel::setFilter(const QString& text)
{
    m_filter = RunFilter(text);
    arrange();
}

void RunListModel::setGrouping(RunGrouping grouping)
{
    m_grouping = grouping;
    arrange();
}

void RunListModel::arrange()
{
    std::vector<Line> lines = arranged();
    if (lines == m_lines) { // numbers moved on: keep selection and scrolling
        if (!lines.empty())
            Q_EMIT dataChanged(index(0), index(int(lines.size()) - 1));
        return;
    }
    beginResetModel();
    m_lines = std::move(lines);
    endResetModel();
}

std::vector<RunListModel::Line> RunListModel::arranged() const
{
    std::vector<std::pair<QString, std::vector<Line>>> groups;
    for (size_t i = 0; i < m_rows.size(); ++i) {
        if (!m_filter.empty() && !m_filter.accepts(m_rows[i], known(m_rows[i]).values))
            continue;
        const QString title = groupOf(m_rows[i]);
        auto group = std::find_if(groups.begin(), groups.end(),
                                  [&title](const auto& each) { return each.first == title; });
        if (group == groups.end())
            group = groups.insert(groups.end(), {title, {}});
        group->second.push_back({int(i), {}});
    }
    std::vector<Line> lines;
    for (const auto& [title, members] : groups) {
        if (m_grouping != RunGrouping::None)
            lines.push_back({-1, QStringLiteral("%1 (%2)").arg(title, count(members.size()))});
        lines.insert(lines.end(), members.begin(), members.end());
    }
    return lines;
}

QString RunListModel::groupOf(const RunRow& run) const
{
    switch (m_grouping) {
    case RunGrouping::None:
        return {};
    case RunGrouping::Data:
        return run.data;
    case RunGrouping::Task:
        return run.task;
    case RunGrouping::Tag: {
        const QStringList tags = tagsOf(run.summary.marks.note);
        return tags.isEmpty() ? RunListModel::tr("no tag") : tags.front();
    }
    }
    return {};
}

RunListModel::Known& RunListModel::known(const RunRow& run) const
{
    const auto [place, isNew] = m_known.try_emplace(run.id);
    Known& known = place->second;
    if (!isNew && known.spec == run.summary.spec)
        return known;
    for (auto& [id, other] : m_known)
        other.differences.reset(); // It may have been compared with this one.
    known = {run.summary.spec,
             m_settings.values ? m_settings.values(run.summary.spec) : SettingSource::Values(),
             {},
             {}};
    return known;
}

int RunListModel::rowOf(const QString& run) const
{
    for (int line = 0; line < rowCount(); ++line)
        if (!isHeading(line) && at(line).id == run)
            return line;
    return -1;
}

QStringList RunListModel::listed() const
{
    QStringList runs;
    for (int line = 0; line < rowCount(); ++line)
        if (!isHeading(line))
            runs << at(line).id;
    return runs;
}

QString RunListModel::nameOf(int row) const
{
    return isHeading(row) ? m_lines[size_t(row)].heading
                          : QString::fromStdString(at(row).summary.name);
}

QString RunListModel::bestOf(int row) const
{
    const core::RunSummary& summary = at(row).summary;
    if (!summary.problem.empty() || summary.bestEpoch <= 0 || !std::isfinite(summary.bestValue))
        return QStringLiteral("\u2013");
    const std::string& monitor = summary.spec.training.monitor;
    return QStringLiteral("%1 %2").arg(monitorText(monitor).name,
                                       monitorValue(monitor, summary.bestValue));
}

QString RunListModel::bestValueOf(int row) const
{
    const core::RunSummary& summary = at(row).summary;
    const bool known
        = summary.problem.empty() && summary.bestEpoch > 0 && std::isfinite(summary.bestValue);
    return known ? monitorValue(summary.spec.training.monitor, summary.bestValue) : bestOf(row);
}

QString RunListModel::stateOf(int row) const
{
    const RunRow& run = at(row);
    if (!run.summary.problem.empty())
        return RunListModel::tr("\u26a0 cannot be opened");
    if (isImported(run))
        return RunListModel::tr("%1 imported").arg(stateSign(run.summary.state));
    return RunListModel::tr("%1 %2, %3/%4")
        .arg(stateSign(run.summary.state), stateWord(run.summary.state), count(run.summary.epochs),
             count(run.summary.spec.training.epochs));
}

QString RunListModel::shortStateOf(int row) const
{
    const RunRow& run = at(row);
    const core::RunState state = run.summary.state;
    const bool ended = state == core::RunState::Completed || state == core::RunState::Stopped;
    if (!run.summary.problem.empty() || !(ended || run.live) || isImported(run))
        return stateOf(row);
    return QStringLiteral("%1 %2/%3")
        .arg(stateSign(state), count(run.summary.epochs), count(run.summary.spec.training.epochs));
}

/// Runs under another heading are not compared, nor those of another task or other data.
const RunListModel::Differences& RunListModel::differences(int row) const
{
    static const Differences none;
    if (!m_settings.differences || row == 0 || isHeading(row) || isHeading(row - 1)
        || !at(row).summary.problem.empty() || !at(row - 1).summary.problem.empty()
        || !related(at(row), at(row - 1)))
        return none;
    const RunRow& above = at(row - 1);
    Known& run = known(at(row));
    const Known& base = known(above);
    if (!run.differences || run.above != above.id) {
        run.above = above.id;
        run.differences = m_settings.differences(base.values, run.values);
        // Runs stand under their names anyway.
        std::erase_if(*run.differences, [](const auto& settingDifference) {
            return settingDifference.path == "name";
        });
    }
    return *run.differences;
}

QString RunListModel::subtitleOf(int row) const
{
    const RunRow& run = at(row);
    if (!run.summary.problem.empty())
        return {};
    const core::Selection& network = run.summary.spec.model.network;
    const SettingNames& names = settingNames();
    QStringList parts{
        names.valueOf(QStringLiteral("model.network.kind"), QString::fromStdString(network.kind))};
    if (const auto cell = network.options.find("cell");
        cell != network.options.end() && cell->is_string())
        parts << names.valueOf(QStringLiteral("model.network.cell"),
                               QString::fromStdString(cell->get<std::string>()));
    const auto size = [&network](const char* option, int64_t least) -> std::optional<qint64> {
        const auto found = network.options.find(option);
        const bool told = found != network.options.end() && found->is_number_integer()
            && found->get<int64_t>() >= least;
        return told ? std::optional(qint64(found->get<int64_t>())) : std::nullopt;
    };
    if (const auto layers = size("layers", 2))
        parts << RunListModel::tr("%1 layers").arg(count(*layers));
    if (const auto units = size("hidden_size", 1))
        parts << filled(RunListModel::tr("%1 {unit|units}"), {count(*units)});
    const QString what = parts.join(QStringLiteral(", "));
    return run.data.isEmpty() ? what : RunListModel::tr("%1, on %2").arg(what, run.data);
}

QString RunListModel::toolTip(int row) const
{
    const RunRow& run = at(row);
    QStringList lines{nameOf(row).toHtmlEscaped()};
    if (!run.summary.problem.empty()) {
        lines << sentence(run.summary.problem).toHtmlEscaped();
    } else {
        lines << stateOf(row).toHtmlEscaped();
        if (!run.summary.note.empty())
            lines << sentence(run.summary.note).toHtmlEscaped();
        if (!run.summary.marks.note.empty())
            lines << RunListModel::tr("Note: %1")
                         .arg(QString::fromStdString(run.summary.marks.note))
                         .toHtmlEscaped();
        if (run.summary.bestEpoch > 0)
            lines << RunListModel::tr("Best %1: %2 at epoch %3")
                         .arg(
                             monitorText(run.summary.spec.training.monitor).title,
                             monitorValue(run.summary.spec.training.monitor, run.summary.bestValue))
                         .arg(run.summary.bestEpoch)
                         .toHtmlEscaped();
        if (!run.summary.testScores.empty())
            lines << RunListModel::tr("Test: %1")
                         .arg(scoresSentence(run.summary.testScores))
                         .toHtmlEscaped();
        lines << RunListModel::tr("Updates: %1, training time: %2")
                     .arg(count(run.summary.steps), duration(run.summary.seconds));
        const Differences& all = differences(row);
        if (!all.empty())
            lines << RunListModel::tr("Differs from the run above in:");
        for (const core::SettingDifference& one : all)
            lines << QStringLiteral("\u2022 ") + settingDifference(one).toHtmlEscaped();
    }
    lines << run.id.toHtmlEscaped();
    return QStringLiteral("<p style='white-space:pre-wrap'>%1</p>")
        .arg(lines.join(QStringLiteral("<br>")));
}

int RunListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_lines.size());
}

QVariant RunListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const int row = index.row();
    if (isHeading(row))
        return role == Qt::DisplayRole || role == Qt::AccessibleTextRole ? nameOf(row) : QVariant();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return nameOf(row);
    case Qt::CheckStateRole:
        return at(row).shown ? Qt::Checked : Qt::Unchecked;
    case Qt::ToolTipRole:
        return toolTip(row);
    case Qt::AccessibleTextRole: {
        QStringList parts{nameOf(row), stateOf(row), RunListModel::tr("best %1").arg(bestOf(row))};
        const core::RunMarks& marks = at(row).summary.marks;
        if (marks.starred)
            parts.insert(1, RunListModel::tr("starred"));
        if (const QString subtitle = subtitleOf(row); !subtitle.isEmpty())
            parts << subtitle;
        if (!marks.note.empty())
            parts << QString::fromStdString(marks.note);
        return parts.join(QStringLiteral(", "));
    }
    default:
        return {};
    }
}

bool RunListModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || isHeading(index.row()))
        return false;
    RunRow& run = m_rows[size_t(m_lines[size_t(index.row())].row)];
    if (role == Qt::EditRole) {
        const QString name = value.toString().trimmed();
        if (name != QString::fromStdString(run.summary.name))
            Q_EMIT renamed(QString(run.id), name); // A copy: the receiver replaces the runs.
        return true;
    }
    if (role != Qt::CheckStateRole)
        return false;
    const bool shown = value.toInt() == Qt::Checked;
    if (run.shown == shown)
        return true;
    run.shown = shown;
    Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
    Q_EMIT shownChanged({run.id}, shown);
    return true;
}

Qt::ItemFlags RunListModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    if (isHeading(index.row()))
        return Qt::ItemNeverHasChildren;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemIsEditable
        | Qt::ItemIsDragEnabled | Qt::ItemNeverHasChildren;
}

QStringList RunListModel::mimeTypes() const
{
    return {QLatin1String(kUrlList)};
}

QMimeData* RunListModel::mimeData(const QModelIndexList& indexes) const
{
    QList<QUrl> urls;
    for (const QModelIndex& index : indexes)
        urls << QUrl::fromLocalFile(at(index.row()).id);
    auto* data = new QMimeData; // owned by the drag
    data->setUrls(urls);
    return data;
}

} // namespace ui
