#include "ui/widgets/presentation.h"

#include "ui/widgets/theme.h"

#include <QWidget>

namespace ui {

void hideInPresentation(QWidget& widget)
{
    const Theme& theme = Theme::instance();
    QObject::connect(&theme, &Theme::changed, &widget, [&theme, &widget] {
        if (widget.parentWidget() != nullptr) // Else it would become a window.
            widget.setVisible(!theme.presentation());
    });
    if (theme.presentation())
        widget.hide();
}

} // namespace ui
