#pragma once

#include "ui/curves/curves_view.h"
#include "ui/decoding/decoding_view.h"
#include "ui/positions/positions_view.h"
#include "ui/results/results_view.h"
#include "ui/results/translation_results_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/sentence/sentence_view.h"
#include "ui/sentence/translation_view.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/drop_overlay.h"
#include "ui/window/main_window.h"
#include "ui/window/run_bar.h"
#include "ui/window/shown_bar.h"
#include "ui/window/window_actions.h"

class QComboBox;
class QSplitter;
class QStackedWidget;
class QTabWidget;
class QToolBar;

namespace ui {

/// The parts of the window and how they are put together; private to MainWindow.
struct MainWindow::State {
    State(MainWindow& owner, const Knowledge& known)
        : window(owner), knowledge(known), actions(owner, knowledge)
    {
    }

    QToolBar* addBar(const QString& title, const char* name);
    void addMenuButton(QMenu* menu, const char* iconName, const QString& help);
    void makeToolBars();
    void makeViews();
    void makeTabs();
    void turnView(int by); ///< To the next view that is not greyed.
    void setTask(const std::string& task);
    template <class Handler> void on(QAction& action, Handler handler);
    void connectActions();
    void connectRunActions();
    void connectFileActions();
    void connectViewActions();
    void connectViews();
    void followTraining();
    void showScheme() const;
    void setPresentation(bool on);
    void saveSpec();
    void exportAs(const QString& format);
    void chooseFiles();

    MainWindow& window;
    Knowledge knowledge;
    WindowActions actions;
    SaveChooser chooseSave = saveDialog();
    SetupPanel* setup = nullptr;
    CurvesView* curves = nullptr;
    SentenceView* sentence = nullptr;
    TranslationView* translation = nullptr;
    DecodingView* decoding = nullptr;
    PositionsView* positions = nullptr;
    ResultsView* results = nullptr;
    TranslationResultsView* translationResults = nullptr;
    QStackedWidget* sentences = nullptr; ///< Classifier, translator.
    QStackedWidget* resultsOfTask = nullptr; ///< Classifier, translator.
    RunsPanel* runs = nullptr;
    QSplitter* splitter = nullptr;
    QTabWidget* tabs = nullptr;
    MessageBar* message = nullptr;
    RunBar* runBar = nullptr;
    ShownBar* shown = nullptr;
    DropOverlay* overlay = nullptr;
    QToolBar* fileBar = nullptr; ///< Away in presentation mode.
    QToolBar* toolBar = nullptr;
    QComboBox* device = nullptr;
    TrainingState training = TrainingState::Idle;
    bool startable = false;
    QString whyNot;
    QString iniPath;
    bool wasShown = false;
    bool splitterRestored = false;
    bool runsBefore = true; ///< Panels as they were before presentation mode.
    bool setupBefore = true;
};

} // namespace ui
