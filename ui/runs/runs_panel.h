#pragma once

#include "core/base/option.h"
#include "ui/runs/run_list_model.h"
#include "ui/view/run_row.h"
#include "ui/widgets/key_help.h"

#include <QWidget>

#include <memory>
#include <vector>

namespace ui {

/// The list of runs: colour, line style, state, best value, differences in settings. It can be
/// filtered and grouped; runs can be renamed, starred, noted upon and deleted. A run can be dragged
/// out (its folder) and run folders can be dropped.
class RunsPanel : public QWidget {
    Q_OBJECT
public:
    explicit RunsPanel(QWidget* parent = nullptr);
    ~RunsPanel() override;

    /// To a rail with the signs of the curves alone, or back.
    void setFolded(bool folded);
    bool isFolded() const;
    void setCorner(QWidget* corner); ///< At the right end of its first line.
    void setRuns(const std::vector<RunRow>& runs);
    void setCurrent(const QString& run);
    QString current() const; ///< Empty: none.
    QString neighbour(const QString& run) const; ///< Listed below it, or above; empty: none.
    /// Kinds of the family "export", offered in the menu.
    void setExportFormats(const std::vector<core::KindDescription>& formats);
    /// How to read and compare settings; without it no differences are shown.
    void setSettings(SettingSource source);
    /// Names of the runs that can be brought back, the one deleted last at the end.
    void setDeleted(const QStringList& names);
    static KeyHelps keys(); ///< While the list has the focus.
    void flush(); ///< Says what was typed a moment ago.

Q_SIGNALS:
    void currentChanged(const QString& run); ///< Every view follows this run.
    void shownChanged(const QStringList& runs, bool shown);
    void resumeRequested(const QString& run);
    void settingsRequested(const QString& run); ///< Copy the run's spec into the set-up.
    void exportRequested(const QString& run, const QString& format); ///< Id of family "export".
    void renameRequested(const QString& run, const QString& name);
    void marksChanged(const QString& run, const core::RunMarks& marks); ///< Star or note.
    void deleteRequested(const QString& run); ///< It can be brought back.
    void undeleteRequested(); ///< The run deleted last.
    void deletedChanged(const QStringList& names); ///< As setDeleted() has them.
    void forgetRequested(const QString& run); ///< Off the list; the folder stays.
    void revealRequested(const QString& run); ///< Show the folder.
    void openRequested(); ///< Open a run folder by dialog.

private:
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace ui
