#include "ui/window/main_window.h"

#include "core/base/error.h"
#include "ui/text/sentences.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/local_paths.h"
#include "ui/widgets/option_field.h"
#include "ui/widgets/settings.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window_state.h"

#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDropEvent>
#include <QMenuBar>
#include <QTimer>
#include <QToolBar>

namespace ui {

MainWindow::MainWindow(const Knowledge& knowledge, QWidget* parent)
    : QMainWindow(parent), m_state(std::make_unique<State>(*this, knowledge))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(tr("Unroll"));
    setWindowIcon(icon(QStringLiteral("unroll")));
    setAcceptDrops(true);
    setContextMenuPolicy(Qt::NoContextMenu); // The tool bar must not be closed by accident.
    resize(kFirstSize);
    m_state->makeViews();
    m_state->makeToolBars();
    m_state->actions.makeMenus(*this, *m_state->figures);
    m_state->overlay = new DropOverlay(this);
    m_state->connectActions();
    m_state->connectViews();
    m_state->connectHistory();
    m_state->connectClosing();
    m_state->followTraining();
    m_state->followOffers();
    m_state->showScheme();
    qApp->installEventFilter(this); // To take drops on line edits, too.
}

MainWindow::~MainWindow()
{
    qApp->removeEventFilter(this);
    blockSignals(true); // No signals while tabs are removed.
    // The preview pages in the tabs refer to the set-up panel.
    delete takeCentralWidget();
}

SetupPanel& MainWindow::setup() const
{
    return *m_state->setup;
}

RunsPanel& MainWindow::runs() const
{
    return *m_state->runs;
}

PinnedBar& MainWindow::pinned() const
{
    return m_state->shown->pinned();
}

const Knowledge& MainWindow::knowledge() const
{
    return m_state->knowledge;
}

void MainWindow::setContext(ViewContext& context)
{
    m_state->panes->setContext(context);
    connect(&context, &ViewContext::viewRequested, this, &MainWindow::showView);
}

SecondPane* MainWindow::second() const
{
    return m_state->panes->second();
}

void MainWindow::follow(const Shown& shown)
{
    m_state->tabs->follow(shown);
}

void MainWindow::trained()
{
    m_state->tabs->trained();
    if (const SecondPane* pane = second())
        pane->tabs().trained();
}

void MainWindow::showView(const QString& place)
{
    m_state->tabs->show(place);
}

QString MainWindow::view() const
{
    return m_state->tabs->current();
}

std::vector<Figure> MainWindow::figures() const
{
    return m_state->tabs->figures();
}

ViewSubject MainWindow::subject() const
{
    return m_state->tabs->subject();
}

void MainWindow::setTrainingState(TrainingState state)
{
    if (state == TrainingState::Preparing && m_state->training == TrainingState::Idle)
        m_state->message->hide(); // It is about an earlier run.
    m_state->training = state;
    m_state->followTraining();
}

void MainWindow::setProgress(const core::Progress& progress)
{
    m_state->runBar->setProgress(progress);
}

void MainWindow::setLatest(const core::UpdateReport& update, const core::StartReport& start)
{
    m_state->runBar->setLatest(update, start);
}

void MainWindow::setTrainingRun(const QString& name)
{
    m_state->trainingRun = name;
    m_state->followTraining();
}

void MainWindow::setStartable(bool startable, const QString& said)
{
    m_state->startable = startable;
    m_state->readiness = said;
    m_state->followTraining();
}

void MainWindow::showFailure(const core::Failure& failure)
{
    // Cancelled by the user: a notice, not an error.
    const bool cancelled = failure.code == core::ErrorCode::Cancelled;
    if (!cancelled)
        m_state->closing->stay();
    m_state->message->showMessage(ui::sentence(failure),
                                  cancelled ? MessageBar::Kind::Notice : MessageBar::Kind::Failure);
    if (!cancelled)
        Q_EMIT failureShown(ui::sentence(failure));
}

void MainWindow::showWarning(const QString& text)
{
    m_state->message->showMessage(text, MessageBar::Kind::Failure);
}

void MainWindow::showNotice(const core::Message& notice)
{
    showNotice(ui::sentence(notice));
}

void MainWindow::offerSettings(const QString& setup, const QString& runName, const QString& run)
{
    const MessageBar& message = *m_state->message;
    if (message.kind() == MessageBar::Kind::Failure && !message.text().isEmpty())
        return; // What else was opened failed: that is to be read first.
    // Only once for each pair, because it covers the view.
    if (!m_state->offeredSettings.insert({setup, run}).second) {
        hideNotice();
        return;
    }
    showOffer(tr("The set-up shows %1; the run shown is %2.").arg(setup, runName),
              tr("Use its settings"), [this, run] { Q_EMIT settingsRequested(run); });
}

void MainWindow::showOffer(const QString& text, const QString& button, std::function<void()> action)
{
    if (Theme::instance().presentation()) // The set-up is hidden.
        return;
    m_state->message->showMessage(text, MessageBar::Kind::Notice, {button, std::move(action)});
}

void MainWindow::showNotice(const QString& text)
{
    m_state->message->showMessage(text, MessageBar::Kind::Notice);
}

void MainWindow::hideNotice()
{
    if (m_state->message->kind() == MessageBar::Kind::Notice)
        m_state->message->hide();
}

void MainWindow::setEpochs(const std::vector<int>& epochs, int position, const QString& newest)
{
    m_state->shown->setEpochs(epochs, position, newest);
}

