#pragma once

#include <QColor>
#include <QString>

#include <cstdint>

class QPainter;
class QRect;

namespace ui {

// How well a model expected a token, told by the rank that the true one had among all that it
// weighed: as in GLTR (Gehrmann, Strobelt and Rush, 2019), in four levels.

constexpr int kRankLevels = 4;

/// 0: ranks 1 to 10, 1: to 100, 2: to 1,000, 3: above; -1: nothing was expected (rank 0).
int rankLevel(int64_t rank);
/// How many levels the ranks of a vocabulary reach; of an unknown size (0) all.
int rankLevelsOf(int64_t vocabularySize);
QString rankLevelName(int level); ///< "11 to 100"
QColor rankGround(int level); ///< Behind the text; of no level: the theme's base.
/// The ground of a loss that is this share of guessing's: the less expected, the stronger.
QColor lossGround(double share);

/// The level once more, for those who do not see its colour: nothing, a thin line, a dashed one, or
/// a thick one along the lower edge of `place`.
void drawRankMark(QPainter& painter, const QRect& place, int level);
/// The same of a loss: a line as thick as its share.
void drawLossMark(QPainter& painter, const QRect& place, double share);

} // namespace ui
