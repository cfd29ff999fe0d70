#include "ui/view/view_context.h"

namespace ui {

void ViewContext::look(const QString& text, const QString& reference)
{
    Q_EMIT looked(text, reference);
}

void ViewContext::pin(const QString& text)
{
    Q_EMIT pinned(text);
}

void ViewContext::pickUpdate(const QString& run, qint64 step)
{
    Q_EMIT updatePicked(run, step);
}

void ViewContext::showView(const QString& place)
{
    Q_EMIT viewRequested(place);
}

} // namespace ui
