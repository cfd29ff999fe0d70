#include "ui/text/score_text.h"

#include "ui/text/sentences.h"

#include <QLocale>

#include <cmath>

namespace ui {

QString scoreText(double score)
{
    if (!std::isfinite(score))
        return value(score);
    QString text = QLocale().toString(std::abs(score), 'f', 2);
    if (std::round(std::abs(score) * 100.0) > 0 && score < 0)
        text.prepend(QChar(0x2212));
    return text;
}

QString pointsText(double score)
{
    return std::isfinite(score) ? QLocale().toString(score, 'f', 1) : value(score);
}

} // namespace ui
