#pragma once

#include <QString>

namespace ui {

/// A logarithm or a score: "−3.87".
QString scoreText(double score);

/// A score of 0 to 100, such as BLEU: "37.5"; a dash where it is not known.
QString pointsText(double score);

} // namespace ui
