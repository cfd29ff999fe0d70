#pragma once

#include <QString>

namespace ui {

/// A logarithm or a score: "−3.87".
QString scoreText(double score);

} // namespace ui
