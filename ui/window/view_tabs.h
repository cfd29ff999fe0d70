#pragma once

#include "ui/window/view_places.h"

#include <QWidget>

#include <map>
#include <vector>

class QAction;
class QHBoxLayout;
class QStackedLayout;
class QTabBar;
class QToolButton;

namespace ui {

class Settings;
class EmptyState;
class ElidedLabel;

QString groupTitle(ViewGroup group);

/// The views under two rows of tabs side by side: the groups, and the places of the group in front.
/// A view is made when it is first shown. Views that do not fit the run's task have no tab; the
/// menu View lists them disabled with the reason. A group of one place has the place's name.
class ViewTabs : public QWidget {
    Q_OBJECT
public:
    /// @param views  outlives this.
    ViewTabs(const std::vector<ViewEntry>& views, const core::Catalogue& catalogue,
             const TaskQuestions& questions, QWidget* parent = nullptr);

    void setContext(ViewContext& context); ///< Until then no view is made.
    void follow(const Shown& shown);
    void trained(); ///< The shown network has been trained.

    const std::vector<ViewPlace>& places() const { return m_places.all(); }
    /// Why it is disabled; empty: it is enabled.
    QString whyNot(const QString& place) const { return m_places.whyNot(place); }
    QString current() const; ///< Place in front.
    ViewSubject subject() const; ///< That of the view in front.
    QString wanted() const { return m_wanted; } ///< The place that the user chose.
    void show(const QString& place); ///< Unless it is disabled.
    /// Shows it now or, if it is disabled, once a run's task allows it.
    void showWhenOffered(const QString& place);
    void turn(int by); ///< To the next enabled place.
    QWidget* groupBar() const;
    /// Beside the tabs, at their right end.
    void setCorner(QWidget* corner);
    /// Buttons that are visible in a presentation, which hides the tool bars.
    QWidget* makePresentationButtons(const QList<QAction*>& actions);
    /// Replaces the line that names what is shown, between the tabs and the view.
    void setHeadline(QWidget* line);
    /// Shows that line outside a presentation as well, as high as the line beside it.
    void setNamed(bool named, int height);
    std::vector<Figure> figures() const; ///< Figures of the view in front.
    /// Restores and saves the states of views (View::state()).
    void load(const Settings& settings);
    void save(Settings& settings) const;

Q_SIGNALS:
    void currentChanged(const QString& place);
    void offersChanged(); ///< whyNot() may have changed.

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    const ViewPlace& at(const QString& place) const { return *m_places.find(place); }
    void showGroups();
    void showPlaces();
    void bring(); ///< Shows the wanted place, or the nearest enabled one.
    void chooseGroup(int index);
    QWidget* pageOf(const ViewEntry& entry);
    void showFront();
    void showStage();
    QString stageText() const; ///< For the view in front; empty: it depends on no run.
    QToolButton* makeRunChooser();
    QToolButton* makeViewChooser();
    void fitBars(); ///< In little room one menu replaces both rows of tabs.

    ViewPlaces m_places;
    ViewContext* m_context = nullptr;
    Shown m_shown;
    std::map<const ViewEntry*, View*> m_views; ///< Views that have been made.
    std::map<QString, QByteArray> m_states; ///< Saved states of views not yet made, by id.
    std::map<ViewGroup, QString> m_lastOf; ///< The place of each group that was shown last.
    QString m_wanted; ///< Place that the user has chosen.
    QString m_current; ///< Place in front.
    View* m_seen = nullptr; ///< In front.
    QWidget* m_front = nullptr; ///< Its page.
    EmptyState* m_preparing = nullptr; ///< Replaces views of networks; made on demand.
    QTabBar *m_groups, *m_tabs;
    QToolButton* m_chooser; ///< The same as a menu.
    std::vector<ViewGroup> m_groupOf; ///< By index of m_groups.
    QStackedLayout* m_stack;
    QHBoxLayout *m_bars, *m_head;
    bool m_isNamed = false;
    ElidedLabel* m_stage; ///< In a presentation: which run, when, and which sentence is shown.
};

} // namespace ui
