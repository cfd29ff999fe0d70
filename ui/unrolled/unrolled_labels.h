#pragma once

#include "ui/unrolled/unrolled_layout.h"

#include <QColor>
#include <QString>

class QFontMetricsF;
class QPainter;
class QPointF;

namespace ui {

/// The colour of the light that shows how far the gradient of the loss has come.
QColor gradientColour();

/// "Bidirectional LSTM, layer 2, backward"
QString unrolledRowName(const UnrolledRow& row);
/// "encoder.rnn.l0": its layer as trainings name it.
QString unrolledRowPath(const UnrolledRow& row);

/// The width in which the names of a side, with their sizes, take two lines each, or as many as
/// they have words.
double unrolledNameWidth(const UnrolledLayout& layout, const QFontMetricsF& metrics, bool target);

/// The texts beside an unrolled network. The names of the source, or of the only side, stay in
/// sight at the left.
struct UnrolledLabels {
    const UnrolledLayout& layout;
    double width = 0.0, targetWidth = 0.0;
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
