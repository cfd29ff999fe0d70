#include "ui/language/rank_level.h"

#include "ui/widgets/theme.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr std::array<int64_t, kRankLevels - 1> kLast{10, 100, 1000};

/// Four of the scheme's eight colours: green, orange, vermilion, purple.
constexpr std::array<const char*, kRankLevels> kLevelColours{"#009e73", "#e69f00", "#d55e00",
                                                             "#8e4a9e"};
constexpr std::array<double, kRankLevels> kStrength{0.22, 0.34, 0.42, 0.50};
constexpr double kInTheDark = 1.7; ///< Times: a faint tint is hardly seen on a dark ground.

} // namespace

int rankLevel(int64_t rank)
{
    if (rank <= 0)
        return -1;
    return int(std::lower_bound(kLast.begin(), kLast.end(), rank) - kLast.begin());
}

int rankLevelsOf(int64_t vocabularySize)
{
    return vocabularySize > 0 ? rankLevel(vocabularySize) + 1 : kRankLevels;
}

QString rankLevelName(int level)
{
    constexpr std::array kNames{QT_TRANSLATE_NOOP("RankLevel", "1 to 10"),
                                QT_TRANSLATE_NOOP("RankLevel", "11 to 100"),
                                QT_TRANSLATE_NOOP("RankLevel", "101 to 1,000"),
                                QT_TRANSLATE_NOOP("RankLevel", "above 1,000")};
    return level < 0 || level >= kRankLevels
        ? QString()
        : QCoreApplication::translate("RankLevel", kNames[size_t(level)]);
}

QColor rankGround(int level)
{
    const Theme& theme = Theme::instance();
    if (level < 0 || level >= kRankLevels)
        return theme.base();
    return blended(QColor(QLatin1String(kLevelColours[size_t(level)])), theme.base(),
                   kStrength[size_t(level)] * (theme.isDark() ? kInTheDark : 1.0));
}

QColor lossGround(double share)
{
    const Theme& theme = Theme::instance();
    constexpr double kStrongest = 0.6; // The text on it is still read.
    return blended(QColor(QLatin1String(kLevelColours[2])), theme.base(),
                   kStrongest * std::clamp(share, 0.0, 1.0));
}

void drawRankMark(QPainter& painter, const QRect& place, int level)
{
    if (level <= 0)
        return;
    const Theme& theme = Theme::instance();
    QPen pen(theme.text(), level == kRankLevels - 1 ? 3.0 : level == 1 ? 1.0 : 2.0);
    if (level == 2)
        pen.setDashPattern({2.0, 1.5});
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    const double y = place.bottom() + 0.5 - pen.widthF() / 2.0;
    painter.drawLine(QPointF(place.left() + 1, y), QPointF(place.right(), y));
}

void drawLossMark(QPainter& painter, const QRect& place, double share)
{
    constexpr double kThickest = 4.0;
    const double thick = kThickest * std::clamp(share, 0.0, 1.0);
    if (thick >= 0.5)
        painter.fillRect(
            QRectF(place.left() + 1, place.bottom() + 1 - thick, place.width() - 1, thick),
            Theme::instance().text());
}

} // namespace ui
