#include "ui/runs/runs_panel.h"

#include "ui/runs/run_delegate.h"
#include "ui/text/sentences.h"
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
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <functional>

namespace ui {

namespace {

enum Page { Empty, List };

} // namespace

class RunsPanel::State : public QObject {
public:
    explicit State(RunsPanel& owner);
    void setRuns(const std::vector<RunRow>& runs);
    void setCurrent(const QString& run);
    void setExportFormats(const std::vector<core::KindDescription>& formats);
    void setFolded(bool on);

    RunListModel model;
    QString current;
    bool folded = false;
    QHBoxLayout* head = nullptr;

private:
    void build();
    void buildActions();
    QWidget* buildButtons();
    void follow(const QModelIndex& index);
    void enableActions();

    RunsPanel& m_panel;
    QListView* m_list = nullptr;
    RunDelegate* m_delegate = nullptr;
    QWidget* m_pages = nullptr; ///< The list, or why there is none.
    QStackedLayout* m_stack = nullptr;
    std::vector<QWidget*> m_whenOpen; ///< Not on the rail.
    QAction *m_resume = nullptr, *m_settings = nullptr, *m_reveal = nullptr, *m_forget = nullptr,
            *m_open = nullptr;
    QMenu *m_export = nullptr, *m_context = nullptr;
    QToolButton* m_exportButton = nullptr;
};

RunsPanel::State::State(RunsPanel& owner) : m_panel(owner)
{
    buildActions();
    build();
    connect(&model, &RunListModel::shownChanged, &m_panel, &RunsPanel::shownChanged);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        setFolded(folded); // rows and the rail change their size with the type
    });
    enableActions();
}

void RunsPanel::State::buildActions()
{
    const auto add = [this](const QString& text, const QString& name, const QString& help,
                            void (RunsPanel::*wish)(const QString&)) {
        auto* action = new QAction(text, this);
        action->setObjectName(name);
        action->setToolTip(toolTipText(help));
        connect(action, &QAction::triggered, this, [this, wish] {
            if (!current.isEmpty())
                Q_EMIT std::invoke(wish, m_panel, current);
        });
        return action;
    };
    m_resume = add(tr("Resume"), QStringLiteral("resumeAction"),
                   tr("Go on from the last checkpoint, as if it had never stopped"),
                   &RunsPanel::resumeRequested);
    m_settings = add(tr("Take settings"), QStringLiteral("settingsAction"),
                     tr("Copy this run's settings into the set-up on the left"),
                     &RunsPanel::settingsRequested);
    m_reveal = add(tr("Show folder"), QStringLiteral("revealAction"),
                   tr("Open the run's folder on the desktop"), &RunsPanel::revealRequested);
    m_forget = add(tr("Remove from list"), QStringLiteral("forgetAction"),
                   tr("The folder and its checkpoints stay where they are"),
                   &RunsPanel::forgetRequested);
    m_forget->setShortcut(QKeySequence::Delete);
    m_forget->setShortcutContext(Qt::WidgetShortcut);
    m_open = new QAction(tr("Open a run ..."), this);
    m_open->setObjectName(QStringLiteral("openAction"));
    connect(m_open, &QAction::triggered, &m_panel, &RunsPanel::openRequested);
    m_export = new QMenu(tr("Export"), &m_panel);
    m_export->setToolTipsVisible(true);
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
    open->setDefaultAction(m_open);
    open->setObjectName(QStringLiteral("openButton"));
    open->setFocusPolicy(Qt::StrongFocus);
    head->addWidget(open);
    column->addLayout(head);

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
    m_list->addAction(m_forget);
    m_context = new QMenu(m_list);
    m_context->setObjectName(QStringLiteral("runMenu"));
    m_context->addActions({m_resume, m_settings});
    m_context->addMenu(m_export);
    m_context->addActions({m_reveal, m_forget});
    connect(m_list, &QListView::customContextMenuRequested, this, [this](const QPoint& position) {
        if (m_list->indexAt(position).isValid())
            m_context->popup(m_list->viewport()->mapToGlobal(position));
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) { follow(index); });
    m_pages = new QWidget;
    m_stack = new QStackedLayout(m_pages);
    m_stack->addWidget(new EmptyState(
        QStringLiteral("info"), tr("No runs yet"),
        tr("Every training becomes a run in this list, with its curves and checkpoints. Press "
           "Start, or drop a run folder here.")));
    m_stack->addWidget(m_list);
    column->addWidget(m_pages, 1);
    QWidget* buttons = buildButtons();
    column->addWidget(buttons);
    m_whenOpen = {title, open, buttons};
}

