#pragma once

#include "ui/setup/setup_panel.h"
#include "ui/view/view.h"

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

/// The views under two rows of tabs side by side: their groups, and the places of the group in
/// front. A view is made when it is first seen. What the run's task does not answer has no tab;
/// the menu View lists it greyed and says why. A group of one place bears the place's name.
class ViewTabs : public QWidget {
    Q_OBJECT
public:
    /// @param views  outlives this.
    ViewTabs(const std::vector<ViewEntry>& views, const core::Catalogue& catalogue,
             const TaskQuestions& questions, QWidget* parent = nullptr);

    void setContext(ViewContext& context); ///< Until then no view is made.
    void follow(const Shown& shown);
    void trained(); ///< The network that is shown has learnt.

    /// A place of the window where a view stands, or one of several by the run's task.
    struct Place {
        QString id, title;
        ViewGroup group = ViewGroup::Data;
        std::vector<const ViewEntry*> entries;
    };
    const std::vector<Place>& places() const { return m_places; }
    QString whyNot(const QString& place) const; ///< It is greyed; empty: it is not.
    QString current() const; ///< Place in front.
    QString wanted() const { return m_wanted; } ///< The place that the user chose.
    void show(const QString& place); ///< Unless it is greyed.
    /// Now or, when it is greyed, once the run's task allows it.
    void showWhenOffered(const QString& place);
    void turn(int by); ///< To the next place that is not greyed.
    QWidget* groupBar() const;
    /// Beside the tabs, at their right end.
    void setCorner(QWidget* corner);
    /// There, too, as long as a presentation has taken the tool bars away.
    void setPresentationButtons(const QList<QAction*>& actions);
    std::vector<Figure> figures() const; ///< Of the view in front.
    /// What views keep for the next start of the program (View::state()).
    void load(const Settings& settings);
    void save(Settings& settings) const;

Q_SIGNALS:
    void currentChanged(const QString& place);
    void offersChanged(); ///< whyNot() may say something else.

private:
    const Place* find(const QString& id) const;
    std::vector<const Place*> placesOf(ViewGroup group) const;
    bool fitsTask(const ViewEntry& entry) const;
    bool answers(const ViewEntry& entry) const; ///< Its network as well.
    std::vector<const Place*> offered() const;
    const ViewEntry& entryOf(const Place& place) const; ///< The first that the task answers.
    bool isOffered(const Place& place) const { return answers(entryOf(place)); }
    const Place& nearest(const Place& wanted) const; ///< That is offered.
    void showGroups();
    void showPlaces();
    void bring(); ///< What is wanted to the front, as far as it is offered.
    void chooseGroup(int index);
    QWidget* pageOf(const ViewEntry& entry);
    void showFront();
    void showStage();
    QString stageText() const; ///< Of the view in front; empty: it is of no run.
    QToolButton* makeRunChooser();

    const core::Catalogue& m_catalogue;
    const TaskQuestions& m_questions;
    std::vector<Place> m_places;
    ViewContext* m_context = nullptr;
    Shown m_shown;
    std::map<const ViewEntry*, View*> m_views; ///< Those made.
    std::map<QString, QByteArray> m_states; ///< Of views not made yet, by id.
    std::map<ViewGroup, QString> m_lastOf; ///< Which place of the group was seen last.
    QString m_wanted; ///< Place that the user has chosen.
    QString m_current; ///< Place in front.
    View* m_seen = nullptr; ///< In front.
    QWidget* m_front = nullptr; ///< Its page.
    EmptyState* m_preparing
        = nullptr; ///< In place of views that look into networks; made once needed.
    QTabBar *m_groups, *m_tabs;
    std::vector<ViewGroup> m_groupOf; ///< By index of m_groups.
    QStackedLayout* m_stack;
    QHBoxLayout* m_bars;
    ElidedLabel* m_stage; ///< In a presentation: which run, when, and which sentence is shown.
};

} // namespace ui
