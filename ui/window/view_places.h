#pragma once

#include "ui/setup/setup_panel.h"
#include "ui/view/view.h"

#include <QCoreApplication>

#include <vector>

namespace ui {

/// A place for a view, or for one of several views that depend on the run's task.
struct ViewPlace {
    QString id, title;
    ViewGroup group = ViewGroup::Data;
    std::vector<const ViewEntry*> entries;
};

/// The places of all views in the order of their groups, and which of them the shown run offers.
class ViewPlaces {
    Q_DECLARE_TR_FUNCTIONS(ui::ViewPlaces)
public:
    /// @param views, catalogue, questions  outlive this.
    ViewPlaces(const std::vector<ViewEntry>& views, const core::Catalogue& catalogue,
               const TaskQuestions& questions);

    void follow(const Shown& shown); ///< Other places may be offered.
    const std::vector<ViewPlace>& all() const { return m_all; }
    std::vector<const ViewPlace*> of(ViewGroup group) const;
    std::vector<const ViewPlace*> offered() const;
    const ViewPlace* find(const QString& id) const;
    const ViewEntry& entryOf(const ViewPlace& place) const; ///< The first that the task answers.
    bool isOffered(const ViewPlace& place) const { return answers(entryOf(place)); }
    QString whyNot(const QString& id) const; ///< Why it is disabled; empty: it is enabled.
    const ViewPlace& nearest(const ViewPlace& wanted) const; ///< The nearest enabled place.
    const ViewPlace& next(const ViewPlace& place, int by) const; ///< @param by  1 or -1

private:
    bool fitsTask(const ViewEntry& entry) const;
    bool answers(const ViewEntry& entry) const; ///< The task and the network fit.

    const core::Catalogue& m_catalogue;
    const TaskQuestions& m_questions;
    std::vector<ViewPlace> m_all;
    core::ExperimentSpec m_spec; ///< The settings of the shown run.
    bool m_hasRun = false;
};

} // namespace ui
