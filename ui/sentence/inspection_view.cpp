#include "ui/sentence/inspection_view.h"

#include <QVBoxLayout>

#include <utility>

namespace ui {

InspectionView::InspectionView(ViewContext& context, const QString& name, QString afterTraining,
                               QWidget* parent)
    : View(parent)
    , m_context(context)
    , m_frame(new InspectionFrame(name))
    , m_asker(context, [this](const core::Failure& failure) { setFailure(failure); })
    , m_afterTraining(std::move(afterTraining))
{
    setAccessibleName(tr("Sentence"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_frame);
    connect(m_frame, &InspectionFrame::wordsToggled, this, [this] { showWords(); });
}

void InspectionView::follow(const Shown& shown)
{
    const bool askable = showTexts(shown) && shown.askable;
    const bool otherRun = std::exchange(m_run, shown.choice.run) != shown.choice.run;
    m_name = shown.name;
    if (!shown.hasRun()) {
        m_asker.withdraw();
        showNoNetwork();
        return;
    }
    if (isSeen() && askable)
        ask(shown);
    if (otherRun && (!shown.askable || m_asker.waits())) // Nothing of another run stays in sight.
        showWaiting(shown);
}

void InspectionView::showWaiting(const Shown& shown)
{
    if (shown.askable)
        m_frame->showEmpty(tr("Opening %1").arg(shown.name), tr("Its network is being read."));
    else
        m_frame->showEmpty(tr("%1 is being prepared").arg(shown.name),
                           tr("The sentence is opened up after the first update."));
}

void InspectionView::showNoNetwork()
{
    m_frame->showEmpty(
        tr("No network yet"),
        tr("Press Start to train one, or choose a run on the right. %1").arg(m_afterTraining));
}

void InspectionView::showContent(const QString& state)
{
    m_frame->showContent(m_name.isEmpty() ? state
                                          : QStringLiteral("%1 \u00b7 %2").arg(m_name, state));
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
