#include "ui/sentence/inspection_view.h"

#include <utility>

namespace ui {

InspectionView::InspectionView(ViewContext& context, const QString& name, QString afterTraining,
                               QWidget* parent)
    : View(parent)
    , m_context(context)
    , m_frame(new InspectionFrame(name, *this))
    , m_asker(context, [this](const core::Failure& failure) { setFailure(failure); })
    , m_afterTraining(std::move(afterTraining))
{
    setAccessibleName(tr("Sentence"));
    connect(m_frame, &InspectionFrame::wordsToggled, this, [this] { showWords(); });
}

void InspectionView::follow(const Shown& shown)
{
    const Text text = showTexts(shown) ? Text::Given : Text::None;
    const bool otherRun = std::exchange(m_run, shown.choice.run) != shown.choice.run;
    m_name = shown.name;
    if (otherRun) {
        m_asker.withdraw(); // An answer of the other run may be under way.
        m_frame->hideFailure();
    }
    if (!shown.hasRun()) {
        m_asker.withdraw();
        showNoNetwork();
        return;
    }
    if (otherRun) // Nothing of the former run stays, also not behind the tab of another view.
        showWaiting(shown, text);
    if (isSeen() && shown.askable && text == Text::Given)
        ask(shown);
}

void InspectionView::showWaiting(const Shown& shown, Text text)
{
    if (!shown.askable)
        m_frame->showEmpty(tr("%1 is being prepared").arg(shown.name),
                           tr("The sentence is opened up after the first update."));
    else if (text == Text::None)
        m_frame->showEmpty(tr("No text yet"), tr("Type a text above."));
    else
        m_frame->showOpening(shown.name);
}

void InspectionView::setFailure(const core::Failure& failure)
{
    m_frame->showFailure(failure);
    const bool stopped = failure.code == core::ErrorCode::Cancelled;
    if (!stopped && !m_run.isEmpty() && !m_frame->hasContent())
        m_frame->showEmpty(tr("%1 is not shown").arg(m_name),
                           tr("Its network gave no answer to this text."));
}

void InspectionView::showNoNetwork()
{
    m_frame->showNoNetwork(m_afterTraining);
}

void InspectionView::showContent(const QString& state, const QString& presented)
{
    m_frame->showContent(
        m_name.isEmpty() ? state : QStringLiteral("%1 \u00b7 %2").arg(m_name, state), presented);
}

void InspectionView::showWords()
{
    if (m_frame->showsWords())
        m_frame->setWords(words());
}

std::vector<Figure> InspectionView::figures() const
{
    return m_frame->hasContent() ? contentFigures() : std::vector<Figure>();
}

} // namespace ui
