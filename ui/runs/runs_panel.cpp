#include "ui/runs/runs_panel.h"

#include "ui/runs/run_actions.h"
#include "ui/runs/run_delegate.h"
#include "ui/runs/run_note.h"
#include "ui/runs/run_search.h"
#include "ui/text/sentences.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <functional>

namespace ui {

class RunsPanel::State : public QObject {
public:
    explicit State(RunsPanel& owner);
    void setRuns(const std::vector<RunRow>& runs);
    void setCurrent(const QString& run);
    void setExportFormats(const std::vector<core::KindDescription>& formats);
    void setFolded(bool on);
    void setDeleted(const QStringList& names);

    RunListModel model;
    RunNote* note = nullptr;
    QString current;
    bool folded = false;
    QHBoxLayout* head = nullptr;

private:
    void build();
    void buildList();
    void connectActions();
    QWidget* buildUndo();
    QWidget* buildButtons();
    void follow(const QModelIndex& index);
    void select(const QString& run); ///< In the list, if it is there.
    void tick(const QStringList& runs, bool shown);
    void setMarks(const QString& run, const std::function<void(core::RunMarks&)>& change);
    void showParts(); ///< Those for which there is a reason.
    void enableActions();

    RunsPanel& m_panel;
    QListView* m_list = nullptr;
    RunDelegate* m_delegate = nullptr;
    ContentOrEmpty* m_pages = nullptr; ///< The list, or why there is none.
    std::vector<QWidget*> m_whenOpen; ///< Not on the rail.
    RunSearch* m_search = nullptr;
    QWidget* m_undo = nullptr;
    ElidedLabel* m_deleted = nullptr;
    RunActions m_actions;
    QMenu* m_context = nullptr;
    QToolButton* m_exportButton = nullptr;
};

RunsPanel::State::State(RunsPanel& owner) : m_panel(owner), m_actions(owner)
{
    build();
    connectActions();
    connect(&model, &RunListModel::shownChanged, &m_panel, &RunsPanel::shownChanged);
    connect(&model, &RunListModel::renamed, &m_panel, &RunsPanel::renameRequested);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        setFolded(folded); // rows and the rail change their size with the type
    });
    enableActions();
}

void RunsPanel::State::connectActions()
{
    const auto wish = [this](QAction* action, void (RunsPanel::*signal)(const QString&)) {
        connect(action, &QAction::triggered, this, [this, signal] {
            const QString run = current; // A copy: who hears it may choose another one.
            if (!run.isEmpty())
                Q_EMIT std::invoke(signal, m_panel, run);
        });
    };
    wish(m_actions.resume, &RunsPanel::resumeRequested);
    wish(m_actions.takeSettings, &RunsPanel::settingsRequested);
    wish(m_actions.reveal, &RunsPanel::revealRequested);
    wish(m_actions.forget, &RunsPanel::forgetRequested);
    wish(m_actions.remove, &RunsPanel::deleteRequested);
    connect(m_actions.open, &QAction::triggered, &m_panel, &RunsPanel::openRequested);
    connect(m_actions.rename, &QAction::triggered, this, [this] {
        if (m_list->currentIndex().isValid())
            m_list->edit(m_list->currentIndex());
    });
    connect(m_actions.star, &QAction::triggered, this, [this](bool on) {
        setMarks(current, [on](core::RunMarks& marks) { marks.starred = on; });
    });
    connect(m_actions.note, &QAction::triggered, this, [this] { note->write(); });
    connect(m_actions.tickOne, &QAction::triggered, this, [this] {
        QStringList others = model.listed();
        others.removeAll(current);
        tick(others, false);
        tick({current}, true);
    });
    connect(m_actions.tickAll, &QAction::triggered, this, [this] { tick(model.listed(), true); });
    connect(m_actions.tickNone, &QAction::triggered, this, [this] { tick(model.listed(), false); });
}

void RunsPanel::State::tick(const QStringList& runs, bool shown)
{
    if (!runs.isEmpty())
        Q_EMIT m_panel.shownChanged(runs, shown);
}

