#pragma once

#include "ui/view/view.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QToolButton;

namespace ui {

class QuietComboBox;
class SecondContext;
class Settings;
class ViewTabs;
struct Knowledge;

/// The network and the sentence of the second pane where they differ from those of the first. A
/// member that is not set follows the first pane.
struct PaneChoice {
    QString run; ///< Empty: that of the first pane.
    std::optional<int> epoch; ///< -1: the latest state.
    std::optional<QString> text; ///< The sentence that views open up.
    qint64 update = 0; ///< Update that Updates explains; 0: that of the first pane.

    friend bool operator==(const PaneChoice&, const PaneChoice&) = default;
};

/// Where the second pane is shown.
enum class PanePlace {
    None, ///< The first pane fills the window.
    Beside,
    Below,
    Window ///< In a window of its own, for a projector.
};

/// A second set of views: another view of the same sentence, or the same view of another run,
/// another epoch or another sentence. Its own choosers stand above its tabs. GUI thread.
class SecondPane : public QWidget {
    Q_OBJECT
public:
    /// @param context  of the first pane; must outlive this. @param knowledge  must outlive this.
    SecondPane(ViewContext& context, const Knowledge& knowledge, QWidget* parent = nullptr);
    ~SecondPane() override;

    const PaneChoice& choice() const { return m_choice; }
    ViewTabs& tabs() const { return *m_tabs; }
    /// @param first, own  selections of the first pane and of this one.
    void follow(const Shown& first, const Shown& own);
    void restore(const Settings& settings); ///< The views as the first pane has them.
    int headHeight() const; ///< Height of the line of choosers.
    /// Makes it a window of its own, on another screen where there is one, or a part of `parent`.
    void placeIn(QWidget* parent, bool asWindow);

Q_SIGNALS:
    void choiceChanged(const ui::PaneChoice& choice); ///< follow() must come next.
    void closed(); ///< By the user.

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    QWidget* buildChoosers();
    void connectRequests();
    void fillChoosers(const Shown& first, const Shown& own);
    QString sameEpoch(const Shown& first, const Shown& own) const;
    void choose(PaneChoice choice);
    void readChoosers();
    void turnFullScreen(bool on);

    ViewContext& m_source;
    std::vector<ViewEntry> m_entries;
    std::unique_ptr<SecondContext> m_context; ///< Before the views, which it outlives.
    PaneChoice m_choice;
    QuietComboBox *m_run = nullptr, *m_epoch = nullptr, *m_text = nullptr;
    QToolButton* m_close = nullptr;
    ViewTabs* m_tabs = nullptr;
};

} // namespace ui
