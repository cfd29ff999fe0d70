#include "ui/window/view_tabs.h"

#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/settings.h"
#include "ui/widgets/theme.h"

#include <QCoreApplication>
#include <QMenu>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

namespace ui {

QString groupTitle(ViewGroup group)
{
    switch (group) {
    case ViewGroup::Data:
        return ViewTabs::tr("Data");
    case ViewGroup::Training:
        return ViewTabs::tr("Training");
    case ViewGroup::Sentence:
        return ViewTabs::tr("Sentence");
    case ViewGroup::Meanings:
        return ViewTabs::tr("Meanings");
    case ViewGroup::Inside:
        return ViewTabs::tr("Inside");
    case ViewGroup::Results:
        return ViewTabs::tr("Results");
    }
    return {};
}

namespace {

constexpr int kLargeIcon = 24;

QTabBar* makeBar(const char* name, const QString& accessibleName)
{
    auto* bar = named(new QTabBar, name, accessibleName);
    bar->setDocumentMode(true);
    bar->setDrawBase(false);
    bar->setExpanding(false);
    // In little room, long names are elided instead of hiding tabs.
    bar->setElideMode(Qt::ElideRight);
    bar->setUsesScrollButtons(false);
    return bar;
}

/// Makes a large view scroll on a small screen, so that the window does not outgrow the screen.
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

ViewTabs::ViewTabs(const std::vector<ViewEntry>& views, const core::Catalogue& catalogue,
                   const TaskQuestions& questions, QWidget* parent)
    : QWidget(parent)
    , m_places(views, catalogue, questions)
    , m_groups(makeBar("viewGroups", tr("Groups of views")))
    , m_tabs(makeBar("views", tr("Views of the group")))
    , m_stack(new QStackedLayout)
    , m_bars(makeRow(nullptr, {}, 2 * kGrid))
    , m_stage(named(new ElidedLabel(this, Qt::ElideRight), "stageLabel"))
{
    for (QTabBar* bar : {m_groups, m_tabs}) // The menu replaces them before they are unreadable.
        bar->setMinimumWidth(1);
    m_chooser = makeViewChooser();
    for (QWidget* part : QWidgetList{m_groups, m_tabs, m_chooser})
        m_bars->addWidget(part);
    m_bars->addStretch(1);
    m_head = makeRow(nullptr, {m_stage}, -1, {kGrid, 0, kGrid, 0});
    makeColumn(this, {m_bars, m_head, {m_stack, 1}}, 0);
    m_wanted = m_current = m_places.all().front().id;
    connect(&Theme::instance(), &Theme::changed, this, &ViewTabs::showStage);
    showStage();
    showGroups();
    showPlaces();
    connect(m_groups, &QTabBar::currentChanged, this, &ViewTabs::chooseGroup);
    connect(m_tabs, &QTabBar::currentChanged, this,
            [this](int index) { show(m_tabs->tabData(index).toString()); });
}

void ViewTabs::setContext(ViewContext& context)
{
    m_context = &context;
    connect(&context, &ViewContext::runsChanged, this, &ViewTabs::showStage);
    connect(&context, &QObject::destroyed, this, [this] { m_context = nullptr; });
    bring();
}

void ViewTabs::follow(const Shown& shown)
{
    const std::vector<const ViewPlace*> before = m_places.offered();
    m_shown = shown;
    m_places.follow(shown);
    showStage();
    const bool otherOffers = m_places.offered() != before;
    if (otherOffers) {
        showGroups();
        showPlaces();
        Q_EMIT offersChanged();
    }
    for (const auto& [entry, view] : m_views) {
        if (view != m_seen)
            view->follow(shown);
    }
    if (otherOffers)
        bring();
    else if (m_seen != nullptr)
        m_seen->follow(shown);
    showFront();
}

/// Shows the view in front or, for a view of networks while the run is being prepared, a notice:
/// the view would still show another run.
void ViewTabs::showFront()
{
    if (m_front == nullptr)
        return;
    const bool looksInside = !m_places.entryOf(at(m_current)).questions.empty();
    if (!looksInside || !m_shown.preparing()) {
        m_stack->setCurrentWidget(m_front);
        return;
    }
    if (m_preparing == nullptr) {
        m_preparing = named(new EmptyState(QStringLiteral("info"), {}, {}), "preparing");
        m_stack->addWidget(m_preparing);
    }
    m_preparing->setTexts(
        preparingTitle(m_shown.name),
        tr("The data are read and the network is built. It is shown here once training begins."));
    m_stack->setCurrentWidget(m_preparing);
}

void ViewTabs::trained()
{
    if (m_seen != nullptr && m_shown.learns())
        m_seen->trained();
}

void ViewTabs::showGroups()
{
    const QSignalBlocker quiet(m_groups);
    std::vector<ViewGroup> groups;
    for (const ViewPlace* place : m_places.offered())
        if (groups.empty() || groups.back() != place->group)
            groups.push_back(place->group);
    if (groups == m_groupOf)
        return;
    m_groupOf = std::move(groups);
    while (m_groups->count() > 0)
        m_groups->removeTab(0);
    for (const ViewGroup group : m_groupOf) {
        const auto places = m_places.of(group);
        m_groups->addTab(places.size() > 1 ? groupTitle(group) : places.front()->title);
    }
}

/// Shows the tabs of the group in front; a single place needs none beside its group's.
void ViewTabs::showPlaces()
{
    const QSignalBlocker quiet(m_tabs), groupsToo(m_groups);
    const ViewPlace& front = at(m_current);
    const auto group = std::find(m_groupOf.begin(), m_groupOf.end(), front.group);
    if (group != m_groupOf.end())
        m_groups->setCurrentIndex(int(group - m_groupOf.begin()));
    // There is no room for all tasks' tabs; the menu View lists them with the reasons.
    std::vector<const ViewPlace*> places = m_places.of(front.group);
    std::erase_if(places, [&](const ViewPlace* each) {
        return each != &front && !m_places.isOffered(*each);
    });
    QStringList ids, present;
    for (const ViewPlace* place : places)
        ids << place->id;
    for (int i = 0; i < m_tabs->count(); ++i)
        present << m_tabs->tabData(i).toString();
    if (present != ids) { // Hidden tabs would leave gaps.
        while (m_tabs->count() > 0)
            m_tabs->removeTab(0);
        for (const ViewPlace* place : places)
            m_tabs->setTabData(m_tabs->addTab(place->title), place->id);
    }
    for (size_t i = 0; i < places.size(); ++i) {
        const auto index = int(i);
        m_tabs->setTabEnabled(index, m_places.isOffered(*places[i]));
        m_tabs->setTabToolTip(index, toolTipText(whyNot(places[i]->id)));
        if (places[i] == &front)
            m_tabs->setCurrentIndex(index);
    }
    m_tabs->updateGeometry(); // Tab changes do not notify the layout.
    m_chooser->setText(front.title);
    fitBars();
}

QString ViewTabs::current() const
{
    return m_current;
}

void ViewTabs::show(const QString& place)
{
    if (whyNot(place).isEmpty())
        showWhenOffered(place);
}

void ViewTabs::showWhenOffered(const QString& place)
{
    if (m_places.find(place) == nullptr)
        return;
    m_wanted = place;
    bring();
}

void ViewTabs::chooseGroup(int index)
{
    const ViewGroup group = m_groupOf[size_t(index)];
    const auto last = m_lastOf.find(group);
    const ViewPlace& wanted
        = last != m_lastOf.end() ? at(last->second) : *m_places.of(group).front();
    show(m_places.nearest(wanted).id);
}

void ViewTabs::turn(int by)
{
    show(m_places.next(at(m_current), by).id);
}

QWidget* ViewTabs::groupBar() const
{
    return m_groups;
}

void ViewTabs::setCorner(QWidget* corner)
{
    m_bars->addWidget(corner);
}

QWidget* ViewTabs::makePresentationButtons(const QList<QAction*>& actions)
{
    auto* bar = named(new QWidget, "presentationButtons");
    auto* row = makeRow(bar, {}, 0);
    for (QAction* action : actions) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonIconOnly);
        button->setIconSize({kLargeIcon, kLargeIcon});
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        row->addWidget(button);
    }
    row->addWidget(makeRunChooser());
    const Theme& theme = Theme::instance();
    const auto follow = [bar, &theme] { bar->setVisible(theme.presentation()); };
    connect(&theme, &Theme::changed, bar, follow);
    follow();
    return bar;
}

