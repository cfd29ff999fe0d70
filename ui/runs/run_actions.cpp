#include "ui/runs/run_actions.h"

#include "ui/widgets/labels.h"

#include <QMenu>

namespace ui {

RunActions::RunActions(QWidget& panel)
    : QObject(&panel)
    , open(make(tr("Open a run ..."), "openAction", tr("Open a run that was trained before")))
    , resume(make(tr("Resume"), "resumeAction",
                  tr("Continue from the last checkpoint, as if it had never stopped")))
    , takeSettings(make(tr("Take settings"), "settingsAction",
                        tr("Copy this run's settings into the set-up on the left")))
    , reveal(make(tr("Show folder"), "revealAction", tr("Open the run's folder on the desktop")))
    , forget(make(tr("Remove from list"), "forgetAction",
                  tr("The folder and its checkpoints stay where they are")))
    , remove(make(tr("Delete"), "deleteAction",
                  tr("Deletes the run; until the window is closed, Undo brings it back")))
    , rename(
          make(tr("Rename"), "renameAction", tr("Another name in lists; the folder keeps its own")))
    , star(make(tr("Star"), "starAction",
                tr("Marks the run with a star; \"starred\" in the filter lists such runs")))
    , note(make(tr("Note"), "noteAction", tr("A text that is kept with the run")))
    , tickOne(
          make(tr("Tick this one only"), "tickOneAction", tr("Draws the curves of this run only")))
    , tickAll(make(tr("Tick all that are listed"), "tickAllAction",
                   tr("Draws the curves of all runs that match the filter")))
    , tickNone(make(tr("Untick all that are listed"), "tickNoneAction",
                    tr("Hides the curves of all runs that match the filter")))
    , exports(new QMenu(tr("Export"), &panel))
{
    exports->setToolTipsVisible(true);
    star->setCheckable(true);
    remove->setShortcut(QKeySequence::Delete);
    rename->setShortcut(QKeySequence(Qt::Key_F2));
    star->setShortcut(QKeySequence(Qt::Key_Asterisk));
    for (QAction* action : {remove, rename, star}) // Of the list, not of the whole window.
        action->setShortcutContext(Qt::WidgetShortcut);
    follow(nullptr);
}

QAction* RunActions::make(const QString& text, const char* name, const QString& help)
{
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String(name));
    action->setToolTip(toolTipText(help));
    return action;
}

void RunActions::addTo(QMenu& menu) const
{
    menu.addActions({star, rename, note, reveal, forget, remove});
    menu.addSeparator();
    menu.addActions({tickOne, tickAll, tickNone});
    menu.setToolTipsVisible(true);
}

KeyHelps RunActions::keys()
{
    const auto text
        = [](Qt::Key key) { return QKeySequence(key).toString(QKeySequence::NativeText); };
    return {{text(Qt::Key_F2), tr("Runs: rename"), tr("Give the run another name in lists")},
            {text(Qt::Key_Asterisk), tr("Runs: star"), tr("Mark the run with a star, or not")},
            {text(Qt::Key_Delete), tr("Runs: delete"), tr("Delete the run; Undo brings it back")}};
}

void RunActions::follow(const RunRow* run)
{
    const bool any = run != nullptr;
    const bool usable = any && run->summary.problem.empty();
    const bool live = any && run->live;
    const bool finished = any && run->summary.state == core::RunState::Completed;
    resume->setEnabled(usable && !live && !finished);
    const QString name = any
        ? QString::fromStdString(run->summary.name).replace(u'&', QStringLiteral("&&"))
        : QString();
    resume->setText(any ? tr("Resume %1").arg(name) : tr("Resume"));
    resume->setIconText(tr("Resume")); // Of the button, which has no room for more.
    takeSettings->setEnabled(usable);
    forget->setEnabled(any && !live);
    remove->setEnabled(any && !live && run->deletable);
    for (QAction* action : {reveal, rename, star, note, tickOne})
        action->setEnabled(any);
    star->setChecked(any && run->summary.marks.starred);
    exports->menuAction()->setEnabled(usable && !exports->isEmpty());
}

} // namespace ui
