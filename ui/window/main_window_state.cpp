#include "ui/window/main_window_state.h"

#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/settings.h"
#include "ui/widgets/theme.h"
#include "ui/window/closing.h"
#include "ui/window/help_windows.h"
#include "ui/window/pinned_bar.h"
#include "ui/window/window_actions.h"

#include <QHash>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>
#include <QShortcut>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QUndoStack>
#include <QWhatsThis>

namespace ui {

namespace {

constexpr int kKeepMs = 1000;

QString suffixOf(const QString& format)
{
    static const QHash<QString, QString> suffixes{
        {QStringLiteral("safetensors"), QStringLiteral(".safetensors")},
        {QStringLiteral("pytorch"), QStringLiteral(".pt")},
        {QStringLiteral("vectors_word2vec_text"), QStringLiteral(".vec")},
        {QStringLiteral("vectors_word2vec_binary"), QStringLiteral(".bin")},
        {QStringLiteral("vectors_glove"), QStringLiteral(".txt")},
        {QStringLiteral("vectors_fasttext"), QStringLiteral(".bin")}};
    return suffixes.value(format);
}

} // namespace

/// Maximises the window on a small screen.
void MainWindow::State::fitScreen()
{
    constexpr QSize kBorders{16, 64};
    const QSize room = window.screen()->availableSize();
    window.resize(kFirstSize.boundedTo(room));
    const QSize whole = kFirstSize + kBorders;
    if (whole.width() > room.width() || whole.height() > room.height())
        window.setWindowState(window.windowState() | Qt::WindowMaximized);
}

void MainWindow::State::makeViews()
{
    auto* centre = new QWidget(&window);
    message = new MessageBar(centre);
    splitter = new Splitter(QStringLiteral("main"), Qt::Horizontal, centre);
    splitter->setHandleWidth(1);
    setup = new SetupPanel(knowledge, splitter);
    panes = new Panes(knowledge, actions, splitter);
    tabs = &panes->tabs();
    runs = new RunsPanel(splitter);
    for (QWidget* part : QWidgetList{setup, panes, runs})
        splitter->addWidget(part);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setStretchFactor(2, 0);
    panels = new SidePanels(*setup, *runs, *splitter, *tabs, actions);
    makeFigureMenu();
    shown = new ShownBar(centre);
    shown->setPlayAction(*actions.playEpochs);
    shown->setCorner(
        tabs->makePresentationButtons({actions.start, actions.pause, actions.step, actions.stop}));
    film = new EpochFilm(
        *shown, [this] { return panes->context() == nullptr || !panes->context()->isAnswering(); });
    auto* line = new QFrame(centre);
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    auto* status = new StatusLine(centre);
    makeColumn(centre, {{splitter, 1}, line, shown, status}, 0);
    message->standIn(status);
    window.setCentralWidget(centre);
}

/// Makes the menu that exports the view in front, for the menu File and beside the tabs.
void MainWindow::State::makeFigureMenu()
{
    figures = new FigureMenu(
        MainWindow::tr("Export &view"), [this] { return tabs->figures(); }, &window);
    QObject::connect(figures, &FigureMenu::saved, &window, [this](const QString& path) {
        message->showMessage(MainWindow::tr("Saved as %1.").arg(path), MessageBar::Kind::Notice);
    });
    QObject::connect(figures, &FigureMenu::failed, &window, &MainWindow::showFailure);
    auto* button = named(new QToolButton(tabs), "exportViewButton");
    button->setText(actions.exportView->text());
    button->setAccessibleName(button->text());
    button->setAutoRaise(true);
    setIcon(*button, QStringLiteral("export"));
    setHelp(*button, actions.exportView->statusTip());
    button->setMenu(figures);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly); // The tabs need the room.
    button->setFocusPolicy(Qt::StrongFocus);
    auto* present = new QToolButton(tabs);
    present->setDefaultAction(actions.presentation);
    present->setObjectName(QStringLiteral("presentationButton"));
    present->setAccessibleDescription(actions.presentation->statusTip());
    present->setAutoRaise(true);
    present->setToolButtonStyle(Qt::ToolButtonIconOnly);
    present->setFocusPolicy(Qt::StrongFocus);
    tabs->setCorner(present);
    tabs->setCorner(button);
    QObject::connect(actions.exportView, &QAction::triggered, button, &QToolButton::showMenu);
}