void ViewTabs::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitBars();
}

/// Tabs may lose a few letters, but not so many that they look alike.
void ViewTabs::fitBars()
{
    constexpr double kReadable = 0.8; ///< Share of the titles' width.
    int corners = 0;
    for (int i = 0; i < m_bars->count(); ++i) {
        const QWidget* part = m_bars->itemAt(i)->widget();
        if (part != nullptr && part != m_groups && part != m_tabs && part != m_chooser)
            corners += part->sizeHint().width() + m_bars->spacing();
    }
    const bool several = m_places.of(at(m_current).group).size() > 1;
    const int tabs = several ? m_tabs->sizeHint().width() : 0;
    const int needed = m_groups->sizeHint().width() + int(kReadable * tabs) + corners;
    const bool fits = width() >= needed;
    m_groups->setVisible(fits);
    m_tabs->setVisible(fits && several);
    m_chooser->setVisible(!fits);
}

QToolButton* ViewTabs::makeViewChooser()
{
    auto* button = named(new QToolButton(this), "viewChooserButton", tr("View that is shown"),
                         tr("Choose the view; in a wider window each has a tab"));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    button->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        for (const ViewGroup group : m_groupOf) {
            menu->addSection(groupTitle(group));
            for (const ViewPlace* place : m_places.of(group)) {
                if (!m_places.isOffered(*place))
                    continue;
                QAction* action = menu->addAction(place->title);
                action->setCheckable(true);
                action->setChecked(place->id == m_current);
                connect(action, &QAction::triggered, this, [this, id = place->id] { show(id); });
            }
        }
    });
    return button;
}