void RunsPanel::State::build()
{
    const int space = Theme::instance().spacing();
    auto* column = new QVBoxLayout(&m_panel);
    column->setContentsMargins(space, space, space, space);
    column->setSpacing(space);
    head = new QHBoxLayout;
    auto* title = makeLabel(tr("Runs"), LabelRole::Heading);
    head->addWidget(title, 1);
    auto* open = new QToolButton;
    open->setDefaultAction(m_actions.open);
    open->setObjectName(QStringLiteral("openButton"));
    open->setFocusPolicy(Qt::StrongFocus);
    head->addWidget(open);
    column->addLayout(head);

    buildList();
    m_search = new RunSearch;
    connect(m_search, &RunSearch::filterChanged, this, [this](const QString& text) {
        model.setFilter(text);
        select(current);
        showParts();
    });
    connect(m_search, &RunSearch::groupingChanged, this, [this](RunGrouping grouping) {
        model.setGrouping(grouping);
        select(current);
    });
    m_undo = buildUndo();
    note = new RunNote;
    connect(note, &RunNote::written, this, [this](const QString& run, const QString& text) {
        setMarks(run, [&text](core::RunMarks& marks) { marks.note = text.toStdString(); });
    });
    QWidget* buttons = buildButtons();
    column->addWidget(m_search);
    column->addWidget(m_pages, 1);
    column->addWidget(m_undo);
    column->addWidget(note);
    column->addWidget(buttons);
    m_whenOpen = {title, open, buttons};
    showParts();
}

void RunsPanel::State::buildList()
{
    m_list = new QListView;
    m_list->setObjectName(QStringLiteral("runList"));
    m_list->setAccessibleName(tr("Runs; Space shows or hides the curves"));
    m_list->setModel(&model);
    m_delegate = new RunDelegate(model, m_list);
    m_list->setItemDelegate(m_delegate);
    m_list->setDragEnabled(true);
    m_list->setDragDropMode(QAbstractItemView::DragOnly);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers); // But by its action.
    m_list->addActions({m_actions.remove, m_actions.rename, m_actions.star});
    m_context = new QMenu(m_list);
    m_context->setObjectName(QStringLiteral("runMenu"));
    m_context->addActions({m_actions.resume, m_actions.takeSettings});
    m_context->addMenu(m_actions.exports);
    m_actions.addTo(*m_context);
    connect(m_list, &QListView::customContextMenuRequested, this, [this](const QPoint& position) {
        if (m_list->indexAt(position).isValid())
            m_context->popup(m_list->viewport()->mapToGlobal(position));
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) { follow(index); });
    m_pages = new ContentOrEmpty;
    m_pages->empty().setTexts(
        tr("No runs yet"),
        tr("Every training becomes a run in this list, with its curves and checkpoints. Press "
           "Start, or drop a run folder here."));
    m_pages->setContent(m_list);
}

QWidget* RunsPanel::State::buildUndo()
{
    auto* bar = new QWidget;
    bar->setObjectName(QStringLiteral("undoBar"));
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    m_deleted = new ElidedLabel;
    m_deleted->setObjectName(QStringLiteral("deletedLabel"));
    auto* undo = new QToolButton;
    undo->setObjectName(QStringLiteral("undoButton"));
    undo->setText(tr("Undo"));
    undo->setAccessibleName(tr("Bring back the run deleted last"));
    undo->setFocusPolicy(Qt::StrongFocus);
    connect(undo, &QToolButton::clicked, &m_panel, &RunsPanel::undeleteRequested);
    row->addWidget(m_deleted, 1);
    row->addWidget(undo);
    return bar;
}

void RunsPanel::State::setDeleted(const QStringList& names)
{
    m_deleted->setFullText(names.isEmpty() ? QString() : tr("%1 deleted").arg(names.back()));
    showParts();
    Q_EMIT m_panel.deletedChanged(names);
}

void RunsPanel::State::setMarks(const QString& run,
                                const std::function<void(core::RunMarks&)>& change)
{
    const RunRow* row = model.find(run);
    if (row == nullptr)
        return;
    core::RunMarks marks = row->summary.marks;
    change(marks);
    Q_EMIT m_panel.marksChanged(QString(run), marks); // A copy: the list may change meanwhile.
}

void RunsPanel::State::showParts()
{
    const bool any = model.hasRuns();
    any ? m_pages->showContent() : m_pages->showEmpty();
    m_pages->setVisible(any || !folded);
    m_search->setVisible(any && !folded);
    m_search->setNothingFound(any && model.rowCount() == 0);
    m_undo->setVisible(!folded && !m_deleted->fullText().isEmpty());
    note->setFolded(folded);
}

void RunsPanel::State::setFolded(bool on)
{
    folded = on;
    for (QWidget* part : m_whenOpen)
        part->setVisible(!folded);
    showParts();
    m_delegate->setFolded(folded);
    const int rail = RunDelegate::signWidth() + m_list->verticalScrollBar()->sizeHint().width()
        + 2 * Theme::instance().spacing();
    m_panel.setMinimumWidth(folded ? rail : 0);
    m_panel.setMaximumWidth(folded ? rail : QWIDGETSIZE_MAX);
    m_list->doItemsLayout();
}

