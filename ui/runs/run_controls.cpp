#include "ui/runs/run_controls.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QActionGroup>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

namespace ui {

namespace {

constexpr int kLines = 3;
constexpr int kPauseMs = 500; ///< Pause in typing after which the note is saved.

} // namespace

RunActions::RunActions(QWidget& panel)
    : QObject(&panel)
    , open(make(tr("Open a run ..."), "openAction", tr("Open a run that was trained before")))
    , resume(make(tr("Resume"), "resumeAction",
                  tr("Continue from the last checkpoint, as if it had never stopped")))
    , takeSettings(make(tr("Take settings"), "settingsAction",
                        tr("Copy this run's settings into the set-up on the left")))
    , reveal(make(tr("Show folder"), "revealAction", tr("Open the run's folder on the desktop")))
    , forget(make(tr("Remove from list"), "forgetAction",
                  tr("Removes the run from the list; its folder and checkpoints stay")))
    , remove(make(tr("Delete"), "deleteAction",
                  tr("Deletes the run; until the window is closed, Undo brings it back")))
    , rename(make(tr("Rename"), "renameAction",
                  tr("Gives the run another name in lists; its folder keeps its name")))
    , star(make(tr("Star"), "starAction",
                tr("Marks the run with a star; \"starred\" in the filter lists such runs")))
    , note(make(tr("Note"), "noteAction", tr("Writes a note that is stored with the run")))
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
    for (QAction* action : {remove, rename, star}) // They work in the list only.
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
    resume->setIconText(tr("Resume")); // For the button, which has little room.
    takeSettings->setEnabled(usable);
    forget->setEnabled(any && !live);
    remove->setEnabled(any && run->deletable); // Of a run in training, the program says why not.
    for (QAction* action : {reveal, rename, star, note, tickOne})
        action->setEnabled(any);
    star->setChecked(any && run->summary.marks.starred);
    exports->menuAction()->setEnabled(usable && !exports->isEmpty());
}

RunNote::RunNote(QWidget* parent) : QPlainTextEdit(parent)
{
    named(this, "noteEdit", tr("Note on the run"));
    setPlaceholderText(tr("Note on this run; words with # are tags"));
    setTabChangesFocus(true);
    const auto fit = [this] {
        setFixedHeight(kLines * QFontMetrics(Theme::instance().textFont()).lineSpacing()
                       + 2 * kGrid);
    };
    connect(&Theme::instance(), &Theme::changed, this, fit);
    fit();
    m_typing.setSingleShot(true);
    m_typing.setInterval(kPauseMs);
    connect(&m_typing, &QTimer::timeout, this, &RunNote::save);
    connect(this, &QPlainTextEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    follow();
}

/// A note that is being typed about another run is saved first.
void RunNote::showRun(const QString& run, const QString& note)
{
    if (run == m_run && (note == m_saved || m_typing.isActive()))
        return;
    save();
    m_run = run;
    m_saved = note;
    const QSignalBlocker quiet(this);
    if (note != toPlainText())
        setPlainText(note);
    follow();
}

void RunNote::setFolded(bool folded)
{
    m_folded = folded;
    follow();
}

void RunNote::write()
{
    if (m_folded || m_run.isEmpty())
        return;
    show();
    setFocus();
}

void RunNote::save()
{
    m_typing.stop();
    if (m_run.isEmpty() || toPlainText() == m_saved)
        return;
    m_saved = toPlainText();
    Q_EMIT written(m_run, m_saved);
}

void RunNote::follow()
{
    setVisible(!m_folded && !m_run.isEmpty() && (!toPlainText().isEmpty() || hasFocus()));
}

RunSearch::RunSearch(QWidget* parent)
    : QWidget(parent), m_filter(named(new QLineEdit, "filterEdit", tr("Filter of the runs")))
{
    m_filter->setPlaceholderText(tr("Filter: lstm lr<0.01"));
    m_filter->setClearButtonEnabled(true);
    setHelp(*m_filter, RunFilter::help());
    m_filter->setWhatsThis(toolTipText(RunFilter::help()));
    auto* group = named(new QToolButton, "groupButton");
    group->setText(tr("Group"));
    group->setFocusPolicy(Qt::StrongFocus);
    group->setPopupMode(QToolButton::InstantPopup);
    group->setMenu(makeGroupMenu());
    m_nothing
        = named(makeLabel(tr("No run matches the filter."), LabelRole::Muted), "nothingLabel");
    m_nothing->hide();
    makeColumn(this, {makeRow(nullptr, {{m_filter, 1}, group}), m_nothing}, kGrid / 2);
    connect(m_filter, &QLineEdit::textChanged, this, &RunSearch::filterChanged);
}

QMenu* RunSearch::makeGroupMenu()
{
    auto* menu = new QMenu(this);
    auto* choice = new QActionGroup(menu);
    const std::pair<RunGrouping, QString> groupings[]{
        {RunGrouping::None, tr("By time")},
        {RunGrouping::Data, tr("By data")},
        {RunGrouping::Task, tr("By task")},
        {RunGrouping::Tag, tr("By tag (the first #word of the note)")}};
    for (const auto& [grouping, text] : groupings) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(grouping == RunGrouping::None);
        choice->addAction(action);
        connect(action, &QAction::triggered, this,
                [this, grouping = grouping] { Q_EMIT groupingChanged(grouping); });
    }
    return menu;
}

void RunSearch::clear()
{
    m_filter->clear();
}

void RunSearch::setNothingFound(bool nothing)
{
    m_nothing->setVisible(nothing);
}

} // namespace ui