void MainWindow::State::followOffers()
{
    for (const auto& [place, action] : actions.views) {
        const QString reason = tabs->whyNot(place);
        action->setEnabled(reason.isEmpty());
        action->setToolTip(toolTipText(reason.isEmpty() ? action->statusTip() : reason));
    }
}

QToolBar* MainWindow::State::addBar(const QString& title, const char* name)
{
    QToolBar* bar = window.addToolBar(title);
    bar->setObjectName(QString::fromLatin1(name));
    bar->setMovable(false);
    bar->setFloatable(false);
    bar->setIconSize(QSize(16, 16));
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    return bar;
}

QToolButton* MainWindow::State::addMenuButton(QMenu* menu, const char* iconName,
                                              const QString& help)
{
    auto* button = new QToolButton(fileBar);
    button->setText(menu->title().remove(u'&'));
    setHelp(*button, help);
    button->setAccessibleName(button->text());
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setIcon(*button, QString::fromLatin1(iconName));
    fileBar->addWidget(button);
    return button;
}

/// Disables the button with its menu, which could not be opened.
void MainWindow::State::followPresets(bool idle)
{
    actions.presets->setEnabled(idle);
    presetButton->setEnabled(idle);
    setHelp(*presetButton,
            idle ? MainWindow::tr(
                "Ready-made settings, with a bundled sample or for a well-known data set")
                 : MainWindow::tr("A preset would change the settings: it can be chosen once the "
                                  "training has ended"));
}

void MainWindow::State::makeToolBars()
{
    fileBar = addBar(MainWindow::tr("Files"), "fileBar");
    presetButton = addMenuButton(actions.presets, "preset", {});
    presetButton->setObjectName(QStringLiteral("presetButton"));
    followPresets(true);
    fileBar->addActions({actions.open, actions.save});
    addMenuButton(actions.exports, "export",
                  MainWindow::tr("Export the trained network of the current run"));
    fileBar->addSeparator();
    toolBar = addBar(MainWindow::tr("Training"), "toolBar");
    toolBar->addActions({actions.start, actions.pause, actions.step, actions.stop});
    runBar = new RunBar(toolBar);
    toolBar->addWidget(runBar);
    QObject::connect(runBar, &RunBar::speedChosen, &window, &MainWindow::speedChosen);
    device = named(new QuietComboBox(toolBar), "deviceComboBox", MainWindow::tr("Device"),
                   MainWindow::tr("Device of the training"));
    for (const Knowledge::Device& each : knowledge.devices)
        device->addItem(each.title, each.id);
    // Fits "CPU, 16 cores"; long names of graphics cards are complete in the list.
    constexpr int kDeviceLetters = 8; // of the widest kind
    device->setMinimumContentsLength(kDeviceLetters);
    toolBar->addWidget(device);
    for (QAction* action :
         {actions.open, actions.save, actions.start, actions.pause, actions.step, actions.stop}) {
        QWidget* onFiles = fileBar->widgetForAction(action);
        QWidget* button = onFiles != nullptr ? onFiles : toolBar->widgetForAction(action);
        button->setObjectName(
            action->objectName().replace(QStringLiteral("Action"), QStringLiteral("Button")));
        button->setAccessibleDescription(action->statusTip());
    }
}

template <class Handler> void MainWindow::State::on(QAction& action, Handler handler)
{
    QObject::connect(&action, &QAction::triggered, &window, [handler] { handler(); });
}

