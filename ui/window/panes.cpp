#include "ui/window/panes.h"

#include "ui/views.h"
#include "ui/widgets/settings.h"
#include "ui/window/view_tabs.h"
#include "ui/window/window_actions.h"

namespace ui {

Panes::Panes(const Knowledge& knowledge, WindowActions& actions, QWidget* parent)
    : Splitter(QStringLiteral("panes"), Qt::Horizontal, parent)
    , m_knowledge(knowledge)
    , m_actions(actions)
    , m_tabs(new ViewTabs(views(), knowledge.catalogue, knowledge.questions, this))
{
    setChildrenCollapsible(false);
    addWidget(m_tabs);
    setSharing([](int whole) { return QList{whole / 2, whole / 2}; });
    for (size_t i = 0; i < actions.panes.size(); ++i)
        connect(actions.panes[i], &QAction::triggered, this,
                [this, i] { place(static_cast<PanePlace>(i)); });
}

Panes::~Panes()
{
    blockSignals(true); // None while views are removed.
    delete m_second; // It may be a window of its own.
}

SecondPane* Panes::second() const
{
    return m_place == PanePlace::None ? nullptr : m_second;
}

void Panes::setContext(ViewContext& context)
{
    m_context = &context;
    m_tabs->setContext(context);
}

void Panes::makeSecond()
{
    m_second = new SecondPane(*m_context, m_knowledge, this);
    if (!m_settingsPath.isEmpty())
        m_second->restore(Settings(m_settingsPath));
    m_second->tabs().showWhenOffered(m_tabs->current());
    connect(m_second, &SecondPane::choiceChanged, this, &Panes::secondChanged);
    connect(m_second, &SecondPane::closed, this, [this] {
        if (m_place != PanePlace::None)
            place(m_place);
    });
    connect(&m_second->tabs(), &ViewTabs::currentChanged, this, &Panes::arranged);
}

void Panes::place(PanePlace place)
{
    if (m_context == nullptr)
        return;
    m_place = place == m_place ? PanePlace::None : place;
    for (size_t i = 0; i < m_actions.panes.size(); ++i)
        m_actions.panes[i]->setChecked(int(i) == int(m_place));
    Q_EMIT arranged();
    if (m_place == PanePlace::None) {
        m_tabs->setNamed(false, 0);
        if (m_second != nullptr)
            m_second->hide();
        return;
    }
    if (m_second == nullptr)
        makeSecond();
    setOrientation(m_place == PanePlace::Below ? Qt::Vertical : Qt::Horizontal);
    const bool inWindow = m_place == PanePlace::Window;
    m_second->placeIn(inWindow ? window() : this, inWindow);
    if (!inWindow && indexOf(m_second) < 0)
        addWidget(m_second);
    m_tabs->setNamed(!inWindow, m_second->headHeight());
    m_second->show();
    share();
    Q_EMIT secondChanged();
}

void Panes::closeWindow()
{
    if (m_place == PanePlace::Window)
        m_second->hide();
}

void Panes::restore(const Settings& settings)
{
    const int stored = settings.value(QStringLiteral("window/second"), 0).toInt();
    if (stored <= int(PanePlace::None) || stored > int(PanePlace::Window) || m_context == nullptr)
        return;
    place(static_cast<PanePlace>(stored));
    m_second->tabs().showWhenOffered(
        settings.value(QStringLiteral("window/secondView")).toString());
}

void Panes::store(Settings& settings) const
{
    m_tabs->save(settings);
    settings.setValue(QStringLiteral("window/view"), m_tabs->wanted());
    settings.setValue(QStringLiteral("window/second"), int(m_place));
    if (m_second != nullptr)
        settings.setValue(QStringLiteral("window/secondView"), m_second->tabs().wanted());
}

} // namespace ui
