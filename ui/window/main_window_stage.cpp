#include "ui/widgets/theme.h"
#include "ui/window/main_window_state.h"

#include <QMenuBar>
#include <QTimer>
#include <QToolBar>

namespace ui {

/// How to leave it is said once, and not for longer than it takes to read.
void MainWindow::State::hintAtPresentation(bool on)
{
    constexpr int kReadMs = 8000;
    const QString hint = MainWindow::tr("Escape or F11 ends the presentation. Start, Pause, Step "
                                        "and Stop: F5, F6, F7 and Shift+F5.");
    const auto hide = [this, hint] {
        if (message->text() == hint)
            message->hide();
    };
    if (!on) {
        hide();
    } else if (!presentationHinted) {
        presentationHinted = true;
        message->showMessage(hint, MessageBar::Kind::Notice);
        QTimer::singleShot(kReadMs, message, hide);
    }
}

void MainWindow::State::setPresentation(bool on)
{
    actions.presentation->setChecked(on);
    actions.leavePresentation->setEnabled(on);
    for (QWidget* part : {static_cast<QWidget*>(window.menuBar()), static_cast<QWidget*>(fileBar),
                          static_cast<QWidget*>(toolBar), static_cast<QWidget*>(setup),
                          static_cast<QWidget*>(runs)})
        part->setVisible(!on);
    if (on)
        window.hideNotice();
    Theme::instance().setPresentation(on);
    hintAtPresentation(on);
    if (window.isVisible())
        window.setWindowState(on ? window.windowState() | Qt::WindowFullScreen
                                 : window.windowState() & ~Qt::WindowFullScreen);
}

void MainWindow::State::startTour()
{
    if (tour != nullptr)
        tour->end(); // What it has unfolded is folded again.
    std::vector<QAction*> folded; // Panels that it speaks of; folded again when it ends.
    for (QAction* panel : {actions.showSetup, actions.showRuns}) {
        if (!panel->isChecked())
            folded.push_back(panel);
        panel->setChecked(true);
    }
    tour = new Tour(tourSteps(), &window);
    QObject::connect(tour, &Tour::ended, &window, [folded] {
        for (QAction* panel : folded)
            panel->setChecked(false);
    });
}

std::vector<TourStep> MainWindow::State::tourSteps() const
{
    const auto named = [this](const char* name) {
        return [this, name] { return window.findChild<QWidget*>(QLatin1String(name)); };
    };
    return {
        {[this] { return fileBar; }, MainWindow::tr("Choose what to learn from"),
         MainWindow::tr("A preset sets everything for you: data, text, network and training. Its "
                        "bundled sample needs no download. Or drop a file of your own anywhere on "
                        "this window.")},
        {[this] { return setup; }, MainWindow::tr("Four steps set up a training"),
         MainWindow::tr("Data, Text, Model, Training: each shows beside it what it does to your "
                        "data. Every setting explains itself when you point at it.")},
        {named("startButton"), MainWindow::tr("Train"),
         MainWindow::tr("F5 starts, F6 pauses, F7 trains a single update. The window stays usable "
                        "meanwhile. Stop keeps a checkpoint, from which the run can be resumed "
                        "exactly.")},
        {[this] { return tabs->groupBar(); }, MainWindow::tr("Watch it learn, then look inside"),
         MainWindow::tr("Curves shows the training live; Sentence opens one sentence up: tokens, "
                        "probabilities, attention. A translator has its search step by step in "
                        "Decoding.")},
        {[this] { return shown; }, MainWindow::tr("Follow a sentence through the epochs"),
         MainWindow::tr("The answers to pinned sentences follow the network as it learns. The "
                        "slider takes every view back to an earlier epoch.")},
        {[this] { return runs; }, MainWindow::tr("Compare runs, and present them"),
         MainWindow::tr("Each training stays in this list: tick runs to compare them in Curves, "
                        "take over their settings, export their networks. F11 gives the picture "
                        "the whole screen. F1 brings this tour back.")},
    };
}

} // namespace ui
