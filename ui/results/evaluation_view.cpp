#include "ui/results/evaluation_view.h"

namespace ui {

EvaluationView::EvaluationView(ViewContext& context, const EvaluationWords& words, QWidget* parent)
    : View(parent), m_context(context), m_frame(new EvaluationFrame(words, *this))
{
    setAccessibleName(tr("Results"));
    connect(m_frame, &EvaluationFrame::evaluationRequested, this, [this] {
        if (!m_shown.hasRun())
            return;
        m_askers.front()->withdraw(); // The evaluation: what is pressed is asked again.
        evaluate();
    });
    connect(m_frame, &EvaluationFrame::cancelRequested, this, [this] {
        for (const auto& asker : m_askers)
            asker->cancel();
    });
}

Asker& EvaluationView::addAsker()
{
    m_askers.push_back(std::make_unique<Asker>(
        m_context, [this](const core::Failure& failure) { m_frame->showFailure(failure); },
        [this](const core::Progress& progress) { m_frame->showProgress(progress); }));
    return *m_askers.back();
}

void EvaluationView::look(const QString& text, const QString& reference, const QString& place)
{
    m_context.look(text, reference);
    m_context.showView(place);
}

void EvaluationView::follow(const Shown& shown)
{
    const bool otherRun = m_shown.choice.run != shown.choice.run;
    m_shown = shown;
    if (otherRun || !shown.hasRun()) {
        for (const auto& asker : m_askers)
            asker->withdraw();
        if (shown.hasRun())
            m_frame->showNotScored();
        else
            m_frame->showNoNetwork();
    }
    // A running training is not held up unasked: there, Evaluate is pressed or an epoch chosen.
    if (shown.hasRun() && isSeen() && (!shown.live || shown.choice.epoch >= 0))
        evaluate();
}

std::vector<Figure> EvaluationView::figures() const
{
    return m_frame->hasContent() ? resultFigures() : std::vector<Figure>();
}

} // namespace ui
