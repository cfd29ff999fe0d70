#include "ui/window/window_actions.h"

#include "ui/setup/spec_access.h"
#include "ui/text/sentences.h"
#include "ui/views.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/option_field.h"
#include "ui/window/view_tabs.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QComboBox>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QKeySequence>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QUndoStack>

#include <algorithm>
#include <map>

namespace ui {

namespace {

/// An action of the window. `help` stands in the tool tip, with the shortcut behind it.
QAction* make(MainWindow& window, const char* name, const QString& text, const QString& help,
              const QKeySequence& shortcut = {}, const char* iconName = nullptr)
{
    auto* action = new QAction(text, &window);
    action->setObjectName(QString::fromLatin1(name));
    action->setShortcut(shortcut);
    const QString keys = shortcut.toString(QKeySequence::NativeText);
    action->setToolTip(
        toolTipText(keys.isEmpty() ? help : QStringLiteral("%1 (%2)").arg(help, keys)));
    action->setStatusTip(help);
    action->setWhatsThis(toolTipText(help));
    if (iconName != nullptr)
        setIcon(*action, QString::fromLatin1(iconName));
    window.addAction(action); // Its shortcut works while the menus are hidden, too.
    return action;
}

QString withoutMnemonic(QString text)
{
    return text.replace(QStringLiteral("&&"), QChar(0x1)).remove(u'&').replace(QChar(0x1), u'&');
}

enum class Direction { Undo, Redo };

/// The text that is edited in `focus`, which may be a box around it.
const QLineEdit* lineEditOf(const QWidget& focus)
{
    if (const auto* combo = qobject_cast<const QComboBox*>(&focus))
        return combo->lineEdit();
    const auto* edit = qobject_cast<const QLineEdit*>(&focus);
    return edit != nullptr ? edit : focus.findChild<const QLineEdit*>();
}

bool keeps(const QWidget& focus, Direction direction)
{
    for (const QWidget* at = &focus; at != nullptr; at = at->parentWidget()) {
        if (const auto* field = qobject_cast<const OptionField*>(at))
            return field->isBeingTyped();
    }
    const bool undo = direction == Direction::Undo;
    if (const auto* text = qobject_cast<const QPlainTextEdit*>(&focus))
        return undo ? text->document()->isUndoAvailable() : text->document()->isRedoAvailable();
    const QLineEdit* edit = lineEditOf(focus);
    return edit != nullptr && (undo ? edit->isUndoAvailable() : edit->isRedoAvailable());
}

} // namespace

WindowActions::WindowActions(MainWindow& window, const Knowledge& knowledge)
{
    makeFileActions(window);
    makeEditActions(window);
    makeRunActions(window);
    makeViewActions(window);
    makeHelpActions(window);
    makeLists(window, knowledge);
}

void WindowActions::makeFileActions(MainWindow& window)
{
    open
        = make(window, "openAction", MainWindow::tr("&Open"),
               MainWindow::tr(
                   "Open data to learn from, settings, a run or an export; the kind is recognised"),
               QKeySequence::Open, "open");
    save = make(window, "saveAction", MainWindow::tr("&Save"),
                MainWindow::tr("Save the settings as .unroll file"), QKeySequence::Save, "save");
    exportView
        = make(window, "exportViewAction", MainWindow::tr("Export view"),
               MainWindow::tr("Save what this view shows: as a picture, as a table or in words"),
               QKeySequence(QStringLiteral("Ctrl+E")));
    quit = make(window, "quitAction", MainWindow::tr("&Quit"),
                MainWindow::tr("Close the window; a running training is saved first"),
                QKeySequence(QStringLiteral("Ctrl+Q")));
    quit->setMenuRole(QAction::QuitRole);
}

void WindowActions::makeEditActions(MainWindow& window)
{
    undo = make(
        window, "undoAction", MainWindow::tr("&Undo"),
        MainWindow::tr(
            "Undo the last change of the set-up, or bring back the run that was deleted last"),
        QKeySequence(QStringLiteral("Ctrl+Z")));
    redo = make(window, "redoAction", MainWindow::tr("&Redo"),
                MainWindow::tr("Redo the change of the set-up that was last undone"),
                QKeySequence(QStringLiteral("Ctrl+Shift+Z")));
    redo->setShortcuts({redo->shortcut(), QKeySequence(QStringLiteral("Ctrl+Y"))});
    for (QAction* action : {undo, redo})
        action->setEnabled(false);
}

void WindowActions::makeRunActions(MainWindow& window)
{
    start = make(window, "startAction", MainWindow::tr("&Start"),
                 MainWindow::tr("Train with these settings"), QKeySequence(QStringLiteral("F5")),
                 "start");
    pause = make(window, "pauseAction", MainWindow::tr("&Pause"),
                 MainWindow::tr("Pause the training after this update"),
                 QKeySequence(QStringLiteral("F6")), "pause");
    step = make(
        window, "stepAction", MainWindow::tr("S&tep"),
        MainWindow::tr("Train one update of the set-up, or of the paused training, then pause"),
        QKeySequence(QStringLiteral("F7")), "step");
    stop = make(window, "stopAction", MainWindow::tr("St&op"),
                MainWindow::tr("End the training at a checkpoint; it can be resumed"),
                QKeySequence(QStringLiteral("Shift+F5")), "stop");
}

void WindowActions::makeViewChoices(MainWindow& window)
{
    const std::array<QString, 4> stepNames{
        MainWindow::tr("Step 1: Data"), MainWindow::tr("Step 2: Text"),
        MainWindow::tr("Step 3: Model"), MainWindow::tr("Step 4: Training")};
    // Alt with 1 ... 9, 0, then with Shift, in the order of the keyboard.
    const auto keysOf = [](size_t place) {
        constexpr size_t kDigits = 10;
        const QString digit = QString::number((place + 1) % kDigits);
        return QKeySequence(place < kDigits           ? QStringLiteral("Alt+") + digit
                                : place < 2 * kDigits ? QStringLiteral("Alt+Shift+") + digit
                                                      : QString());
    };
    for (const ViewEntry& entry : ui::views()) {
        const QString place = QString::fromLatin1(entry.placeId());
        if (std::any_of(views.begin(), views.end(),
                        [&](const auto& each) { return each.first == place; }))
            continue;
        const QString title = QCoreApplication::translate("View", entry.title);
        const QByteArray number = QByteArray::number(int(views.size()) + 1);
        views.emplace_back(place,
                           make(window, ("viewAction" + number).constData(), title,
                                MainWindow::tr("Show the view %1").arg(title),
                                keysOf(views.size())));
    }
    for (size_t i = 0; i < steps.size(); ++i) {
        const QByteArray number = QByteArray::number(int(i) + 1);
        steps[i] = make(window, ("stepAction" + number).constData(), stepNames[i],
                        MainWindow::tr("Open this step of the set-up and its preview"),
                        QKeySequence(QStringLiteral("Ctrl+") + QString::fromLatin1(number)));
    }
}

void WindowActions::makeViewActions(MainWindow& window)
{
    makeViewChoices(window);
    nextView = make(window, "nextViewAction", MainWindow::tr("&Next view"),
                    MainWindow::tr("Show the view to the right"),
                    QKeySequence(QStringLiteral("Ctrl+Tab")));
    previousView = make(window, "previousViewAction", MainWindow::tr("Pre&vious view"),
                        MainWindow::tr("Show the view to the left"),
                        QKeySequence(QStringLiteral("Ctrl+Shift+Tab")));
    nextScheme = make(window, "nextSchemeAction", MainWindow::tr("Light or &dark"),
                      MainWindow::tr("Change between the light and the dark colours"),
                      QKeySequence(QStringLiteral("Ctrl+T")));
    presentation = make(window, "presentationAction", MainWindow::tr("&Presentation"),
                        MainWindow::tr("Fill the screen with the view, in large type and thick "
                                       "lines, and hide menus, panels and forms"),
                        QKeySequence(QStringLiteral("F11")), "present");
    presentation->setCheckable(true);
    leavePresentation
        = make(window, "leavePresentationAction", MainWindow::tr("Leave the presentation"),
               MainWindow::tr("Bring menus and panels back"), QKeySequence(Qt::Key_Escape));
    leavePresentation->setEnabled(false);
    showSetup = make(window, "showSetupAction", MainWindow::tr("&Set-up"),
                     MainWindow::tr("Fold or unfold the set-up on the left"),
                     QKeySequence(QStringLiteral("Ctrl+B")));
    showRuns = make(window, "showRunsAction", MainWindow::tr("&Runs"),
                    MainWindow::tr("Fold or unfold the list of runs on the right"),
                    QKeySequence(QStringLiteral("Ctrl+R")));
    for (QAction* action : {showSetup, showRuns}) {
        action->setCheckable(true);
        action->setChecked(true);
    }
    makePaneActions(window);
    const std::array<QString, 3> schemeNames{MainWindow::tr("As the desktop"),
                                             MainWindow::tr("Light"), MainWindow::tr("Dark")};
    auto* group = new QActionGroup(&window);
    for (size_t i = 0; i < schemes.size(); ++i) {
        schemes[i]
            = make(window, "schemeAction", schemeNames[i], MainWindow::tr("Colours of the window"));
        schemes[i]->setCheckable(true);
        group->addAction(schemes[i]);
    }
}

void WindowActions::makePaneActions(MainWindow& window)
{
    panes
        = {make(window, "onePaneAction", MainWindow::tr("&One view"),
                MainWindow::tr("Close the second view"),
                QKeySequence(QStringLiteral("Ctrl+Shift+F8"))),
           make(window, "panesBesideAction", MainWindow::tr("Two views side by &side"),
                MainWindow::tr("To compare two runs, two epochs, two sentences or two views, show "
                               "a second view to the right; the same key closes it"),
                QKeySequence(QStringLiteral("F8"))),
           make(window, "panesBelowAction", MainWindow::tr("Two views one &below the other"),
                MainWindow::tr("Show a second view below this one; the same key closes it"),
                QKeySequence(QStringLiteral("Shift+F8"))),
           make(window, "secondWindowAction", MainWindow::tr("Second &window"),
                MainWindow::tr("Show the second view in a window of its own, for a projector: it "
                               "fills another screen if there is one"),
                QKeySequence(QStringLiteral("Ctrl+F8")))};
    for (QAction* action : panes)
        action->setCheckable(true);
    panes.front()->setChecked(true);
    playEpochs = make(window, "playEpochsAction", MainWindow::tr("Play the &epochs"),
                      MainWindow::tr("Show the network of each epoch, one after the other; needs "
                                     "checkpoints of the epochs"),
                      QKeySequence(QStringLiteral("F9")), "start");
    playEpochs->setCheckable(true);
    exportFilm
        = make(window, "exportFilmAction", MainWindow::tr("Export &film of the epochs"),
               MainWindow::tr("Save the views at each epoch as numbered pictures in a folder"),
               QKeySequence(QStringLiteral("Shift+F9")));
    for (QAction* action : {playEpochs, exportFilm})
        action->setEnabled(false);
}

void WindowActions::makeHelpActions(MainWindow& window)
{
    tour = make(window, "tourAction", MainWindow::tr("&Tour"),
                MainWindow::tr("A tour of the controls of this window in six steps"),
                QKeySequence(QStringLiteral("F1")));
    settingsHelp = make(window, "settingsHelpAction", MainWindow::tr("&Settings explained"),
                        MainWindow::tr("Every setting with its range, default and advice"),
                        QKeySequence(QStringLiteral("Ctrl+F1")));
    whatsThis = make(window, "whatsThisAction", MainWindow::tr("&What is this?"),
                     MainWindow::tr("Then click a control to see its explanation"),
                     QKeySequence(QStringLiteral("Shift+F1")));
    shortcuts = make(window, "shortcutsAction", MainWindow::tr("Short&cuts"),
                     MainWindow::tr("All keyboard shortcuts of this window"),
                     QKeySequence(QStringLiteral("Ctrl+/")));
    about = make(window, "aboutAction", MainWindow::tr("&About Unroll"),
                 MainWindow::tr("Version and licence"));
    about->setMenuRole(QAction::AboutRole);
}

void WindowActions::makeLists(MainWindow& window, const Knowledge& knowledge)
{
    presets = new QMenu(MainWindow::tr("&Preset"), &window);
    std::map<std::string, QMenu*> ofTask;
    for (const Knowledge::PresetEntry& preset : knowledge.presets) {
        const std::string task = taskOf(preset.spec);
        QString title = coreText(preset.title.toStdString());
        if (preset.needsData)
            title = MainWindow::tr("%1 (needs your data)").arg(title);
        QMenu*& menu = ofTask[task];
        if (menu == nullptr) {
            const core::KindDescription* kind = core::findKind(knowledge.catalogue, "task", task);
            menu = presets->addMenu(kind != nullptr ? coreText(kind->title)
                                                    : QString::fromStdString(task));
            menu->setToolTipsVisible(true);
        }
        QAction* action = menu->addAction(title.replace(u'&', QStringLiteral("&&")));
        action->setData(preset.id);
        action->setToolTip(toolTipText(
            preset.needsData ? MainWindow::tr("Sets all steps; then drop the data set")
                             : MainWindow::tr("Sets all steps; the sample is built in")));
    }
    exports = new QMenu(MainWindow::tr("&Export"), &window);
    exports->setToolTipsVisible(true);
    const auto formats = knowledge.catalogue.find("export");
    if (formats == knowledge.catalogue.end())
        return;
    for (const core::KindDescription& format : formats->second) {
        QAction* action = exports->addAction(coreText(format.title));
        action->setData(QString::fromStdString(format.id));
        action->setToolTip(toolTipText(coreText(format.summary)));
    }
    report = make(window, "reportAction", MainWindow::tr("&Report of the ticked runs\u2026"),
                  MainWindow::tr("Write settings, curves, scores with intervals, predictions and "
                                 "the view in front into one file, HTML or PDF; several runs are "
                                 "compared with the current one"),
                  {});
}

/// The group of the first view that may stand in a place.
static ViewGroup groupOf(const QString& place)
{
    for (const ViewEntry& entry : ui::views())
        if (place == QLatin1String(entry.placeId()))
            return entry.group;
    return ViewGroup::Data;
}

void WindowActions::makeMenus(MainWindow& window, QMenu& figures) const
{
    QMenu* file = window.menuBar()->addMenu(MainWindow::tr("&File"));
    file->addMenu(presets);
    file->addActions({open, save});
    file->addMenu(exports);
    file->addMenu(&figures);
    file->addActions({exportFilm, report});
    file->addSeparator();
    file->addAction(quit);
    QMenu* edit = window.menuBar()->addMenu(MainWindow::tr("&Edit"));
    edit->addActions({undo, redo});
    QMenu* run = window.menuBar()->addMenu(MainWindow::tr("&Run"));
    run->addActions({start, pause, step, stop});
    QMenu* view = window.menuBar()->addMenu(MainWindow::tr("&View"));
    // Menus of their own: all in one would be higher than a small screen.
    std::map<ViewGroup, QMenu*> groups;
    for (const auto& [place, action] : views) {
        QMenu*& group = groups[groupOf(place)];
        if (group == nullptr)
            group = view->addMenu(groupTitle(groupOf(place)));
        group->addAction(action);
    }
    view->addActions({nextView, previousView});
    view->addSeparator();
    view->addMenu(MainWindow::tr("Steps of the set-&up"))->addActions({steps.begin(), steps.end()});
    view->addMenu(MainWindow::tr("Second &pane"))->addActions({panes.begin(), panes.end()});
    view->addAction(playEpochs);
    view->addSeparator();
    view->addActions({showSetup, showRuns});
    QMenu* colours = view->addMenu(MainWindow::tr("&Colours"));
    colours->addActions({schemes.begin(), schemes.end()});
    view->addActions({nextScheme, presentation});
    QMenu* help = window.menuBar()->addMenu(MainWindow::tr("&Help"));
    help->addActions({tour, settingsHelp, whatsThis, shortcuts});
    help->addSeparator();
    help->addAction(about);
}

void WindowActions::follow(TrainingState state, bool startable, const QString& whyNot) const
{
    const bool paused = state == TrainingState::Paused;
    start->setEnabled(state == TrainingState::Idle && startable);
    pause->setEnabled(state == TrainingState::Running || paused);
    step->setEnabled(paused || start->isEnabled()); // Also starts: one update, then a pause.
    stop->setEnabled(state == TrainingState::Preparing || state == TrainingState::Running
                     || paused);
    // The icon follows the theme by its first name; the text names the action.
    pause->setText(paused ? MainWindow::tr("&Go on") : MainWindow::tr("&Pause"));
    const QString help = paused ? MainWindow::tr("Continue training")
                                : MainWindow::tr("Pause the training after this update");
    pause->setToolTip(toolTipText(help + QStringLiteral(" (F6)")));
    if (state == TrainingState::Idle && !startable && !whyNot.isEmpty())
        start->setToolTip(toolTipText(whyNot));
    else
        start->setToolTip(toolTipText(start->statusTip() + QStringLiteral(" (F5)")));
}

void WindowActions::nameSubjects(const QString& settings, const QString& run) const
{
    constexpr int kWide = 1600, kMiddle = 1400;
    constexpr int kManyLetters = 32, kMoreLetters = 20, kFewLetters = 14;
    const auto* window = qobject_cast<const QWidget*>(start->parent());
    // Short on the tool bar, because the progress needs the room.
    const int width = window != nullptr ? window->width() : 0;
    const int letters = width >= kWide ? kManyLetters
        : width >= kMiddle             ? kMoreLetters
                                       : kFewLetters;
    const auto name = [letters](QAction& action, const char* bare, const char* named,
                                QString subject) {
        const QString text = MainWindow::tr(subject.isEmpty() ? bare : named);
        const QString shortened = subject.size() <= letters
            ? subject
            : subject.left(letters / 2) + QChar(0x2026) + subject.right(letters / 2 - 1);
        const auto filled = [&](QString with) {
            return subject.isEmpty() ? text : text.arg(with.replace(u'&', QStringLiteral("&&")));
        };
        action.setText(filled(subject));
        action.setIconText(withoutMnemonic(filled(shortened)));
    };
    name(*start, QT_TRANSLATE_NOOP("ui::MainWindow", "&Start"),
         QT_TRANSLATE_NOOP("ui::MainWindow", "&Start %1"), settings);
    if (start->isEnabled() && !settings.isEmpty())
        start->setToolTip(
            toolTipText(MainWindow::tr("Train %1 with these settings (F5)").arg(settings)));
    name(*stop, QT_TRANSLATE_NOOP("ui::MainWindow", "St&op"),
         QT_TRANSLATE_NOOP("ui::MainWindow", "St&op %1"), run);
}

void WindowActions::followHistory(const QUndoStack& history, bool editable,
                                  const QString& deleted) const
{
    const auto name = [](QAction& action, const char* bare, const char* named, QString what) {
        const QString text = MainWindow::tr(what.isEmpty() ? bare : named);
        action.setText(what.isEmpty() ? text : text.arg(what.replace(u'&', QStringLiteral("&&"))));
    };
    name(*undo, QT_TRANSLATE_NOOP("ui::MainWindow", "&Undo"),
         QT_TRANSLATE_NOOP("ui::MainWindow", "&Undo %1"),
         deleted.isEmpty() ? history.undoText() : MainWindow::tr("deletion of %1").arg(deleted));
    name(*redo, QT_TRANSLATE_NOOP("ui::MainWindow", "&Redo"),
         QT_TRANSLATE_NOOP("ui::MainWindow", "&Redo %1"), history.redoText());
    undo->setEnabled(!deleted.isEmpty() || (editable && history.canUndo()));
    redo->setEnabled(editable && history.canRedo());
}

KeyHelps WindowActions::keys(const MainWindow& window)
{
    KeyHelps all;
    for (const QAction* action : window.actions()) {
        if (!action->shortcut().isEmpty())
            all.push_back(
                {QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText),
                 withoutMnemonic(action->text()), action->statusTip()});
    }
    return all;
}

UndoKeys::UndoKeys(QWidget& window, const QAction& undo, const QAction& redo)
    : QObject(&window), m_window(window), m_undo(undo), m_redo(redo)
{
    qApp->installEventFilter(this);
}

bool UndoKeys::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride)
        return false;
    const QKeySequence keys(static_cast<QKeyEvent*>(event)->keyCombination());
    const bool undo = m_undo.shortcuts().contains(keys);
    if (!undo && !m_redo.shortcuts().contains(keys))
        return false;
    const auto* focus = qobject_cast<const QWidget*>(watched);
    if (focus == nullptr || !m_window.isAncestorOf(focus)
        || keeps(*focus, undo ? Direction::Undo : Direction::Redo))
        return false;
    event->ignore(); // The shortcut of the action is tried next.
    return true;
}

} // namespace ui
