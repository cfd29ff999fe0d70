#pragma once

#include <QObject>
#include <QString>

class QAction;
class QToolButton;

namespace ui {

class RunsPanel;
class Settings;
class SetupPanel;
class Splitter;
class ViewTabs;
struct WindowActions;

/// The panels beside the views: the set-up at the left and the runs at the right. They fold as
/// their actions say. Whether the set-up is folded is remembered apart for its preview and for the
/// other views.
class SidePanels : public QObject {
    Q_OBJECT
public:
    static inline const QString kPreview = QStringLiteral("preview"); ///< Place of its preview.

    SidePanels(SetupPanel& setup, RunsPanel& runs, Splitter& splitter, const ViewTabs& tabs,
               const WindowActions& actions);

    void restore(const Settings& settings);
    void store(Settings& settings) const;

Q_SIGNALS:
    void changed(); ///< Something that store() writes.

private:
    QToolButton* makeButton(QAction& action, const char* name); ///< For the corner of a panel.
    bool isPreview() const;
    bool setupWanted() const { return isPreview() ? m_setupAtPreview : m_setupAtViews; }
    void fold();

    SetupPanel& m_setup;
    RunsPanel& m_runs;
    Splitter& m_splitter;
    const ViewTabs& m_tabs;
    QAction &m_showSetup, &m_showRuns;
    bool m_setupAtPreview = true; ///< Unfolded while the preview of the set-up is in front ...
    bool m_setupAtViews = false; ///< ... and while any other view is.
};

} // namespace ui
