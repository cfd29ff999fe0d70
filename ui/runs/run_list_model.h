#pragma once

#include "ui/runs/run_row.h"

#include <QAbstractListModel>

#include <functional>
#include <vector>

namespace ui {

/// How the settings of one run differ from another's; core::settingDifferences.
using DifferenceSource = std::function<std::vector<core::SettingDifference>(
    const core::ExperimentSpec& base, const core::ExperimentSpec& other)>;

/// "Completed", "Running ..." with a sign, so that a state is never a colour alone.
QString stateSign(core::RunState state, bool live);
QString stateWord(core::RunState state, bool live);

/// The runs as a list: a check mark shows a run's curves; the second line says its state and in
/// what it differs from the run above it. A run can be dragged out as a link to its folder.
class RunListModel : public QAbstractListModel {
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;

    void setRuns(const std::vector<RunRow>& runs);
    void setDifferences(DifferenceSource source);
    const RunRow& at(int row) const { return m_rows[size_t(row)]; }
    int rowOf(const QString& run) const; ///< -1: not listed.
    QString nameOf(int row) const;
    QString bestOf(int row) const; ///< "loss 0.412", "accuracy 87.1 %" or a dash.
    QString stateOf(int row) const; ///< "done, 5 epochs"
    QString differencesOf(int row) const; ///< "hidden_size 128 -> 256, ..."; may be empty.

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    Qt::DropActions supportedDragActions() const override { return Qt::CopyAction; }

Q_SIGNALS:
    void shownChanged(const QString& run, bool shown);

private:
    std::vector<core::SettingDifference> differences(int row) const;
    QString toolTip(int row) const;
    std::vector<RunRow> m_rows;
    DifferenceSource m_differences;
};

} // namespace ui
