#pragma once

#include "ui/figure/figure_file.h"
#include "ui/runs/runs_panel.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/closing.h"
#include "ui/window/epoch_film.h"
#include "ui/window/main_window.h"
#include "ui/window/panes.h"
#include "ui/window/pinned_bar.h"
#include "ui/window/run_bar.h"
#include "ui/window/side_panels.h"
#include "ui/window/tour.h"
#include "ui/window/view_tabs.h"
#include "ui/window/window_actions.h"

#include <QTimer>

#include <set>

class QComboBox;
class QToolBar;
class QToolButton;

namespace ui {

class Settings;
inline constexpr QSize kFirstSize{1280, 800};

/// The parts of the window; private to MainWindow.
struct MainWindow::State {
    State(MainWindow& owner, Knowledge known)
        : window(owner), knowledge(std::move(known)), actions(owner, knowledge)
    {
    }

    QToolBar* addBar(const QString& title, const char* name);
    QToolButton* addMenuButton(QMenu* menu, const char* iconName, const QString& help);
    void makeToolBars();
    void makeViews();
    void makeFigureMenu();
    void followOffers(); ///< Enables the views that fit the task.
    template <class Handler> void on(QAction& action, Handler handler);
    void connectActions();
    void connectRunActions();
    void connectFileActions();
    void connectViewActions();
    void connectViews();
    void connectHistory();
    void followHistory(); ///< Names what Undo and Redo do next.
    void connectClosing();
    void followTraining();
    void showScheme() const;
    void setPresentation(bool on);
    void hintAtPresentation(bool on);
    void showStep(SetupStep step);
    void fitScreen(); ///< Sets the size at the first start.
    void startTour();
    std::vector<TourStep> tourSteps() const;
    void connectFilm();
    void recordFilm();
    void keep(); ///< Stores the state of the window for the next start.
    void followPresets(bool idle);
    void saveSpec();
    void exportAs(const QString& format);
    void writeReport();
    void chooseFiles();

    MainWindow& window;
    Knowledge knowledge;
    WindowActions actions;
    SaveChooser chooseSave = saveDialog();
    SetupPanel* setup = nullptr;
    RunsPanel* runs = nullptr;
    Splitter* splitter = nullptr;
    SidePanels* panels = nullptr;
    Panes* panes = nullptr;
    ViewTabs* tabs = nullptr; ///< In the first pane.
    EpochFilm* film = nullptr;
    FigureMenu* figures = nullptr;
    MessageBar* message = nullptr;
    RunBar* runBar = nullptr;
    ShownBar* shown = nullptr;
    DropOverlay* overlay = nullptr;
    QPointer<Tour> tour; ///< The tour in progress.
    Closing* closing = nullptr;
    QToolBar* fileBar = nullptr; ///< Hidden in a presentation.
    QToolBar* toolBar = nullptr;
    QToolButton* presetButton = nullptr;
    QComboBox* device = nullptr;
    TrainingState training = TrainingState::Idle;
    bool startable = false;
    QString readiness; ///< Says that training can start, or why it cannot.
    QString trainingRun;
    std::set<QStringList> offeredSettings; ///< Set-up and run, each pair once.
    QStringList deletedRuns; ///< Names of runs that Undo can restore, the latest last.
    bool deletedLast = false; ///< The deletion is newer than any edit: Undo restores the run.
    QString settingsPath;
    QTimer keeping;
    bool wasShown = false;
    bool presentationHinted = false; ///< The hint how to leave it has been shown.
};

} // namespace ui
