#include "app/lab/task_views.h"

namespace app {

void TaskViews::show(const ShownModel& shown)
{
    const bool otherRun = shown.choice.run != m_shown.choice.run;
    const bool ended = m_shown.live && !shown.live;
    m_shown = shown;
    if (otherRun || ended)
        m_scored.reset();
    if (otherRun)
        drop();
    follow(otherRun ? Change::OtherRun : Change::SameRun);
    scoreIfSeen();
}

void TaskViews::drop()
{
    m_results.ask();
    m_models.cancelEvaluation();
}

void TaskViews::viewChanged()
{
    scoreIfSeen();
}

void TaskViews::scoreIfSeen()
{
    // A running training is not held up unasked: there, Evaluate is pressed.
    if (m_window.view() == ui::View::Results && !m_shown.disturbs() && m_scored != m_shown.choice)
        askForResults(m_split);
}

void TaskViews::askForResults(const QString& split)
{
    m_split = split;
    if (m_shown.choice.run.isEmpty())
        return;
    m_scored = m_shown.choice;
    m_results.ask();
    evaluate(split);
}

} // namespace app
