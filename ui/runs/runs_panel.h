#pragma once

#include "core/base/option.h"
#include "ui/runs/run_list_model.h"
#include "ui/view/view_context.h"
#include "ui/widgets/key_help.h"

#include <QWidget>

#include <functional>
#include <vector>

class QHBoxLayout;
class QListView;
class QMenu;
class QToolButton;

namespace ui {

class ContentOrEmpty;
class ElidedLabel;
class RunActions;
class RunDelegate;
class RunNote;
class RunSearch;

/// The list of runs with colour, line style, state, best value, network and data. It can
/// be filtered and grouped; runs can be renamed, starred, annotated and deleted. A run can be
/// dragged out (its folder), and run folders can be dropped.
class RunsPanel : public QWidget {
    Q_OBJECT
public:
    explicit RunsPanel(QWidget* parent = nullptr);

    /// Folds it to a rail with the check boxes and lines only, or unfolds it.
    void setFolded(bool on);
    bool isFolded() const;
    void setCorner(QWidget* corner); ///< At the right end of its first line.
    void setRuns(const std::vector<RunRow>& runs);
    void setCurrent(const QString& run);
    QString current() const; ///< Empty: none.
    QString currentName() const; ///< As the list shows it; empty: none.
    QString neighbour(const QString& run) const; ///< Listed below it, or above; empty: none.
    /// Kinds of the family "export", offered in the menu.
    void setExportFormats(const std::vector<core::KindDescription>& formats);
    /// Sets how settings are read and compared; without it no differences are shown.
    void setSettings(SettingSource source);
    /// Names of the runs that can be brought back, the one deleted last at the end.
    void setDeleted(const QStringList& names);
    static KeyHelps keys(); ///< Keys that work while the list has the focus.
    void flush(); ///< Saves the note that is being typed.

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
    void forgetRequested(const QString& run); ///< Removes it from the list; the folder stays.
    void revealRequested(const QString& run); ///< Show the folder.
    void openRequested(); ///< Open a run folder by dialog.

private:
    void build();
    void buildList();
    QWidget* buildUndo();
    QWidget* buildButtons();
    void connectActions();
    void follow(const QModelIndex& index);
    void select(const QString& run); ///< In the list, if it is there.
    void tick(const QStringList& runs, bool shown);
    void setMarks(const QString& run, const std::function<void(core::RunMarks&)>& change);
    void showParts(); ///< Shows the parts that have something to show.
    void enableActions();

    RunListModel m_model;
    QString m_current;
    bool m_folded = false;
    QHBoxLayout* m_head = nullptr;
    QListView* m_list = nullptr;
    RunDelegate* m_delegate = nullptr;
    ContentOrEmpty* m_pages = nullptr; ///< The list, or why there is none.
    std::vector<QWidget*> m_whenOpen; ///< Hidden while the panel is folded.
    RunSearch* m_search = nullptr;
    RunNote* m_note = nullptr;
    QWidget* m_undo = nullptr;
    ElidedLabel* m_deleted = nullptr;
    RunActions* m_actions;
    QMenu* m_context = nullptr;
    QToolButton* m_exportButton = nullptr;
};

} // namespace ui
