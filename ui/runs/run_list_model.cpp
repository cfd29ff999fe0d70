#include "ui/runs/run_list_model.h"

#include "ui/text/monitor.h"
#include "ui/text/sentences.h"

#include <QCoreApplication>
#include <QFile>
#include <QMimeData>
#include <QUrl>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr auto kUrlList = "text/uri-list";
constexpr size_t kDifferencesInLine = 2;

QString tr(const char* text)
{
    return QCoreApplication::translate("ui::RunListModel", text);
}

/// The last part of a setting's path says enough beside its values.
QString difference(const core::SettingDifference& one, bool wholePath)
{
    QString path = QString::fromStdString(one.path);
    if (!wholePath)
        path = path.section(QLatin1Char('.'), -1);
    return QStringLiteral("%1 %2 \u2192 %3")
        .arg(path, QString::fromStdString(one.baseValue), QString::fromStdString(one.otherValue));
}

} // namespace

QString stateSign(core::RunState state, bool live)
{
    switch (state) {
    case core::RunState::Fresh:
        return QStringLiteral("\u25cb");
    case core::RunState::Running:
        return live ? QStringLiteral("\u25b6") : QStringLiteral("\u25a1");
    case core::RunState::Paused:
        return QStringLiteral("\u2016");
    case core::RunState::Stopped:
        return QStringLiteral("\u25a0");
    case core::RunState::Completed:
        return QStringLiteral("\u2713");
    case core::RunState::Failed:
        return QStringLiteral("\u2717");
    }
    return {};
}

QString stateWord(core::RunState state, bool live)
{
    switch (state) {
    case core::RunState::Fresh:
        return tr(QT_TRANSLATE_NOOP("ui::RunListModel", "not started"));
    case core::RunState::Running:
        // A folder that says "running" while nobody trains it was cut off, by a crash or a kill.
        return live ? tr(QT_TRANSLATE_NOOP("ui::RunListModel", "running"))
                    : tr(QT_TRANSLATE_NOOP("ui::RunListModel", "interrupted"));
    case core::RunState::Paused:
        return tr(QT_TRANSLATE_NOOP("ui::RunListModel", "paused"));
    case core::RunState::Stopped:
        return tr(QT_TRANSLATE_NOOP("ui::RunListModel", "stopped"));
    case core::RunState::Completed:
        return tr(QT_TRANSLATE_NOOP("ui::RunListModel", "done"));
    case core::RunState::Failed:
        return tr(QT_TRANSLATE_NOOP("ui::RunListModel", "failed"));
    }
    return {};
}

void RunListModel::setRuns(const std::vector<RunRow>& runs)
{
    const bool sameRuns = std::equal(runs.begin(), runs.end(), m_rows.begin(), m_rows.end(),
                                     [](const RunRow& a, const RunRow& b) { return a.id == b.id; });
    if (sameRuns) { // numbers moved on: keep selection and scrolling
        m_rows = runs;
        if (!runs.empty())
            Q_EMIT dataChanged(index(0), index(int(runs.size()) - 1));
        return;
    }
    beginResetModel();
    m_rows = runs;
    endResetModel();
}

void RunListModel::setDifferences(DifferenceSource source)
{
    m_differences = std::move(source);
}

int RunListModel::rowOf(const QString& run) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                    [&run](const RunRow& row) { return row.id == run; });
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

QString RunListModel::nameOf(int row) const
{
    return QString::fromStdString(at(row).summary.name);
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

QString RunListModel::stateOf(int row) const
{
    const RunRow& run = at(row);
    if (!run.summary.problem.empty())
        return tr(QT_TRANSLATE_NOOP("ui::RunListModel", "\u26a0 cannot be opened"));
    return tr(QT_TRANSLATE_NOOP("ui::RunListModel", "%1 %2, %3/%4"))
        .arg(stateSign(run.summary.state, run.live), stateWord(run.summary.state, run.live),
             count(run.summary.epochs), count(run.summary.spec.training.epochs));
}

std::vector<core::SettingDifference> RunListModel::differences(int row) const
{
    if (!m_differences || row == 0 || !at(row).summary.problem.empty()
        || !at(row - 1).summary.problem.empty())
        return {};
    std::vector<core::SettingDifference> all
        = m_differences(at(row - 1).summary.spec, at(row).summary.spec);
    // Runs stand under their names anyway.
    std::erase_if(all, [](const auto& difference) { return difference.path == "name"; });
    return all;
}

QString RunListModel::differencesOf(int row) const
{
    const std::vector<core::SettingDifference> all = differences(row);
    QStringList parts;
    for (size_t i = 0; i < std::min(all.size(), kDifferencesInLine); ++i)
        parts << difference(all[i], false);
    if (all.size() > kDifferencesInLine)
        parts << tr(QT_TRANSLATE_NOOP("ui::RunListModel", "and %1 more"))
                     .arg(all.size() - kDifferencesInLine);
    return parts.join(QStringLiteral(", "));
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
        if (run.summary.bestEpoch > 0)
            lines << tr(QT_TRANSLATE_NOOP("ui::RunListModel", "Best %1: %2 at epoch %3"))
                         .arg(
                             monitorText(run.summary.spec.training.monitor).title,
                             monitorValue(run.summary.spec.training.monitor, run.summary.bestValue))
                         .arg(run.summary.bestEpoch)
                         .toHtmlEscaped();
        if (!run.summary.testScores.empty())
            lines << tr(QT_TRANSLATE_NOOP("ui::RunListModel", "Test: %1"))
                         .arg(scoresSentence(run.summary.testScores))
                         .toHtmlEscaped();
        lines << tr(QT_TRANSLATE_NOOP("ui::RunListModel", "Updates: %1, training time: %2"))
                     .arg(count(run.summary.steps), duration(run.summary.seconds));
        const std::vector<core::SettingDifference> all = differences(row);
        if (!all.empty())
            lines << tr(QT_TRANSLATE_NOOP("ui::RunListModel", "Differs from the run above in:"));
        for (const core::SettingDifference& one : all)
            lines << QStringLiteral("\u2022 ") + difference(one, true).toHtmlEscaped();
    }
    lines << run.id.toHtmlEscaped();
    return QStringLiteral("<p style='white-space:pre-wrap'>%1</p>")
        .arg(lines.join(QStringLiteral("<br>")));
}

int RunListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant RunListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const int row = index.row();
    switch (role) {
    case Qt::DisplayRole:
        return nameOf(row);
    case Qt::CheckStateRole:
        return at(row).shown ? Qt::Checked : Qt::Unchecked;
    case Qt::ToolTipRole:
        return toolTip(row);
    case Qt::AccessibleTextRole: {
        QStringList parts{nameOf(row), stateOf(row),
                          tr(QT_TRANSLATE_NOOP("ui::RunListModel", "best %1")).arg(bestOf(row))};
        const QString differs = differencesOf(row);
        if (!differs.isEmpty())
            parts << differs;
        return parts.join(QStringLiteral(", "));
    }
    default:
        return {};
    }
}

bool RunListModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::CheckStateRole)
        return false;
    const bool shown = value.toInt() == Qt::Checked;
    RunRow& run = m_rows[size_t(index.row())];
    if (run.shown == shown)
        return true;
    run.shown = shown;
    Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
    Q_EMIT shownChanged(run.id, shown);
    return true;
}

Qt::ItemFlags RunListModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable
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
