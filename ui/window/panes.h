#pragma once

#include "ui/widgets/splitter.h"
#include "ui/window/second_pane.h"

#include <QPointer>

namespace ui {

struct WindowActions;

/// The sets of views of a window: one that is always there, and a second one that the user can open
/// beside it, below it or in a window of its own. GUI thread.
class Panes : public Splitter {
    Q_OBJECT
public:
    /// @param knowledge, actions  must outlive this.
    Panes(const Knowledge& knowledge, WindowActions& actions, QWidget* parent);
    ~Panes() override;

    ViewTabs& tabs() const { return *m_tabs; } ///< In the first pane.
    SecondPane* second() const; ///< Null: the first pane fills the window.
    ViewContext* context() const { return m_context; } ///< Null: there are no views yet.
    void setContext(ViewContext& context);
    /// Opens the second pane there, or closes it where it is there already. A new one shows the
    /// view of the first, so that one choice compares two runs or epochs.
    void place(PanePlace place);
    void closeWindow(); ///< Hides a second pane that is a window of its own.

    void restore(const Settings& settings);
    void setSettingsPath(const QString& path) { m_settingsPath = path; }
    void store(Settings& settings) const;

Q_SIGNALS:
    void arranged(); ///< The state that store() writes has changed.
    void secondChanged(); ///< The second pane, its choice or whether there is one.

private:
    void makeSecond();

    const Knowledge& m_knowledge;
    WindowActions& m_actions;
    ViewTabs* m_tabs;
    ViewContext* m_context = nullptr;
    QPointer<SecondPane> m_second; ///< Made when it is first wanted.
    PanePlace m_place = PanePlace::None;
    QString m_settingsPath; ///< Empty: nothing is kept.
};

} // namespace ui
