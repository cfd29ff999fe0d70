#pragma once

#include "ui/series/run_curves.h"

#include <QString>

namespace ui {

/// The state of a run in a sentence, for those who cannot see the curves or sit too far away:
/// "validation loss has risen for 2 epochs; best was epoch 3, 0.412".
/// @param monitor  by which the best epoch is the best one, as its star says: "valid_accuracy".
QString curveSentence(const RunCurves& curves, const std::string& monitor);

} // namespace ui
