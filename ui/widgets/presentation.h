#pragma once

class QWidget;

namespace ui {

/// Hides `widget` while Theme::presentation() is on: controls such as forms, ids and hints leave
/// their room to the picture. A widget that is also hidden for other reasons is put into a widget
/// of its own, which is given here.
void hideInPresentation(QWidget& widget);

} // namespace ui
