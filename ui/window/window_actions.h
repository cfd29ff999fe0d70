#pragma once

#include "ui/widgets/key_help.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QObject>

#include <array>
#include <utility>
#include <vector>

class QAction;
class QMenu;
class QUndoStack;
class QWidget;

namespace ui {

/// Every action of the window with its shortcut and its help; menus, tool bar and the list of
/// shortcuts are made from them. Owned by the window, so that they work while menus are hidden.
struct WindowActions {
    explicit WindowActions(MainWindow& window, const Knowledge& knowledge);

    QAction *open, *save, *exportView, *quit;
    QAction *undo, *redo;
    QAction *start, *pause, *step, *stop;
    QAction *nextView, *previousView, *nextScheme, *presentation, *leavePresentation;
    QAction *showSetup, *showRuns;
    QAction *playEpochs, *exportFilm, *report;
    std::array<QAction*, 4> panes; ///< By PanePlace.
    QAction *tour, *shortcuts, *settingsHelp, *whatsThis, *about;
    std::vector<std::pair<QString, QAction*>> views; ///< By place.
    std::array<QAction*, 4> steps; ///< By SetupStep.
    std::array<QAction*, 3> schemes; ///< By ColourScheme.
    QMenu* presets; ///< Presets; their actions carry the id as data.
    QMenu* exports; ///< Formats; their actions carry the id as data.

    void makeMenus(MainWindow& window, QMenu& figures) const;
    /// Enables and names start, pause, step and stop.
    void follow(TrainingState state, bool startable, const QString& whyNot) const;
    /// @param settings  name of the run that Start trains. @param run  that Stop ends; empty: none.
    void nameSubjects(const QString& settings, const QString& run) const;
    /// Names what is undone and redone next. @param editable  whether the set-up can be changed
    /// now.
    /// @param deleted  name of the run that Undo restores; empty: Undo changes the set-up.
    void followHistory(const QUndoStack& history, bool editable, const QString& deleted) const;
    static KeyHelps keys(const MainWindow& window); ///< Shortcuts of all actions.

private:
    void makeFileActions(MainWindow& window);
    void makeEditActions(MainWindow& window);
    void makeRunActions(MainWindow& window);
    void makeViewChoices(MainWindow& window);
    void makeViewActions(MainWindow& window);
    void makePaneActions(MainWindow& window);
    void makeHelpActions(MainWindow& window);
    void makeLists(MainWindow& window, const Knowledge& knowledge);
};

/// Decides who handles the keys of undo and redo. Text fields would take them, but typing in the
/// set-up is an undo step there at once. A field of the set-up keeps the keys only while its text
/// is no value yet, any other field while it has edits to undo.
class UndoKeys : public QObject {
    Q_OBJECT
public:
    /// @param window  in which the actions undo and redo.
    UndoKeys(QWidget& window, const QAction& undo, const QAction& redo);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& m_window;
    const QAction& m_undo;
    const QAction& m_redo;
};

} // namespace ui
