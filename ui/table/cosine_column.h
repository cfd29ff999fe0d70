#pragma once

#include "ui/table/row_model.h"

namespace ui {

/// "0.812", with three decimals; nothing for NaN.
QString cosineText(double cosine);

/// A narrow column "cosine". @param help  the two vectors, a sentence.
RowColumn cosineColumn(const QString& help, std::function<Cell(int row)> cosine);
/// The same with bars.
RowColumn cosineBars(const QString& help, std::function<Cell(int row)> cosine);
/// A column of numbers up to 1 with a bar beside each; it shares the remaining width.
RowColumn withBars(RowColumn column);

} // namespace ui