/// A menu that replaces the hidden list of runs.
QToolButton* ViewTabs::makeRunChooser()
{
    auto* button = named(new QToolButton, "presentedRunButton", tr("Run that is shown"));
    button->setText(tr("Run"));
    setHelp(*button, tr("Choose the run that all views show"));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    button->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        if (m_context == nullptr)
            return;
        for (const RunRow& row : m_context->runs()) {
            QString name = QString::fromStdString(row.summary.name);
            QAction* action = menu->addAction(name.replace(u'&', QStringLiteral("&&")));
            action->setCheckable(true);
            action->setChecked(row.id == m_shown.choice.run);
            connect(action, &QAction::triggered, this, [this, run = row.id] {
                if (run != m_shown.choice.run && m_context != nullptr)
                    Q_EMIT m_context->epochPicked(run, -1);
            });
        }
    });
    return button;
}

/// "reviews-lstm-001 · epoch 3 · The film was not bad at all."
void ViewTabs::showStage()
{
    for (QTabBar* bar : {m_groups, m_tabs})
        bar->setFont(Theme::instance().textFont());
    m_chooser->setFont(Theme::instance().textFont());
    fitBars();
    const bool presented = Theme::instance().presentation();
    const QString text
        = m_head->indexOf(m_stage) >= 0 && (presented || m_isNamed) ? stageText() : QString();
    m_stage->setVisible(!text.isEmpty() || m_isNamed);
    QFont font = presented ? Theme::instance().headingFont() : Theme::instance().textFont();
    font.setBold(true);
    m_stage->setFont(font);
    m_stage->setFullText(text);
}

