#include "ui/window/main_window.h"

#include "ui/curves/curves_view.h"
#include "ui/results/results_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/sentence/sentence_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/local_paths.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/option_field.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"
#include "ui/window/drop_overlay.h"
#include "ui/window/help_windows.h"
#include "ui/window/run_bar.h"
#include "ui/window/shown_bar.h"
#include "ui/window/window_actions.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QDropEvent>
#include <QFileDialog>
#include <QMenu>
#include <QMenuBar>
#include <QScrollArea>
#include <QSettings>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWhatsThis>

namespace ui {

namespace {

constexpr int kSetupWidth = 344;
constexpr int kLeastSetupWidth = 296;
constexpr int kRunsWidth = 232;
constexpr QSize kFirstSize{1280, 800};

QString suffixOf(const QString& format)
{
    if (format == QLatin1String("safetensors"))
        return QStringLiteral(".safetensors");
    return format == QLatin1String("pytorch") ? QStringLiteral(".pt") : QString();
}

QScrollArea* scrolled(QWidget* view)
{
    auto* area = new QScrollArea;
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setWidget(view);
    return area;
}

} // namespace

struct MainWindow::State {
    State(MainWindow& owner, const Knowledge& known)
        : window(owner), knowledge(known), actions(owner, knowledge)
    {
    }

    QToolBar* addBar(const QString& title, const char* name);
    void addMenuButton(QMenu* menu, const char* iconName, const QString& help);
    void makeToolBars();
    void makeViews();
    void connectActions();
    void connectViews();
    void followTraining();
    void showScheme() const;
    void setPresentation(bool on);
    void saveSpec();
    void exportAs(const QString& format);
    void chooseSpec();

