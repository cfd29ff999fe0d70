#pragma once

#include "ui/figure/figure.h"
#include "ui/view/view_context.h"
#include "ui/widgets/key_help.h"

#include <QWidget>

#include <string>
#include <vector>

namespace ui {

/// One picture of what runs do. It asks its own questions and says its failures in place.
class View : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// What is shown has changed, or the view has come into sight. Whatever it waits for on behalf
    /// of another run is of no interest any more; what takes long is asked only where it is seen.
    virtual void follow(const Shown& shown) = 0;
    virtual void trained() { } ///< The network that is shown has learnt; only while it is seen.
    /// What it shows, to be saved, copied and read aloud; none: nothing yet.
    virtual std::vector<Figure> figures() const { return {}; }
    /// What was typed and chosen in it that outlives the program; it comes back by setState(),
    /// which takes what an earlier version or somebody else wrote for what it is.
    virtual QByteArray state() const { return {}; }
    virtual void setState(const QByteArray& /*state*/) { }

    void setSeen(bool seen) { m_seen = seen; }
    bool isSeen() const { return m_seen; }

private:
    bool m_seen = true; ///< Its tab is in front.
};

enum class ViewGroup { Data, Training, Sentence, Inside, Results };

/// The run that a view's picture is of.
enum class ViewSubject {
    Run, ///< The run that all views show.
    TickedRuns, ///< Those that are ticked in the list.
    None ///< Of no run, whichever is chosen.
};

/// A view as the window lists it.
struct ViewEntry {
    const char* id; ///< Names it where it is remembered.
    const char* title; ///< QT_TRANSLATE_NOOP("View", ...)
    ViewGroup group;
    /// Names of the questions that it asks: a run whose task does not answer them all has no such
    /// view.
    std::vector<std::string> questions;
    View* (*make)(ViewContext&, QWidget* parent);
    /// Entries of one place stand in for each other: the first whose questions the run's task
    /// answers is shown there. Null: the place is its own, named by the id.
    const char* place = nullptr;
    KeyHelps (*keys)() = nullptr; ///< That work while the view has the focus.
    ViewSubject subject = ViewSubject::Run;
    /// Whether the network of a run whose task fits has what is shown; null: each has.
    bool (*fits)(const core::ExperimentSpec&) = nullptr;

    const char* placeId() const { return place != nullptr ? place : id; }
};

template <class Type> View* makeView(ViewContext& context, QWidget* parent)
{
    return new Type(context, parent);
}

} // namespace ui
