#include "ui/setup/preview_view.h"

#include "ui/widgets/plot.h"

#include <QVBoxLayout>

namespace ui {

PreviewView::PreviewView(ViewContext& context, QWidget* parent)
    : View(parent), m_preview(context.preview())
{
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_preview);
}

std::vector<Figure> PreviewView::figures() const
{
    std::vector<Figure> all;
    for (Plot* plot : m_preview->findChildren<Plot*>())
        if (plot->isVisible())
            all.push_back({.title = plot->accessibleName(),
                           .name = plot->objectName(),
                           .size = plot->size(),
                           .paint =
                               [plot](QCPPainter& painter) {
                                   plot->toPainter(&painter, plot->width(), plot->height());
                               },
                           .words = [plot] { return plot->accessibleDescription(); }});
    return all;
}

} // namespace ui
