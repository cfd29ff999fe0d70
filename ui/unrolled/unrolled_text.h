#pragma once

#include "ui/unrolled/unrolled_layout.h"

#include <QString>

namespace ui {

/// A vector in words: "LSTM at "good": norm 2.13; gates i 0.41, f 0.83; gradient 0.0021".
QString unrolledCellText(const UnrolledLayout& layout, size_t row, size_t step);
/// The whole picture, token by token.
QString unrolledWords(const UnrolledLayout& layout);
/// A sentence on the events of a beat: "Computed: Bidirectional LSTM at "good"".
QString beatText(const UnrolledLayout& layout, double beat);

} // namespace ui