void MainWindow::State::connectActions()
{
    connectRunActions();
    connectFileActions();
    connectViewActions();
    MainWindow* w = &window;
    on(*actions.shortcuts, [w] { (new ShortcutsHelp(WindowActions::keys(*w), w))->show(); });
    on(*actions.tour, [w] { w->startTour(); });
    on(*actions.settingsHelp, [this, w] { (new SettingsHelp(knowledge, w))->show(); });
    on(*actions.whatsThis, [] { QWhatsThis::enterWhatsThisMode(); });
    on(*actions.about, [w] { (new AboutBox(w))->show(); });
}

void MainWindow::State::connectRunActions()
{
    MainWindow* w = &window;
    on(*actions.start, [this] {
        setup->flush(); // Includes what was typed a moment ago.
        Q_EMIT window.startRequested();
    });
    on(*actions.pause, [this] {
        if (training == TrainingState::Paused)
            Q_EMIT window.proceedRequested();
        else
            Q_EMIT window.pauseRequested();
    });
    on(*actions.step, [w] { Q_EMIT w->stepRequested(); });
    on(*actions.stop, [w] { Q_EMIT w->stopRequested(); });
}

void MainWindow::State::connectFileActions()
{
    MainWindow* w = &window;
    on(*actions.open, [this] { chooseFiles(); });
    on(*actions.save, [this] { saveSpec(); });
    on(*actions.quit, [w] { w->close(); });
    QObject::connect(actions.presets, &QMenu::triggered, w,
                     [w](QAction* preset) { Q_EMIT w->presetChosen(preset->data().toString()); });
    QObject::connect(actions.exports, &QMenu::triggered, w,
                     [this](QAction* format) { exportAs(format->data().toString()); });
    on(*actions.report, [this] { writeReport(); });
}

void MainWindow::State::connectViewActions()
{
    MainWindow* w = &window;
    for (const auto& [place, action] : actions.views) {
        on(*action, [w, place = place] { w->showView(place); });
        auto* closed = new QShortcut(action->shortcut(), w); // A disabled action takes no keys.
        closed->setEnabled(!action->isEnabled());
        QObject::connect(action, &QAction::enabledChanged, closed,
                         [closed](bool open) { closed->setEnabled(!open); });
        QObject::connect(closed, &QShortcut::activated, w, [this, place = place] {
            message->showMessage(tabs->whyNot(place), MessageBar::Kind::Notice);
        });
    }
    for (size_t i = 0; i < actions.steps.size(); ++i) {
        on(*actions.steps[i], [this, i] {
            setup->setStep(static_cast<SetupStep>(i));
            showStep(static_cast<SetupStep>(i));
        });
    }
    connectFilm();
    on(*actions.nextView, [this] { tabs->turn(1); });
    on(*actions.previousView, [this] { tabs->turn(-1); });
    on(*actions.nextScheme, [] {
        Theme& theme = Theme::instance();
        theme.setScheme(theme.isDark() ? ColourScheme::Light : ColourScheme::Dark);
    });
    for (size_t i = 0; i < actions.schemes.size(); ++i)
        on(*actions.schemes[i], [i] { Theme::instance().setScheme(static_cast<ColourScheme>(i)); });
    QObject::connect(&Theme::instance(), &Theme::changed, w, [this] { showScheme(); });
    QObject::connect(actions.presentation, &QAction::toggled, w, &MainWindow::setPresentation);
    on(*actions.leavePresentation, [w] { w->setPresentation(false); });
    QObject::connect(panels, &SidePanels::changed, &keeping, [this] { keeping.start(); });
}

/// Shows the step with its preview. A view stays in front of a step that it shows as well.
void MainWindow::State::showStep(SetupStep step)
{
    const bool isShown = step == SetupStep::Model || step == SetupStep::Training;
    if (!isShown || tabs->subject() != ViewSubject::SetUpOrRun)
        window.showView(SidePanels::kPreview);
    if (setup->isFolded())
        actions.showSetup->trigger();
}

