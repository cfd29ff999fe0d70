#pragma once

#include "ui/runs/run_filter.h"
#include "ui/view/view_context.h"

#include <QAbstractListModel>
#include <QStringList>

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace ui {

/// core::settingValues and core::settingDifferences.
struct SettingSource {
    using Values = std::vector<core::SettingValue>;
    std::function<Values(const core::ExperimentSpec&)> values;
    std::function<std::vector<core::SettingDifference>(const Values& base, const Values& other)>
        differences;
};

enum class RunGrouping { None, Data, Task, Tag };

/// "done", "running" ... with a sign, so that a state is never a colour alone.
QString stateSign(core::RunState state);
QString stateWord(core::RunState state);

/// A list of the runs that pass a filter, under headings if they are grouped. The check mark shows
/// a run's curves; below its name stand its state and what it is: its network and its data. The
/// tool tip has its differences from the run above, where that is one of the same task and data. A
/// run can be renamed in place and dragged out as a link to its folder.
class RunListModel : public QAbstractListModel {
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;

    void setRuns(const std::vector<RunRow>& runs);
    void setSettings(SettingSource source);
    void setFilter(const QString& text);
    void setGrouping(RunGrouping grouping);

    bool isHeading(int line) const { return m_lines[size_t(line)].row < 0; }
    const RunRow& at(int line) const; ///< @pre it is no heading.
    const RunRow* find(
        const QString& run) const; ///< Also if the filter hides it; null: no such run.
    bool hasRuns() const { return !m_rows.empty(); }
    int rowOf(const QString& run) const; ///< Its line; -1: not listed.
    QStringList listed() const; ///< Ids of the runs that are listed.
    QString nameOf(int row) const; ///< For a heading, its text.
    QString bestValueOf(int row) const; ///< "0.412", "87.1 %": in little space.
    QString bestOf(int row) const; ///< "loss 0.412", "accuracy 87.1 %" or a dash.
    QString stateOf(int row) const; ///< "done, 5 epochs"
    QString shortStateOf(int row) const; ///< Its sign for the word, where the sign is enough.
    /// Its network and data: "LSTM, 2 layers, 128 units, on Film reviews". Empty: it cannot be
    /// opened.
    QString subtitleOf(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    Qt::DropActions supportedDragActions() const override { return Qt::CopyAction; }

Q_SIGNALS:
    void shownChanged(const QStringList& runs, bool shown);
    void renamed(const QString& run, const QString& name);

private:
    using Differences = std::vector<core::SettingDifference>;
    /// A run, or the heading of those below it.
    struct Line {
        int row = -1; ///< In m_rows.
        QString heading;
        friend bool operator==(const Line&, const Line&) = default;
    };
    /// Values computed from a run's settings, cached because that takes long.
    struct Known {
        core::ExperimentSpec spec;
        SettingSource::Values values;
        QString above; ///< The run that it is compared with.
        std::optional<Differences> differences;
    };
    std::vector<Line> arranged() const;
    void arrange(); ///< Rebuilds the lines; resets the model only if they change.
    Known& known(const RunRow& run) const;
    QString groupOf(const RunRow& run) const;
    const Differences& differences(int row) const; ///< None between runs that are not related.
    QString toolTip(int row) const;

    std::vector<RunRow> m_rows;
    std::vector<Line> m_lines;
    SettingSource m_settings;
    RunFilter m_filter;
    RunGrouping m_grouping = RunGrouping::None;
    mutable std::map<QString, Known> m_known; ///< By id.
};

} // namespace ui
