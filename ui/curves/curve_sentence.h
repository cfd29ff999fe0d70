#pragma once

#include "ui/curves/run_curves.h"

#include <QString>

namespace ui {

/// The state of a run in a sentence, for those who cannot see the curves or sit too far away:
/// "validation loss has risen for 2 epochs; best was epoch 3, 0.412".
QString curveSentence(const RunCurves& curves);

} // namespace ui