/// At the end, and soon after each change, because a program that is killed cannot save its state.
void MainWindow::State::keep()
{
    keeping.stop();
    if (settingsPath.isEmpty() || Theme::instance().presentation()) // It hides the panels.
        return;
    Settings settings(settingsPath);
    settings.setBytes(QStringLiteral("window/geometry"), window.saveGeometry());
    Splitter::save(settings);
    panes->store(settings);
    settings.setValue(QStringLiteral("window/scheme"), int(Theme::instance().scheme()));
    panels->store(settings);
    settings.setValue(QStringLiteral("window/presentationHinted"), presentationHinted);
    try {
        settings.save();
    } catch (const core::Error&) { // The state of the window is not worth a message.
    }
}

void MainWindow::State::connectViews()
{
    MainWindow* w = &window;
    QObject::connect(tabs, &ViewTabs::currentChanged, w, [this](const QString& place) {
        keeping.start();
        Q_EMIT window.viewChanged(place);
    });
    keeping.setSingleShot(true);
    keeping.setInterval(kKeepMs);
    QObject::connect(&keeping, &QTimer::timeout, w, [this] { keep(); });
    QObject::connect(panes, &Panes::arranged, &keeping, [this] { keeping.start(); });
    QObject::connect(panes, &Panes::secondChanged, w, &MainWindow::secondChanged);
    QObject::connect(tabs, &ViewTabs::offersChanged, w, [this] { followOffers(); });
    QObject::connect(setup, &SetupPanel::stepActivated, w,
                     [this](SetupStep step) { showStep(step); });
    QObject::connect(shown, &ShownBar::epochChosen, w, &MainWindow::epochChosen);
    QObject::connect(device, &QComboBox::activated, w,
                     [this, w] { Q_EMIT w->deviceChosen(device->currentData().toString()); });
    QObject::connect(runs, &RunsPanel::openRequested, w, [w] {
        if (const QStringList paths = OpenDialog::choose(w); !paths.isEmpty())
            Q_EMIT w->runOpenRequested(paths);
    });
    QObject::connect(setup, &SetupPanel::openRequested, actions.open, &QAction::trigger);
    QObject::connect(setup, &SetupPanel::filesChosen, w, &MainWindow::openRequested);
    QObject::connect(runs, &RunsPanel::exportRequested, w,
                     [this](const QString&, const QString& format) { exportAs(format); });
}

void MainWindow::State::connectFilm()
{
    on(*actions.playEpochs, [this] { film->play(actions.playEpochs->isChecked()); });
    QObject::connect(film, &EpochFilm::playingChanged, &window,
                     [this](bool plays) { actions.playEpochs->setChecked(plays); });
    QObject::connect(film, &EpochFilm::recorded, &window, [this](int frames, const QString& path) {
        message->showMessage(filled(MainWindow::tr("%1 {frame was|frames were} saved in %2."),
                                    {count(frames), path}),
                             MessageBar::Kind::Notice);
    });
    QObject::connect(film, &EpochFilm::failed, &window, &MainWindow::showFailure);
    QObject::connect(shown, &ShownBar::positionsChanged, &window, [this] {
        const bool any = shown->positions() > 1;
        actions.playEpochs->setEnabled(any);
        actions.exportFilm->setEnabled(any);
    });
    on(*actions.exportFilm, [this] { recordFilm(); });
}

void MainWindow::State::recordFilm()
{
    const QString name = runs->currentName().replace(u'/', u'_') + QStringLiteral("-epochs");
    const QString folder = chooseSave(&window, MainWindow::tr("Export the film to a new folder"),
                                      name, MainWindow::tr("Folders (*)"));
    if (!folder.isEmpty())
        film->record(*panes, folder);
}

