#include "ui/window/side_panels.h"

#include "ui/runs/runs_panel.h"
#include "ui/setup/setup_panel.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/settings.h"
#include "ui/widgets/splitter.h"
#include "ui/window/view_tabs.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

constexpr int kSetupWidth = 344;
constexpr int kRunsWidth = 232;

} // namespace

SidePanels::SidePanels(SetupPanel& setup, RunsPanel& runs, Splitter& splitter, const ViewTabs& tabs,
                       const WindowActions& actions)
    : QObject(&splitter)
    , m_setup(setup)
    , m_runs(runs)
    , m_splitter(splitter)
    , m_tabs(tabs)
    , m_showSetup(*actions.showSetup)
    , m_showRuns(*actions.showRuns)
{
    m_splitter.setSharing([this](int whole) {
        const int left = m_setup.isFolded() ? m_setup.minimumWidth() : kSetupWidth;
        const int right = m_runs.isFolded() ? m_runs.minimumWidth() : kRunsWidth;
        return QList{left, std::max(whole - left - right, 1), right};
    });
    m_setup.setCorner(makeButton(m_showSetup, "foldSetupButton"));
    m_runs.setCorner(makeButton(m_showRuns, "foldRunsButton"));
    connect(&m_showSetup, &QAction::triggered, this, [this](bool unfolded) {
        (isPreview() ? m_setupAtPreview : m_setupAtViews) = unfolded;
    });
    for (QAction* action : {&m_showSetup, &m_showRuns})
        connect(action, &QAction::toggled, this, &SidePanels::fold);
    connect(&m_tabs, &ViewTabs::currentChanged, this,
            [this] { m_showSetup.setChecked(setupWanted()); });
}

QToolButton* SidePanels::makeButton(QAction& action, const char* name)
{
    auto* button = named(new QToolButton, name);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(action.statusTip());
    setHelp(*button, action.statusTip());
    connect(button, &QToolButton::clicked, &action, &QAction::trigger);
    const bool atTheLeft = &action == &m_showSetup;
    const auto follow = [button, &action, atTheLeft] {
        setIcon(*button,
                action.isChecked() == atTheLeft ? QStringLiteral("to-left")
                                                : QStringLiteral("to-right"));
    };
    connect(&action, &QAction::toggled, button, follow);
    follow();
    return button;
}

bool SidePanels::isPreview() const
{
    return m_tabs.current() == kPreview;
}

void SidePanels::fold()
{
    m_setup.setFolded(!m_showSetup.isChecked());
    m_runs.setFolded(!m_showRuns.isChecked());
    m_splitter.refresh(); // To update it for their new widths.
    m_splitter.share();
    Q_EMIT changed();
}

void SidePanels::restore(const Settings& settings)
{
    m_setupAtPreview = settings.value(QStringLiteral("window/setup"), true).toBool();
    m_setupAtViews = settings.value(QStringLiteral("window/setupAtViews"), false).toBool();
    m_showSetup.setChecked(setupWanted());
    m_showRuns.setChecked(settings.value(QStringLiteral("window/runs"), true).toBool());
}

void SidePanels::store(Settings& settings) const
{
    settings.setValue(QStringLiteral("window/setup"), m_setupAtPreview);
    settings.setValue(QStringLiteral("window/setupAtViews"), m_setupAtViews);
    settings.setValue(QStringLiteral("window/runs"), m_showRuns.isChecked());
}

} // namespace ui
