#include "ui/setup/preview_view.h"

#include <QVBoxLayout>

namespace ui {

PreviewView::PreviewView(ViewContext& context, QWidget* parent) : View(parent)
{
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(context.preview());
}

} // namespace ui
