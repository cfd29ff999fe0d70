#pragma once

class QWidget;

namespace ui {

/// Takes `widget` away while Theme::presentation() is on, and brings it back after: what is there
/// to be worked with, such as forms, ids and hints, leaves its room to the picture. What comes and
/// goes for another reason as well is put into a widget of its own, and that is given here.
void hideInPresentation(QWidget& widget);

} // namespace ui
