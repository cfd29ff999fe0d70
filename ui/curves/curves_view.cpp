#include "ui/curves/curves_view.h"

#include "ui/curves/curves_view_state.h"

namespace ui {

CurvesView::CurvesView(RunStore* store, QWidget* parent)
    : View(parent)
    , m_own(store == nullptr ? std::make_unique<RunStore>() : nullptr)
    , m_store(store == nullptr ? m_own.get() : store)
    , m_state(std::make_unique<State>(*this))
{
    setAccessibleName(tr("Curves"));
    connect(m_store, &RunStore::changed, this,
            [this](const QString& run) { m_state->takeChange(run); });
}

CurvesView::CurvesView(QWidget* parent) : CurvesView(nullptr, parent) { }

CurvesView::CurvesView(ViewContext& context, QWidget* parent) : CurvesView(&context.store(), parent)
{
    connect(this, &CurvesView::epochPicked, &context, &ViewContext::epochPicked);
    connect(this, &CurvesView::updatePicked, &context, [&context](const QString& run, qint64 step) {
        context.pickUpdate(run, step);
        context.showView(QStringLiteral("updates"));
    });
    connect(&context, &ViewContext::runsChanged, this,
            [this, &context] { setRuns(context.runs()); });
    setRuns(context.runs());
}

CurvesView::~CurvesView() = default;

void CurvesView::follow(const Shown& shown)
{
    m_state->follow(shown);
}

void CurvesView::setRuns(const std::vector<RunRow>& runs)
{
    m_state->setRuns(runs);
}

bool CurvesView::knows(const QString& run) const
{
    return m_state->runs.contains(run);
}

std::vector<Figure> CurvesView::figures() const
{
    return m_state->figures();
}

KeyHelps CurvesView::keys()
{
    return {
        {QStringLiteral("U"), tr("Update at the cursor"),
         tr("In a curve, where the arrow keys move the cursor: Updates explains it, its texts and "
            "its gradients. So does a click on the line")}};
}

void CurvesView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_state->redrawAll();
}

} // namespace ui
