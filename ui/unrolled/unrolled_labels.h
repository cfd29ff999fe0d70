#pragma once

#include "ui/unrolled/unrolled_layout.h"

#include <QColor>
#include <QString>

class QPainter;
class QPointF;

namespace ui {

/// The colour of the light that shows how far the gradient of the loss has come.
QColor gradientColour();

/// "Bidirectional LSTM, layer 2, backward"
QString unrolledRowName(const UnrolledRow& row);

/// The texts beside an unrolled network. They are as wide as `width`; the names of the source, or
/// of the only side, stay in sight at the left.
struct UnrolledLabels {
    const UnrolledLayout& layout;
    double width = 0.0;
    QPointF scrolled = {};
    QSizeF room = {};

    /// Name and size of each row, wrapped and moved apart where they would overlap.
    void drawNames(QPainter& painter) const;
    /// Beside the name of each row how far the last update moved its layer, on a logarithmic scale
    /// from a millionth of the weights to all of them.
    void drawUpdate(QPainter& painter) const;
    /// The colours of states, gates and the gradient, in one line at the top.
    void drawLegend(QPainter& painter) const;
};

} // namespace ui