void ViewTabs::setHeadline(QWidget* line)
{
    m_head->removeWidget(m_stage);
    m_head->addWidget(line);
    showStage();
}

void ViewTabs::setNamed(bool named, int height)
{
    m_isNamed = named;
    m_stage->setMinimumHeight(height);
    showStage();
}

ViewSubject ViewTabs::subject() const
{
    return m_places.entryOf(at(m_current)).subject;
}

QString ViewTabs::stageText() const
{
    if (subject() == ViewSubject::None || !m_shown.hasRun())
        return {};
    const QStringList names = m_seen != nullptr ? m_seen->runNames() : QStringList();
    if (subject() == ViewSubject::TickedRuns || !names.isEmpty()) {
        constexpr qsizetype kMostNamed = 2; // The legend of the view names all.
        const qsizetype more = names.size() - kMostNamed;
        const QString text = names.mid(0, kMostNamed).join(QStringLiteral(", "));
        return more > 0 ? tr("%1 and %2 more").arg(text, count(more)) : text;
    }
    QStringList parts{m_shown.name, m_shown.state};
    if (at(m_current).group == ViewGroup::Sentence && !m_shown.text.isEmpty())
        parts << m_shown.text;
    return parts.join(QStringLiteral(" \u00b7 "));
}

std::vector<Figure> ViewTabs::figures() const
{
    const bool visible = m_seen != nullptr && m_stack->currentWidget() == m_front;
    return visible ? m_seen->figures() : std::vector<Figure>();
}

void ViewTabs::bring()
{
    const ViewPlace& place = m_places.nearest(at(m_wanted));
    const bool otherPlace = place.id != m_current;
    m_current = place.id;
    m_lastOf[place.group] = place.id;
    if (otherPlace)
        showPlaces();
    if (m_context != nullptr) {
        const ViewEntry& entry = m_places.entryOf(place);
        QWidget* page = pageOf(entry);
        View* view = m_views.at(&entry);
        if (view != m_seen) {
            if (m_seen != nullptr)
                m_seen->setSeen(false);
            m_seen = view;
            view->setSeen(true);
            m_front = page;
        }
        showFront();
        view->follow(m_shown);
        trained(); // Updates may have passed while it was hidden.
    }
    showStage();
    if (otherPlace)
        Q_EMIT currentChanged(m_current);
}

QWidget* ViewTabs::pageOf(const ViewEntry& entry)
{
    View*& view = m_views[&entry];
    if (view == nullptr) {
        view = entry.make(*m_context, nullptr);
        view->setAccessibleName(QCoreApplication::translate("View", entry.title));
        if (const auto state = m_states.find(QString::fromLatin1(entry.id));
            state != m_states.end())
            view->setState(state->second);
        m_stack->addWidget(scrolled(view));
        connect(view, &View::runNamesChanged, this, &ViewTabs::showStage);
    }
    return view->parentWidget()->parentWidget(); // The scroll area around its viewport.
}

void ViewTabs::load(const Settings& settings)
{
    for (const ViewPlace& place : m_places.all())
        for (const ViewEntry* entry : place.entries) {
            const QString id = QString::fromLatin1(entry->id);
            const QByteArray state
                = settings.value(QStringLiteral("views/") + id).toString().toUtf8();
            if (state.isEmpty())
                continue;
            m_states[id] = state;
            if (const auto made = m_views.find(entry); made != m_views.end())
                made->second->setState(state);
        }
}

void ViewTabs::save(Settings& settings) const
{
    for (const auto& [entry, view] : m_views)
        if (const QByteArray state = view->state(); !state.isEmpty())
            settings.setValue(QStringLiteral("views/") + QString::fromLatin1(entry->id),
                              QString::fromUtf8(state));
}

} // namespace ui