void MainWindow::setDevices(const QString& current)
{
    QComboBox& device = *m_state->device;
    if (device.findData(current) < 0)
        device.addItem(tr("%1 (not here)").arg(current), current);
    device.setCurrentIndex(device.findData(current));
}

void MainWindow::closeOnceSaved()
{
    m_state->closing->closeOnceSaved();
}

void MainWindow::setSaveChooser(SaveChooser chooser)
{
    m_state->figures->setChooser(chooser);
    m_state->chooseSave = std::move(chooser);
}

void MainWindow::startTour()
{
    setPresentation(false);
    m_state->startTour();
}

void MainWindow::setPresentation(bool on)
{
    if (on == Theme::instance().presentation() && on == !menuBar()->isVisibleTo(this))
        return;
    m_state->setPresentation(on);
}

void MainWindow::rememberStateIn(const QString& path)
{
    m_state->settingsPath = path;
    m_state->panes->setSettingsPath(path);
    const Settings settings(path);
    if (!restoreGeometry(settings.bytes(QStringLiteral("window/geometry"))))
        m_state->fitScreen();
    Splitter::load(settings);
    m_state->splitter->share();
    const int scheme = settings.value(QStringLiteral("window/scheme"), 0).toInt();
    if (scheme >= 0 && scheme < 3)
        Theme::instance().setScheme(static_cast<ColourScheme>(scheme));
    m_state->tabs->load(settings);
    m_state->tabs->showWhenOffered(settings.value(QStringLiteral("window/view")).toString());
    m_state->panes->restore(settings);
    m_state->panels->restore(settings);
    m_state->presentationHinted
        = settings.value(QStringLiteral("window/presentationHinted")).toBool();
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (m_state->wasShown)
        return;
    m_state->wasShown = true;
    m_state->tabs->groupBar()
        ->setFocus(); // Not the name field, which accidental keys would change.
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_state->closing->mayClose()) {
        event->ignore();
        return;
    }
    setPresentation(false); // The next start is not a presentation.
    m_state->keep();
    m_state->setup->flush();
    m_state->runs->flush();
    m_state->panes->closeWindow();
    Q_EMIT closing();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (localPaths(*event->mimeData()).isEmpty())
        return;
    event->acceptProposedAction();
    m_state->overlay->appear();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*)
{
    m_state->overlay->hide();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_state->overlay->hide();
    const QStringList paths = localPaths(*event->mimeData());
    if (paths.isEmpty())
        return;
    event->acceptProposedAction();
    Q_EMIT openRequested(paths);
}

/// Line edits and lists would take dropped files as text; the window takes them instead, except for
/// fields of paths.
bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::DragEnter || watched == this || !watched->isWidgetType())
        return QMainWindow::eventFilter(watched, event);
    auto* widget = static_cast<QWidget*>(watched);
    const auto* drag = static_cast<QDragEnterEvent*>(event);
    if (!isAncestorOf(widget) || localPaths(*drag->mimeData()).isEmpty())
        return QMainWindow::eventFilter(watched, event);
    for (QWidget* at = widget; at != this; at = at->parentWidget()) {
        const auto* field = qobject_cast<OptionField*>(at);
        const bool takesPaths = field != nullptr
            && (field->option().type == core::OptionType::Path
                || field->option().type == core::OptionType::PathList);
        if (takesPaths)
            return false;
    }
    event->ignore(); // So that Qt offers the drag to the parents, up to the window.
    return true;
}

/// Shows once, for a few seconds, how to leave the presentation.
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
    for (QWidget* part : QWidgetList{window.menuBar(), fileBar, toolBar, setup, runs})
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
        tour->end(); // It folds the panels that it unfolded.
    std::vector<QAction*> folded; // Panels that the tour shows; folded again at its end.
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
    const auto child = [this](const char* name) {
        return [this, name] { return window.findChild<QWidget*>(QLatin1String(name)); };
    };
    return {
        {[this] { return fileBar; }, MainWindow::tr("Choose the training data"),
         MainWindow::tr(
             "A preset sets everything for you: data, text, network and training. Its bundled "
             "sample needs no download. Or drop a file of your own anywhere on this window.")},
        {[this] { return setup; }, MainWindow::tr("Four steps set up a training"),
         MainWindow::tr("Data, Text, Model, Training: each step shows its effect on your data "
                        "beside it. Point at a setting to read its explanation.")},
        {child("startButton"), MainWindow::tr("Train"),
         MainWindow::tr(
             "F5 starts, F6 pauses, F7 trains a single update. The window stays usable meanwhile. "
             "Stop keeps a checkpoint, from which the run can be resumed exactly.")},
        {[this] { return tabs->groupBar(); }, MainWindow::tr("Watch it learn, then look inside"),
         MainWindow::tr("Curves shows the training live; Sentence shows one sentence in detail: "
                        "tokens, probabilities, attention. For a translator, Decoding shows the "
                        "search step by step.")},
        {[this] { return shown; }, MainWindow::tr("Follow a sentence through the epochs"),
         MainWindow::tr("The predictions for pinned sentences follow the network as it learns. The "
                        "slider takes every view back to an earlier epoch.")},
        {[this] { return runs; }, MainWindow::tr("Compare runs, and present them"),
         MainWindow::tr("Each training stays in this list: tick runs to compare them in Curves, "
                        "copy their settings or export their networks. F11 shows the view on the "
                        "whole screen. F1 shows this tour again.")},
    };
}

} // namespace ui