    MainWindow& window;
    Knowledge knowledge;
    WindowActions actions;
    SaveChooser chooseSave = saveDialog();
    SetupPanel* setup = nullptr;
    CurvesView* curves = nullptr;
    SentenceView* sentence = nullptr;
    ResultsView* results = nullptr;
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
    m_state->actions.makeMenus(*this);
    m_state->overlay = new DropOverlay(this);
    m_state->connectActions();
    m_state->connectViews();
    m_state->followTraining();
    m_state->showScheme();
    qApp->installEventFilter(this); // Drops on a line edit are for the window, too.
}

MainWindow::~MainWindow()
{
    qApp->removeEventFilter(this);
    // The pictures in the tabs know the panel that made them: they go first.
    delete takeCentralWidget();
}

void MainWindow::State::makeViews()
{
    auto* centre = new QWidget(&window);
    message = new MessageBar(centre);
    splitter = new QSplitter(Qt::Horizontal, centre);
    splitter->setObjectName(QStringLiteral("mainSplitter"));
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    setup = new SetupPanel(knowledge, splitter);
    tabs = new QTabWidget(splitter);
    tabs->setObjectName(QStringLiteral("views"));
    tabs->setAccessibleName(tr("Views"));
    tabs->setDocumentMode(true);
    tabs->tabBar()->setExpanding(false);
    tabs->tabBar()->setDrawBase(false);
    curves = new CurvesView(tabs);
    sentence = new SentenceView(tabs);
    results = new ResultsView(tabs);
    // A view that needs more room than a small screen has is scrolled, rather than the window grown
    // beyond the screen.
    const std::array<QWidget*, 4> pages{setup->preview(), scrolled(curves), scrolled(sentence),
                                        scrolled(results)};
    for (size_t i = 0; i < pages.size(); ++i)
        tabs->addTab(pages[i], actions.views[i]->text());
    runs = new RunsPanel(splitter);
    for (QWidget* part :
         {static_cast<QWidget*>(setup), static_cast<QWidget*>(tabs), static_cast<QWidget*>(runs)})
        splitter->addWidget(part);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setStretchFactor(2, 0);
    setup->setMinimumWidth(kLeastSetupWidth);
    shown = new ShownBar(centre);
    auto* line = new QFrame(centre);
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    auto* layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(message);
    layout->addWidget(splitter, 1);
    layout->addWidget(line);
    layout->addWidget(shown);
    window.setCentralWidget(centre);
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

void MainWindow::State::addMenuButton(QMenu* menu, const char* iconName, const QString& help)
{
    auto* button = new QToolButton(fileBar);
    button->setText(menu->title().remove(u'&'));
    button->setToolTip(toolTipText(help));
    button->setAccessibleName(button->text());
    button->setAccessibleDescription(help);
    button->setMenu(menu);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setIcon(*button, QString::fromLatin1(iconName));
    fileBar->addWidget(button);
}

void MainWindow::State::makeToolBars()
{
    fileBar = addBar(tr("Files"), "fileBar");
    addMenuButton(actions.presets, "preset",
                  tr("Ready-made settings, with a bundled sample or for a well-known data set"));
    fileBar->addActions({actions.open, actions.save});
    addMenuButton(actions.exports, "export",
                  tr("Take the trained network of the current run home"));
    fileBar->addSeparator();
    toolBar = addBar(tr("Training"), "toolBar");
    toolBar->addActions({actions.start, actions.pause, actions.step, actions.stop});
    runBar = new RunBar(toolBar);
    toolBar->addWidget(runBar);
    device = new QuietComboBox(toolBar);
    device->setObjectName(QStringLiteral("deviceComboBox"));
    device->setAccessibleName(tr("Device"));
    device->setToolTip(toolTipText(tr("What the training runs on")));
    for (const Knowledge::Device& each : knowledge.devices)
        device->addItem(each.title, each.id);
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

void MainWindow::State::connectActions()
{
    MainWindow* w = &window;
    const auto on = [w](QAction* action, auto handler) {
        QObject::connect(action, &QAction::triggered, w, [handler] { handler(); });
    };
    on(actions.start, [this] {
        setup->flush(); // What was typed a moment ago belongs to the run.
        Q_EMIT window.startRequested();
    });
    on(actions.pause, [this] {
        if (training == TrainingState::Paused)
            Q_EMIT window.proceedRequested();
        else
            Q_EMIT window.pauseRequested();
    });
    on(actions.step, [w] { Q_EMIT w->stepRequested(); });
    on(actions.stop, [w] { Q_EMIT w->stopRequested(); });
    on(actions.open, [this] { chooseSpec(); });
    on(actions.openRun, [w] {
        const QString folder = QFileDialog::getExistingDirectory(w, tr("Open a run folder"));
        if (!folder.isEmpty())
            Q_EMIT w->openRunRequested(folder);
    });
    on(actions.chooseData, [this] { setup->chooseFiles(); });
    on(actions.save, [this] { saveSpec(); });
    on(actions.quit, [w] { w->close(); });
    for (size_t i = 0; i < actions.views.size(); ++i) {
        on(actions.views[i], [w, i] { w->showView(static_cast<View>(i)); });
        on(actions.steps[i], [this, w, i] {
            setup->setStep(static_cast<SetupStep>(i));
            w->showView(View::Preview);
        });
    }
    const auto turn = [this](int by) {
        tabs->setCurrentIndex((tabs->currentIndex() + by + tabs->count()) % tabs->count());
    };
    on(actions.nextView, [turn] { turn(1); });
    on(actions.previousView, [turn] { turn(-1); });
    on(actions.nextScheme, [] {
        Theme& theme = Theme::instance();
        theme.setScheme(theme.isDark() ? ColourScheme::Light : ColourScheme::Dark);
    });
    for (size_t i = 0; i < actions.schemes.size(); ++i)
        on(actions.schemes[i], [i] { Theme::instance().setScheme(static_cast<ColourScheme>(i)); });
    QObject::connect(&Theme::instance(), &Theme::changed, w, [this] { showScheme(); });
    QObject::connect(actions.presentation, &QAction::toggled, w, &MainWindow::setPresentation);
    QObject::connect(actions.showSetup, &QAction::toggled, setup, &QWidget::setVisible);
    QObject::connect(actions.showRuns, &QAction::toggled, runs, &QWidget::setVisible);
    on(actions.shortcuts, [this, w] { (new ShortcutsHelp(actions.withShortcuts(*w), w))->show(); });
    on(actions.settingsHelp, [this, w] { (new SettingsHelp(knowledge, w))->show(); });
    on(actions.whatsThis, [] { QWhatsThis::enterWhatsThisMode(); });
    on(actions.about, [w] { (new AboutBox(w))->show(); });
    QObject::connect(actions.presets, &QMenu::triggered, w,
                     [w](QAction* preset) { Q_EMIT w->presetChosen(preset->data().toString()); });
    QObject::connect(actions.exports, &QMenu::triggered, w,
                     [this](QAction* format) { exportAs(format->data().toString()); });
}

void MainWindow::State::connectViews()
{
    MainWindow* w = &window;
    QObject::connect(tabs, &QTabWidget::currentChanged, w,
                     [w](int index) { Q_EMIT w->viewChanged(static_cast<View>(index)); });
    QObject::connect(setup, &SetupPanel::stepActivated, w, [w] { w->showView(View::Preview); });
    QObject::connect(shown, &ShownBar::pinnedTextChanged, w, &MainWindow::pinnedTextChanged);
    QObject::connect(shown, &ShownBar::epochChosen, w, &MainWindow::epochChosen);
    QObject::connect(device, &QComboBox::activated, w,
                     [this, w] { Q_EMIT w->deviceChosen(device->currentData().toString()); });
    QObject::connect(runs, &RunsPanel::openRequested, actions.openRun, &QAction::trigger);
    QObject::connect(runs, &RunsPanel::exportRequested, w,
                     [this](const QString&, const QString& format) { exportAs(format); });
}

void MainWindow::State::followTraining()
{
    actions.follow(training, startable, whyNot);
    device->setEnabled(training == TrainingState::Idle);
    actions.chooseData->setEnabled(training == TrainingState::Idle);
    actions.presets->setEnabled(training == TrainingState::Idle);
    runBar->setState(training);
    runBar->setIdleText(startable ? tr("Ready: press Start.") : whyNot);
}

void MainWindow::State::showScheme() const
{
    actions.schemes[static_cast<size_t>(Theme::instance().scheme())]->setChecked(true);
}

void MainWindow::State::chooseSpec()
{
    const QString path = QFileDialog::getOpenFileName(
        &window, tr("Open settings"), {}, tr("Unroll settings (*.unroll *.json);;All files (*)"));
    if (!path.isEmpty())
        Q_EMIT window.openSpecRequested(path);
}

void MainWindow::State::saveSpec()
{
    setup->flush();
    const core::Json spec = setup->spec();
    const QString name = QString::fromStdString(spec.value("name", std::string("experiment")));
    const QString path = chooseSave(&window, tr("Save settings"), name + QStringLiteral(".unroll"),
                                    tr("Unroll settings (*.unroll)"));
    if (!path.isEmpty())
        Q_EMIT window.saveSpecRequested(path);
}

void MainWindow::State::exportAs(const QString& format)
{
    const QString run = QDir(runs->current()).dirName();
    const QString name
        = (run.isEmpty() || run == QLatin1String(".") ? QStringLiteral("network") : run)
        + suffixOf(format);
    const QString target = chooseSave(&window, tr("Export the network"), name, tr("All files (*)"));
    if (!target.isEmpty())
        Q_EMIT window.exportRequested(format, target);
}

SetupPanel& MainWindow::setup() const
{
    return *m_state->setup;
}

CurvesView& MainWindow::curves() const
{
    return *m_state->curves;
}

SentenceView& MainWindow::sentence() const
{
    return *m_state->sentence;
}

ResultsView& MainWindow::results() const
{
    return *m_state->results;
}

RunsPanel& MainWindow::runs() const
{
    return *m_state->runs;
}

void MainWindow::showView(View view)
{
    m_state->tabs->setCurrentIndex(static_cast<int>(view));
}

View MainWindow::view() const
{
    return static_cast<View>(m_state->tabs->currentIndex());
}

void MainWindow::setTrainingState(TrainingState state)
{
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

void MainWindow::setStartable(bool startable, const QString& whyNot)
{
    m_state->startable = startable;
    m_state->whyNot = whyNot;
    m_state->followTraining();
}

void MainWindow::showFailure(const core::Failure& failure)
{
    // Somebody who stopped a job knows it; that is news, not an error.
    const bool cancelled = failure.code == core::ErrorCode::Cancelled;
    m_state->message->showMessage(ui::sentence(failure),
                                  cancelled ? MessageBar::Kind::Notice : MessageBar::Kind::Failure);
}

void MainWindow::showNotice(const core::Message& notice)
{
    m_state->message->showMessage(ui::sentence(notice), MessageBar::Kind::Notice);
}

void MainWindow::setEpochs(const std::vector<int>& epochs, int position)
{
    m_state->shown->setEpochs(epochs, position);
}

QString MainWindow::pinnedText() const
{
    return m_state->shown->pinnedText();
}

void MainWindow::setPinnedText(const QString& text)
{
    m_state->shown->setPinnedText(text);
}

void MainWindow::setDevices(const QString& current)
{
    QComboBox& device = *m_state->device;
    if (device.findData(current) < 0)
        device.addItem(tr("%1 (not here)").arg(current), current);
    device.setCurrentIndex(device.findData(current));
}

void MainWindow::setSaveChooser(SaveChooser chooser)
{
    m_state->chooseSave = std::move(chooser);
}

void MainWindow::setPresentation(bool on)
{
    if (on == Theme::instance().presentation() && on == !menuBar()->isVisibleTo(this))
        return;
    m_state->setPresentation(on);
}

void MainWindow::State::setPresentation(bool on)
{
    if (on) {
        setupBefore = actions.showSetup->isChecked();
        runsBefore = actions.showRuns->isChecked();
    }
    actions.presentation->setChecked(on);
    window.menuBar()->setVisible(!on);
    fileBar->setVisible(!on);
    actions.showSetup->setChecked(!on && setupBefore);
    actions.showRuns->setChecked(!on && runsBefore);
    Theme::instance().setPresentation(on);
    if (window.isVisible())
        window.setWindowState(on ? window.windowState() | Qt::WindowFullScreen
                                 : window.windowState() & ~Qt::WindowFullScreen);
}

void MainWindow::rememberStateIn(const QString& iniPath)
{
    m_state->iniPath = iniPath;
    const QSettings settings(iniPath, QSettings::IniFormat);
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    m_state->splitterRestored = m_state->splitter->restoreState(
        settings.value(QStringLiteral("window/splitter")).toByteArray());
    const int scheme = settings.value(QStringLiteral("window/scheme"), 0).toInt();
    if (scheme >= 0 && scheme < 3)
        Theme::instance().setScheme(static_cast<ColourScheme>(scheme));
    const int tab = settings.value(QStringLiteral("window/view"), 0).toInt();
    if (tab >= 0 && tab < m_state->tabs->count())
        m_state->tabs->setCurrentIndex(tab);
    m_state->actions.showSetup->setChecked(
        settings.value(QStringLiteral("window/setup"), true).toBool());
    m_state->actions.showRuns->setChecked(
        settings.value(QStringLiteral("window/runs"), true).toBool());
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (m_state->wasShown)
        return;
    m_state->wasShown = true;
    // Only now the splitter knows its width.
    if (!m_state->splitterRestored)
        m_state->splitter->setSizes(
            {kSetupWidth, m_state->splitter->width() - kSetupWidth - kRunsWidth, kRunsWidth});
    m_state->tabs->tabBar()->setFocus(); // Not the name: keys pressed by chance would change it.
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    setPresentation(false); // The window comes back as one works with it.
    if (!m_state->iniPath.isEmpty()) {
        QSettings settings(m_state->iniPath, QSettings::IniFormat);
        settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
        settings.setValue(QStringLiteral("window/splitter"), m_state->splitter->saveState());
        settings.setValue(QStringLiteral("window/scheme"),
                          static_cast<int>(Theme::instance().scheme()));
        settings.setValue(QStringLiteral("window/view"), m_state->tabs->currentIndex());
        settings.setValue(QStringLiteral("window/setup"), m_state->actions.showSetup->isChecked());
        settings.setValue(QStringLiteral("window/runs"), m_state->actions.showRuns->isChecked());
    }
    m_state->setup->flush();
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
    Q_EMIT pathsDropped(paths);
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
