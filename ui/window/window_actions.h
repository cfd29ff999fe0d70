#pragma once

#include "ui/widgets/key_help.h"
#include "ui/window/main_window.h"

#include <QAction>

#include <array>
#include <utility>
#include <vector>

class QMenu;
class QUndoStack;

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
    QAction *tour, *shortcuts, *settingsHelp, *whatsThis, *about;
    std::vector<std::pair<QString, QAction*>> views; ///< By place.
    std::array<QAction*, 4> steps; ///< By SetupStep.
    std::array<QAction*, 3> schemes; ///< By ColourScheme.
    QMenu* presets; ///< Presets; their actions carry the id as data.
    QMenu* exports; ///< Formats; their actions carry the id as data.

    void makeMenus(MainWindow& window, QMenu& figures) const;
    /// Which of start, pause, step and stop make sense, and what they are called.
    void follow(TrainingState state, bool startable, const QString& whyNot) const;
    /// @param settings  name of what Start trains. @param run  of what Stop ends; empty: none.
    void nameSubjects(const QString& settings, const QString& run) const;
    /// What is undone and redone next. @param editable  whether the set-up can be changed now.
    /// @param deleted  name of the run that Undo brings back; empty: it is the set-up's turn.
    void followHistory(const QUndoStack& history, bool editable, const QString& deleted) const;
    static KeyHelps keys(const MainWindow& window); ///< Of all actions that have some.

private:
    void makeFileActions(MainWindow& window);
    void makeEditActions(MainWindow& window);
    void makeRunActions(MainWindow& window);
    void makeViewChoices(MainWindow& window);
    void makeViewActions(MainWindow& window);
    void makeHelpActions(MainWindow& window);
    void makeLists(MainWindow& window, const Knowledge& knowledge);
};

} // namespace ui