QWidget* RunsPanel::State::buildButtons()
{
    auto* group = new QWidget;
    auto* grid = new QGridLayout(group);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(Theme::instance().spacing() / 2);
    const auto button = [](const QString& name) {
        auto* result = new QToolButton;
        result->setObjectName(name);
        result->setFocusPolicy(Qt::StrongFocus);
        result->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        return result;
    };
    QToolButton* resume = button(QStringLiteral("resumeButton"));
    resume->setDefaultAction(m_actions.resume);
    QToolButton* settings = button(QStringLiteral("settingsButton"));
    settings->setDefaultAction(m_actions.takeSettings);
    m_exportButton = button(QStringLiteral("exportButton"));
    m_exportButton->setText(tr("Export"));
    m_exportButton->setMenu(m_actions.exports);
    m_exportButton->setPopupMode(QToolButton::InstantPopup);
    QToolButton* more = button(QStringLiteral("moreButton"));
    more->setText(tr("More"));
    auto* menu = new QMenu(more);
    m_actions.addTo(*menu);
    more->setMenu(menu);
    more->setPopupMode(QToolButton::InstantPopup);
    grid->addWidget(resume, 0, 0);
    grid->addWidget(settings, 0, 1);
    grid->addWidget(m_exportButton, 1, 0);
    grid->addWidget(more, 1, 1);
    return group;
}

void RunsPanel::State::setRuns(const std::vector<RunRow>& runs)
{
    model.setRuns(runs);
    showParts();
    select(current); // a reset has lost it
    if (model.find(current) == nullptr && !current.isEmpty()) {
        current.clear();
        Q_EMIT m_panel.currentChanged(current);
    }
    enableActions();
}

/// By the program: not announced, because whoever calls knows it.
void RunsPanel::State::setCurrent(const QString& run)
{
    if (model.find(run) != nullptr) {
        current = run;
        if (model.rowOf(run) < 0)
            m_search->clear(); // What is shown is listed.
    }
    select(run);
    enableActions();
}

void RunsPanel::State::select(const QString& run)
{
    const int row = model.rowOf(run);
    const QModelIndex index = row >= 0 ? model.index(row) : QModelIndex();
    if (m_list->currentIndex() != index) {
        const QSignalBlocker quiet(m_list->selectionModel());
        m_list->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
        if (index.isValid())
            m_list->scrollTo(index);
        m_list->viewport()->update();
    }
}

void RunsPanel::State::follow(const QModelIndex& index)
{
    if (!index.isValid() || model.isHeading(index.row()) || model.at(index.row()).id == current)
        return;
    current = model.at(index.row()).id;
    enableActions();
    Q_EMIT m_panel.currentChanged(current);
}

void RunsPanel::State::enableActions()
{
    const RunRow* run = model.find(current);
    m_actions.follow(run);
    note->showRun(run != nullptr ? current : QString(),
                  run != nullptr ? QString::fromStdString(run->summary.marks.note) : QString());
    m_exportButton->setEnabled(m_actions.exports->menuAction()->isEnabled());
}

void RunsPanel::State::setExportFormats(const std::vector<core::KindDescription>& formats)
{
    m_actions.exports->clear();
    for (const core::KindDescription& format : formats) {
        QAction* action = m_actions.exports->addAction(coreText(format.title));
        action->setToolTip(toolTipText(coreText(format.summary)));
        connect(action, &QAction::triggered, this, [this, id = QString::fromStdString(format.id)] {
            if (!current.isEmpty())
                Q_EMIT m_panel.exportRequested(current, id);
        });
    }
    enableActions();
}

RunsPanel::RunsPanel(QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>(*this))
{
    setAccessibleName(tr("Runs"));
}

RunsPanel::~RunsPanel() = default;

void RunsPanel::setFolded(bool folded)
{
    m_state->setFolded(folded);
}

bool RunsPanel::isFolded() const
{
    return m_state->folded;
}

void RunsPanel::setCorner(QWidget* corner)
{
    m_state->head->addWidget(corner, 0, Qt::AlignTop);
}

void RunsPanel::setRuns(const std::vector<RunRow>& runs)
{
    m_state->setRuns(runs);
}

void RunsPanel::setCurrent(const QString& run)
{
    m_state->setCurrent(run);
}

QString RunsPanel::current() const
{
    return m_state->current;
}

QString RunsPanel::neighbour(const QString& run) const
{
    const QStringList listed = m_state->model.listed();
    const qsizetype place = listed.indexOf(run);
    return place < 0 ? QString() : listed.value(place + 1, listed.value(place - 1));
}

void RunsPanel::setExportFormats(const std::vector<core::KindDescription>& formats)
{
    m_state->setExportFormats(formats);
}

void RunsPanel::setSettings(SettingSource source)
{
    m_state->model.setSettings(std::move(source));
}

KeyHelps RunsPanel::keys()
{
    return RunActions::keys();
}

void RunsPanel::flush()
{
    m_state->note->save();
}

void RunsPanel::setDeleted(const QStringList& names)
{
    m_state->setDeleted(names);
}

} // namespace ui
