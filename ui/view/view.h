#pragma once

#include "ui/figure/figure.h"
#include "ui/view/view_context.h"
#include "ui/widgets/key_help.h"

#include <QStringList>
#include <QWidget>

#include <string>
#include <vector>

namespace ui {

/// One view of the runs. It sends its own questions and shows its failures in place.
class View : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// Is called when the selection has changed or the view has become visible. Drops what it waits
    /// for on behalf of another run; sends long questions only while it is visible.
    virtual void follow(const Shown& shown) = 0;
    virtual void trained() {
    } ///< The shown network has been trained; called while the view is visible.
    /// The shown content, to be saved, copied and read aloud; empty: none yet.
    virtual std::vector<Figure> figures() const { return {}; }
    /// The input that outlives the program. setState() restores it; it must accept state written by
    /// other versions and ignore what it cannot read.
    virtual QByteArray state() const { return {}; }
    virtual void setState(const QByteArray& /*state*/) { }

    /// Names for the headline of a presentation, where they are not those of the run that all views
    /// show and of its sentence: the runs that a view draws. runNamesChanged() tells of others.
    virtual QStringList runNames() const { return {}; }

    void setSeen(bool seen) { m_seen = seen; }
    bool isSeen() const { return m_seen; }

Q_SIGNALS:
    void runNamesChanged();

private:
    bool m_seen = true; ///< Its tab is in front.
};

enum class ViewGroup { Data, Training, Sentence, Meanings, Inside, Results };

/// The runs that a view shows.
enum class ViewSubject {
    Run, ///< The run that all views show.
    SetUpOrRun, ///< Likewise, or the network of the set-up: it stays in front of both.
    TickedRuns, ///< The runs that are ticked in the list.
    None ///< The view does not depend on a run.
};

/// A view as the window lists it.
struct ViewEntry {
    const char* id; ///< Names it in settings.
    const char* title; ///< QT_TRANSLATE_NOOP("View", ...)
    ViewGroup group;
    /// Names of the questions that it sends: it is offered for runs of tasks that answer all of
    /// them.
    std::vector<std::string> questions;
    View* (*make)(ViewContext&, QWidget* parent);
    /// Entries of one place stand in for each other: the first whose questions the run's task
    /// answers is shown there. Null: the place is its own, named by the id.
    const char* place = nullptr;
    KeyHelps (*keys)() = nullptr; ///< Keys that work while the view has the focus.
    ViewSubject subject = ViewSubject::Run;
    /// Whether the network of a run has what the view shows; null: every network of a fitting task
    /// has.
    bool (*fits)(const core::ExperimentSpec&) = nullptr;

    const char* placeId() const { return place != nullptr ? place : id; }
};

template <class Type> View* makeView(ViewContext& context, QWidget* parent)
{
    return new Type(context, parent);
}

} // namespace ui
