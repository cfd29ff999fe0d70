#include "ui/widgets/controls.h"

namespace ui {

namespace {

template <class Layout>
Layout* filledLayout(QWidget* whole, std::initializer_list<LayoutPart> parts, int spacing,
                     const QMargins& margins)
{
    auto* layout = new Layout(whole);
    layout->setContentsMargins(margins);
    if (spacing >= 0) {
        const auto fit
            = [layout, spacing] { layout->setSpacing(Theme::instance().distance(spacing)); };
        QObject::connect(&Theme::instance(), &Theme::changed, layout, fit);
        fit();
    }
    for (const LayoutPart& part : parts) {
        if (part.widget != nullptr)
            layout->addWidget(part.widget, part.stretch, part.alignment);
        else if (part.layout != nullptr)
            layout->addLayout(part.layout, part.stretch);
        else
            layout->addStretch(part.stretch);
    }
    return layout;
}

} // namespace

QHBoxLayout* makeRow(QWidget* whole, std::initializer_list<LayoutPart> parts, int spacing,
                     const QMargins& margins)
{
    return filledLayout<QHBoxLayout>(whole, parts, spacing, margins);
}

QVBoxLayout* makeColumn(QWidget* whole, std::initializer_list<LayoutPart> parts, int spacing,
                        const QMargins& margins)
{
    return filledLayout<QVBoxLayout>(whole, parts, spacing, margins);
}

} // namespace ui
