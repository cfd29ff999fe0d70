#include "ui/runs/runs_panel.h"

#include "ui/runs/run_controls.h"
#include "ui/runs/run_delegate.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QItemSelectionModel>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QToolButton>

#include <functional>

namespace ui {

RunsPanel::RunsPanel(QWidget* parent) : QWidget(parent), m_actions(new RunActions(*this))
{
    setAccessibleName(tr("Runs"));
    build();
    connectActions();
    connect(&m_model, &RunListModel::shownChanged, this, &RunsPanel::shownChanged);
    connect(&m_model, &RunListModel::renamed, this, &RunsPanel::renameRequested);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        setFolded(m_folded); // rows and the rail change their size with the type
    });
    enableActions();
}

void RunsPanel::connectActions()
{
    const auto wish = [this](QAction* action, void (RunsPanel::*signal)(const QString&)) {
        connect(action, &QAction::triggered, this, [this, signal] {
            const QString run = m_current; // A copy: the receiver may choose another run.
            if (!run.isEmpty())
                Q_EMIT std::invoke(signal, this, run);
        });
    };
    wish(m_actions->resume, &RunsPanel::resumeRequested);
    wish(m_actions->takeSettings, &RunsPanel::settingsRequested);
    wish(m_actions->reveal, &RunsPanel::revealRequested);
    wish(m_actions->forget, &RunsPanel::forgetRequested);
    wish(m_actions->remove, &RunsPanel::deleteRequested);
    connect(m_actions->open, &QAction::triggered, this, &RunsPanel::openRequested);
    connect(m_actions->rename, &QAction::triggered, this, [this] {
        if (m_list->currentIndex().isValid())
            m_list->edit(m_list->currentIndex());
    });
    connect(m_actions->star, &QAction::triggered, this, [this](bool on) {
        setMarks(m_current, [on](core::RunMarks& marks) { marks.starred = on; });
    });
    connect(m_actions->note, &QAction::triggered, this, [this] { m_note->write(); });
    connect(m_actions->tickOne, &QAction::triggered, this, [this] {
        QStringList others = m_model.listed();
        others.removeAll(m_current);
        tick(others, false);
        tick({m_current}, true);
    });
    connect(m_actions->tickAll, &QAction::triggered, this,
            [this] { tick(m_model.listed(), true); });
    connect(m_actions->tickNone, &QAction::triggered, this,
            [this] { tick(m_model.listed(), false); });
}

void RunsPanel::tick(const QStringList& runs, bool shown)
{
    if (!runs.isEmpty())
        Q_EMIT shownChanged(runs, shown);
}

void RunsPanel::build()
{
    m_head = makeRow(nullptr);
    auto* title = makeLabel(tr("Runs"), LabelRole::Heading);
    m_head->addWidget(title, 1);
    auto* open = new QToolButton;
    open->setDefaultAction(m_actions->open);
    open->setObjectName(QStringLiteral("openButton"));
    open->setFocusPolicy(Qt::StrongFocus);
    m_head->addWidget(open);
    auto* column = makeColumn(this, {m_head}, kGrid, {kGrid, kGrid, kGrid, kGrid});

    buildList();
    m_search = new RunSearch;
    connect(m_search, &RunSearch::filterChanged, this, [this](const QString& text) {
        m_model.setFilter(text);
        select(m_current);
        showParts();
    });
    connect(m_search, &RunSearch::groupingChanged, this, [this](RunGrouping grouping) {
        m_model.setGrouping(grouping);
        select(m_current);
    });
    m_undo = buildUndo();
    m_note = new RunNote;
    connect(m_note, &RunNote::written, this, [this](const QString& run, const QString& text) {
        setMarks(run, [&text](core::RunMarks& marks) { marks.note = text.toStdString(); });
    });
    QWidget* buttons = buildButtons();
    column->addWidget(m_search);
    column->addWidget(m_pages, 1);
    column->addWidget(m_undo);
    column->addWidget(m_note);
    column->addWidget(buttons);
    m_whenOpen = {title, open, buttons};
    showParts();
}

