#pragma once

#include <QString>

class QLabel;

namespace ui {

/// A formula of a kind as rich text: "h_{t-1}" and "W_h" get subscripts, "x^2" and "e^(t / s)"
/// superscripts; everything else is escaped. A mark counts only behind what it belongs to, and
/// takes what follows in {} or (), or the letters and digits up to the next other sign.
QString formulaHtml(const QString& plain);

/// Shows `plain` in `label` typographically; screen readers hear it as it was written.
void setFormula(QLabel& label, const QString& plain);

} // namespace ui
