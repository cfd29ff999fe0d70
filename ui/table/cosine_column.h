#pragma once

#include "ui/table/row_model.h"

namespace ui {

/// "0.812", with three decimals; nothing for NaN.
QString cosineText(double cosine);

/// A narrow column "cosine". @param help  the two vectors, a sentence.
RowColumn cosineColumn(const QString& help, std::function<Cell(int row)> cosine);
/// The same with a bar beside each number; it shares the remaining width.
RowColumn cosineBars(const QString& help, std::function<Cell(int row)> cosine);

} // namespace ui