void RunsPanel::State::setFolded(bool on)
{
    folded = on;
    for (QWidget* part : m_whenOpen)
        part->setVisible(!folded);
    m_pages->setVisible(!folded || m_stack->currentIndex() == List);
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
    resume->setDefaultAction(m_resume);
    QToolButton* settings = button(QStringLiteral("settingsButton"));
    settings->setDefaultAction(m_settings);
    m_exportButton = button(QStringLiteral("exportButton"));
    m_exportButton->setText(tr("Export"));
    m_exportButton->setMenu(m_export);
    m_exportButton->setPopupMode(QToolButton::InstantPopup);
    QToolButton* more = button(QStringLiteral("moreButton"));
    more->setText(tr("More"));
    auto* menu = new QMenu(more);
    menu->addActions({m_reveal, m_forget});
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
    const QString before = current;
    model.setRuns(runs);
    m_stack->setCurrentIndex(runs.empty() ? Empty : List);
    m_pages->setVisible(!folded || !runs.empty());
    setCurrent(before); // a reset has lost it
    if (model.rowOf(before) < 0 && !before.isEmpty()) {
        current.clear();
        Q_EMIT m_panel.currentChanged(current);
    }
    enableActions();
}

/// By the program: not announced, because whoever calls knows it.
void RunsPanel::State::setCurrent(const QString& run)
{
    const int row = model.rowOf(run);
    if (row >= 0)
        current = run;
    const QModelIndex index = row >= 0 ? model.index(row) : QModelIndex();
    if (m_list->currentIndex() != index) {
        const QSignalBlocker quiet(m_list->selectionModel());
        m_list->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
        if (index.isValid())
            m_list->scrollTo(index);
        m_list->viewport()->update();
    }
    enableActions();
}

void RunsPanel::State::follow(const QModelIndex& index)
{
    if (!index.isValid() || model.at(index.row()).id == current)
        return;
    current = model.at(index.row()).id;
    enableActions();
    Q_EMIT m_panel.currentChanged(current);
}

void RunsPanel::State::enableActions()
{
    const int row = model.rowOf(current);
    const bool any = row >= 0;
    const bool usable = any && model.at(row).summary.problem.empty();
    const bool live = any && model.at(row).live;
    const bool finished = any && model.at(row).summary.state == core::RunState::Completed;
    m_resume->setEnabled(usable && !live && !finished);
    const QString name = any ? model.nameOf(row).replace(u'&', QStringLiteral("&&")) : QString();
    m_resume->setText(any ? tr("Resume %1").arg(name) : tr("Resume"));
    m_resume->setIconText(tr("Resume")); // Of the button, which has no room for more.
    m_settings->setEnabled(usable);
    m_reveal->setEnabled(any);
    m_forget->setEnabled(any && !live);
    const bool exportable = usable && !m_export->isEmpty();
    m_export->menuAction()->setEnabled(exportable);
    m_exportButton->setEnabled(exportable);
}

void RunsPanel::State::setExportFormats(const std::vector<core::KindDescription>& formats)
{
    m_export->clear();
    for (const core::KindDescription& format : formats) {
        QAction* action = m_export->addAction(coreText(format.title));
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

void RunsPanel::setExportFormats(const std::vector<core::KindDescription>& formats)
{
    m_state->setExportFormats(formats);
}

void RunsPanel::setDifferences(DifferenceSource source)
{
    m_state->model.setDifferences(std::move(source));
}

} // namespace ui
