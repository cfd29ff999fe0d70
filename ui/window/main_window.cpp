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
    qApp->installEventFilter(this); // Drops on a line edit are for the window, too.
}

MainWindow::~MainWindow()
{
    qApp->removeEventFilter(this);
    blockSignals(true); // Tabs that go away one by one are no news.
    // The pictures in the tabs know the panel that made them: they go first.
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

const Knowledge& MainWindow::knowledge() const
{
    return m_state->knowledge;
}

void MainWindow::setContext(ViewContext& context)
{
    m_state->tabs->setContext(context);
    connect(&context, &ViewContext::viewRequested, this, &MainWindow::showView);
}

void MainWindow::follow(const Shown& shown)
{
    m_state->tabs->follow(shown);
}

void MainWindow::trained()
{
    m_state->tabs->trained();
}

void MainWindow::showView(const QString& place)
{
    m_state->tabs->show(place);
}

QString MainWindow::view() const
{
    return m_state->tabs->current();
}

void MainWindow::setTrainingState(TrainingState state)
{
    if (state == TrainingState::Preparing && m_state->training == TrainingState::Idle)
        m_state->message->hide(); // What it says is about an earlier run.
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
    // Somebody who stopped a job knows it; that is news, not an error.
    const bool cancelled = failure.code == core::ErrorCode::Cancelled;
    if (!cancelled)
        m_state->closing->stay();
    m_state->message->showMessage(ui::sentence(failure),
                                  cancelled ? MessageBar::Kind::Notice : MessageBar::Kind::Failure);
}

void MainWindow::showNotice(const core::Message& notice)
{
    showNotice(ui::sentence(notice));
}

void MainWindow::offerSettings(const QString& setup, const QString& runName, const QString& run)
{
    // It stands above what is looked at: who goes back and forth between runs has read it.
    if (!m_state->offeredSettings.insert({setup, run}).second) {
        hideNotice();
        return;
    }
    showOffer(tr("The set-up shows %1; the run shown is %2.").arg(setup, runName),
              tr("Take its settings"), [this, run] { Q_EMIT settingsRequested(run); });
}

void MainWindow::showOffer(const QString& text, const QString& button, std::function<void()> action)
{
    if (Theme::instance().presentation()) // There is no set-up in sight.
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

QString MainWindow::pinnedText() const
{
    return m_state->shown->pinned().text();
}

QStringList MainWindow::pinnedTexts() const
{
    return m_state->shown->pinned().texts();
}

void MainWindow::setPinnedTexts(const QStringList& texts)
{
    m_state->shown->pinned().setTexts(texts);
}

void MainWindow::pin(const QString& text)
{
    m_state->shown->pinned().pin(text);
}

void MainWindow::setPinnedExamples(const std::vector<PinnedExample>& examples)
{
    m_state->shown->pinned().setExamples(examples);
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
    m_state->restorePanels(settings);
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (m_state->wasShown)
        return;
    m_state->wasShown = true;
    m_state->tabs->groupBar()->setFocus(); // Not the name: keys pressed by chance would change it.
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_state->closing->mayClose()) {
        event->ignore();
        return;
    }
    setPresentation(false); // The window comes back as one works with it.
    if (!m_state->settingsPath.isEmpty()) {
        Settings settings(m_state->settingsPath);
        settings.setBytes(QStringLiteral("window/geometry"), saveGeometry());
        Splitter::save(settings);
        m_state->tabs->save(settings);
        settings.setValue(QStringLiteral("window/scheme"),
                          static_cast<int>(Theme::instance().scheme()));
        settings.setValue(QStringLiteral("window/view"), m_state->tabs->wanted());
        m_state->savePanels(settings);
        try {
            settings.save();
        } catch (const core::Error&) { // The window is going: there is nobody left to tell.
        }
    }
    m_state->setup->flush();
    m_state->runs->flush();
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

/// Line edits and lists would take dropped files as text; here they are for the window, except in
/// fields that ask for a path.
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

} // namespace ui
