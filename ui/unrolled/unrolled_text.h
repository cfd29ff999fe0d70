#pragma once

#include "ui/unrolled/unrolled_layout.h"

#include <QString>

namespace ui {

/// A vector in words: its norm, the mean of each gate, the three tokens that it attends to most,
/// the prediction and the gradient: "LSTM at "good": norm 2.13; gates open on average: i_t 41 %".
/// @param unit  whose values are added; -1: none.
QString unrolledCellText(const UnrolledLayout& layout, size_t row, size_t step, int unit = -1);
/// "Loss 0.25 for the target "blue""; where the target is not known, it says which one was taken.
/// Empty: no loss.
QString unrolledLossText(const core::Trace& trace);
/// The whole picture, token by token.
QString unrolledWords(const UnrolledLayout& layout);
/// A sentence on the events of a beat: "Computed: Bidirectional LSTM at "good"".
QString beatText(const UnrolledLayout& layout, double beat);

} // namespace ui