void RunsPanel::buildList()
{
    m_list = named(new QListView, "runList", tr("Runs; Space shows or hides the curves"));
    m_list->setModel(&m_model);
    m_delegate = new RunDelegate(m_model, m_list);
    m_list->setItemDelegate(m_delegate);
    m_list->setDragEnabled(true);
    m_list->setDragDropMode(QAbstractItemView::DragOnly);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setWordWrap(true); // Also in the width that a scroll bar leaves.
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers); // But by its action.
    m_list->addActions({m_actions->remove, m_actions->rename, m_actions->star});
    m_context = named(new QMenu(m_list), "runMenu");
    m_context->addActions({m_actions->resume, m_actions->takeSettings});
    m_context->addMenu(m_actions->exports);
    m_actions->addTo(*m_context);
    connect(m_list, &QListView::customContextMenuRequested, this, [this](const QPoint& position) {
        if (m_list->indexAt(position).isValid())
            m_context->popup(m_list->viewport()->mapToGlobal(position));
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) { follow(index); });
    m_pages = new ContentOrEmpty;
    m_pages->empty().setTexts(tr("No runs yet"),
                              tr("Every training becomes a run in this list, with its curves and "
                                 "checkpoints. Press Start, or drop a run folder here."));
    m_pages->setContent(m_list);
}

QWidget* RunsPanel::buildUndo()
{
    auto* bar = named(new QWidget, "undoBar");
    m_deleted = named(new ElidedLabel, "deletedLabel");
    auto* undo = named(new QToolButton, "undoButton", tr("Bring back the run deleted last"));
    undo->setText(tr("Undo"));
    undo->setFocusPolicy(Qt::StrongFocus);
    connect(undo, &QToolButton::clicked, this, &RunsPanel::undeleteRequested);
    makeRow(bar, {{m_deleted, 1}, undo});
    return bar;
}

void RunsPanel::setDeleted(const QStringList& names)
{
    m_deleted->setFullText(names.isEmpty() ? QString() : tr("%1 deleted").arg(names.back()));
    showParts();
    Q_EMIT deletedChanged(names);
}

void RunsPanel::setMarks(const QString& run, const std::function<void(core::RunMarks&)>& change)
{
    const RunRow* row = m_model.find(run);
    if (row == nullptr)
        return;
    core::RunMarks marks = row->summary.marks;
    change(marks);
    Q_EMIT marksChanged(QString(run), marks); // A copy: the list may change meanwhile.
}

void RunsPanel::showParts()
{
    const bool any = m_model.hasRuns();
    any ? m_pages->showContent() : m_pages->showEmpty();
    m_pages->setVisible(any || !m_folded);
    m_search->setVisible(any && !m_folded);
    m_search->setNothingFound(any && m_model.rowCount() == 0);
    m_undo->setVisible(!m_folded && !m_deleted->fullText().isEmpty());
    m_note->setFolded(m_folded);
}

void RunsPanel::setFolded(bool on)
{
    m_folded = on;
    for (QWidget* part : m_whenOpen)
        part->setVisible(!m_folded);
    showParts();
    m_delegate->setFolded(m_folded);
    const int rail
        = RunDelegate::signWidth() + m_list->verticalScrollBar()->sizeHint().width() + 2 * kGrid;
    setMinimumWidth(m_folded ? rail : 0);
    setMaximumWidth(m_folded ? rail : QWIDGETSIZE_MAX);
    m_list->doItemsLayout();
}