void MainWindow::State::connectHistory()
{
    QUndoStack& history = setup->history();
    on(*actions.undo, [this, &history] {
        if (deletedLast)
            Q_EMIT runs->undeleteRequested();
        else
            history.undo();
    });
    on(*actions.redo, [&history] { history.redo(); });
    const auto follow = [this] { followHistory(); };
    QObject::connect(&history, &QUndoStack::indexChanged, &window, [this] {
        deletedLast = false;
        followHistory();
    });
    QObject::connect(runs, &RunsPanel::deletedChanged, &window, [this](const QStringList& names) {
        if (names.size() > deletedRuns.size())
            deletedLast = true;
        deletedRuns = names;
        deletedLast = deletedLast && !names.isEmpty();
        followHistory();
    });
    QObject::connect(&history, &QUndoStack::undoTextChanged, &window, follow);
    QObject::connect(&history, &QUndoStack::redoTextChanged, &window, follow);
    new UndoKeys(window, *actions.undo, *actions.redo);
}

void MainWindow::State::followHistory()
{
    actions.followHistory(setup->history(), training == TrainingState::Idle,
                          deletedLast ? deletedRuns.back() : QString());
}

void MainWindow::State::connectClosing()
{
    MainWindow* w = &window;
    closing = new Closing(window);
    QObject::connect(closing, &Closing::stopRequested, w, &MainWindow::stopRequested);
    QObject::connect(closing, &Closing::epochEndRequested, w, [this](bool wanted) {
        Q_EMIT window.epochEndRequested(wanted);
        if (!wanted)
            return;
        message->showMessage(MainWindow::tr("The window closes when this epoch has ended and is "
                                            "saved. To change this, close it again."),
                             MessageBar::Kind::Notice);
        if (training == TrainingState::Paused)
            Q_EMIT window.proceedRequested();
    });
    QObject::connect(closing, &Closing::planChanged, w, [this] {
        const bool closes = closing->plan() != Closing::Plan::None;
        if (closes)
            window.setPresentation(false); // The presentation hides the progress.
        runBar->setClosing(closes);
    });
}

void MainWindow::State::followTraining()
{
    closing->follow(training, trainingRun);
    followHistory();
    actions.follow(training, startable, readiness);
    const bool idle = training == TrainingState::Idle;
    // Only one of them, because the progress needs the room.
    const auto settings = QString::fromStdString(setup->spec().value("name", std::string()));
    actions.nameSubjects(idle ? settings : QString(), idle ? QString() : trainingRun);
    device->setEnabled(idle);
    followPresets(idle);
    runBar->setState(training);
    runBar->setIdleText(readiness.isEmpty() ? MainWindow::tr("Ready: press Start.") : readiness);
}

void MainWindow::State::showScheme() const
{
    actions.schemes[size_t(Theme::instance().scheme())]->setChecked(true);
}

void MainWindow::State::chooseFiles()
{
    const QStringList paths = OpenDialog::choose(&window);
    if (!paths.isEmpty())
        Q_EMIT window.openRequested(paths);
}

void MainWindow::State::saveSpec()
{
    setup->flush();
    const core::Json spec = setup->spec();
    const QString name = QString::fromStdString(spec.value("name", std::string("experiment")));
    const QString path
        = chooseSave(&window, MainWindow::tr("Save settings"), name + QStringLiteral(".unroll"),
                     MainWindow::tr("Unroll settings (*.unroll)"));
    if (!path.isEmpty())
        Q_EMIT window.saveSpecRequested(path);
}

void MainWindow::State::exportAs(const QString& format)
{
    const QString run = runs->currentName().replace(u'/', u'_'); // Not a folder of the path.
    const QString name = (run.isEmpty() ? QStringLiteral("network") : run) + suffixOf(format);
    const QString target = chooseSave(&window, MainWindow::tr("Export the network"), name,
                                      MainWindow::tr("All files (*)"));
    if (!target.isEmpty())
        Q_EMIT window.exportRequested(format, target);
}

void MainWindow::State::writeReport()
{
    const QString run = runs->currentName().replace(u'/', u'_');
    const QString target
        = chooseSave(&window, MainWindow::tr("Save the report"),
                     (run.isEmpty() ? QStringLiteral("report") : run) + QStringLiteral(".html"),
                     MainWindow::tr("Web page (*.html);;PDF (*.pdf)"));
    if (!target.isEmpty())
        Q_EMIT window.reportRequested(target);
}

} // namespace ui