QWidget* RunsPanel::buildButtons()
{
    auto* group = new QWidget;
    auto* grid = new QGridLayout(group);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(kGrid / 2);
    const auto button = [](const QString& name) {
        auto* result = named(new QToolButton, name);
        result->setFocusPolicy(Qt::StrongFocus);
        result->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        return result;
    };
    QToolButton* resume = button(QStringLiteral("resumeButton"));
    resume->setDefaultAction(m_actions->resume);
    QToolButton* settings = button(QStringLiteral("settingsButton"));
    settings->setDefaultAction(m_actions->takeSettings);
    m_exportButton = button(QStringLiteral("exportButton"));
    m_exportButton->setText(tr("Export"));
    m_exportButton->setMenu(m_actions->exports);
    m_exportButton->setPopupMode(QToolButton::InstantPopup);
    QToolButton* more = button(QStringLiteral("moreButton"));
    more->setText(tr("More"));
    auto* menu = new QMenu(more);
    m_actions->addTo(*menu);
    more->setMenu(menu);
    more->setPopupMode(QToolButton::InstantPopup);
    grid->addWidget(resume, 0, 0);
    grid->addWidget(settings, 0, 1);
    grid->addWidget(m_exportButton, 1, 0);
    grid->addWidget(more, 1, 1);
    return group;
}

void RunsPanel::setRuns(const std::vector<RunRow>& runs)
{
    m_model.setRuns(runs);
    showParts();
    select(m_current); // a reset has lost it
    if (m_model.find(m_current) == nullptr && !m_current.isEmpty()) {
        m_current.clear();
        Q_EMIT currentChanged(m_current);
    }
    enableActions();
}

/// For the program; emits no signal.
void RunsPanel::setCurrent(const QString& run)
{
    if (m_model.find(run) != nullptr) {
        m_current = run;
        if (m_model.rowOf(run) < 0)
            m_search->clear(); // The shown run must be listed.
    }
    select(run);
    enableActions();
}

void RunsPanel::select(const QString& run)
{
    const int row = m_model.rowOf(run);
    const QModelIndex index = row >= 0 ? m_model.index(row) : QModelIndex();
    if (m_list->currentIndex() != index) {
        const QSignalBlocker quiet(m_list->selectionModel());
        m_list->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
        if (index.isValid())
            m_list->scrollTo(index);
        m_list->viewport()->update();
    }
}

void RunsPanel::follow(const QModelIndex& index)
{
    if (!index.isValid() || m_model.isHeading(index.row())
        || m_model.at(index.row()).id == m_current)
        return;
    m_current = m_model.at(index.row()).id;
    enableActions();
    Q_EMIT currentChanged(m_current);
}

void RunsPanel::enableActions()
{
    const RunRow* run = m_model.find(m_current);
    m_actions->follow(run);
    m_note->showRun(run != nullptr ? m_current : QString(),
                    run != nullptr ? QString::fromStdString(run->summary.marks.note) : QString());
    m_exportButton->setEnabled(m_actions->exports->menuAction()->isEnabled());
}

void RunsPanel::setExportFormats(const std::vector<core::KindDescription>& formats)
{
    m_actions->exports->clear();
    for (const core::KindDescription& format : formats) {
        QAction* action = m_actions->exports->addAction(coreText(format.title));
        action->setToolTip(toolTipText(coreText(format.summary)));
        connect(action, &QAction::triggered, this, [this, id = QString::fromStdString(format.id)] {
            if (!m_current.isEmpty())
                Q_EMIT exportRequested(m_current, id);
        });
    }
    enableActions();
}

bool RunsPanel::isFolded() const
{
    return m_folded;
}

void RunsPanel::setCorner(QWidget* corner)
{
    m_head->addWidget(corner, 0, Qt::AlignTop);
}

QString RunsPanel::current() const
{
    return m_current;
}

QString RunsPanel::currentName() const
{
    const RunRow* run = m_model.find(m_current);
    return run != nullptr ? QString::fromStdString(run->summary.name) : QString();
}

QString RunsPanel::neighbour(const QString& run) const
{
    const QStringList listed = m_model.listed();
    const qsizetype place = listed.indexOf(run);
    return place < 0 ? QString() : listed.value(place + 1, listed.value(place - 1));
}

void RunsPanel::setSettings(SettingSource source)
{
    m_model.setSettings(std::move(source));
}

KeyHelps RunsPanel::keys()
{
    return RunActions::keys();
}

void RunsPanel::flush()
{
    m_note->save();
}

} // namespace ui
