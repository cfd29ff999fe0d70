#include "ui/widgets/colour_scale.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QLinearGradient>
#include <QPainter>

#include <cmath>

namespace ui {

namespace {

constexpr int kScaleWidth = 140; ///< These lengths are those without a presentation.
constexpr int kScaleHeight = 12;
constexpr int kScaleGap = 6;

int scaledLength(int length)
{
    return qRound(length * Theme::instance().scale());
}

} // namespace

double steadyScaleEnd(double largest, double before)
{
    constexpr double kFaint = 0.25; // Share of the scale; colours of the first quarter look alike.
    if (before > 0.0 && largest <= before * (1.0 + 1e-6) && largest >= kFaint * before)
        return before;
    if (largest <= 0.0)
        return 1.0;
    const double power = std::pow(10.0, std::floor(std::log10(largest)));
    for (const double digit : {1.0, 2.0, 5.0}) {
        if (largest <= digit * power * (1.0 + 1e-6))
            return digit * power;
    }
    return 10.0 * power;
}

ColourScale::ColourScale(QWidget* parent) : Canvas(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void ColourScale::setScale(double high, const QString& title, ColourMap map)
{
    if (high == m_high && title == m_title && map == m_map)
        return;
    m_high = high;
    m_title = title;
    m_map = map;
    setAccessibleName(
        map == ColourMap::Signed
            ? tr("Colour scale: %1 from %2 (blue) over 0 (the background) to %3 (red)")
                  .arg(title, value(-high), value(high))
            : tr("Colour scale: %1 from 0 (like the background) to %2 (the strongest colour)")
                  .arg(title, value(high)));
    restyle();
}

QSize ColourScale::sizeHint() const
{
    const QFontMetrics words(Theme::instance().textFont());
    const QFontMetrics numbers(Theme::instance().numberFont());
    const int width = words.horizontalAdvance(m_title) + numbers.horizontalAdvance(value(low()))
        + numbers.horizontalAdvance(QLatin1String("0.00000")) + scaledLength(kScaleWidth)
        + 4 * scaledLength(kScaleGap);
    return {width, words.height() + 4};
}

void ColourScale::draw(QPainter& painter, const QRect& box) const
{
    const Theme& theme = Theme::instance();
    const QFontMetrics words(theme.textFont()), numbers(theme.numberFont());
    int x = box.left();
    const auto write = [&](const QString& text, const QFont& font, const QFontMetrics& metrics) {
        painter.setFont(font);
        painter.setPen(theme.mutedText());
        const QRect place(x, box.top(), metrics.horizontalAdvance(text) + 2, box.height());
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, text);
        x = place.right() + scaledLength(kScaleGap);
    };
    write(m_title, theme.textFont(), words);
    write(value(low()), theme.numberFont(), numbers);
    const QRect bar(x, box.center().y() - scaledLength(kScaleHeight) / 2, scaledLength(kScaleWidth),
                    scaledLength(kScaleHeight));
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    constexpr int stops = 16; // even: the middle of a signed map is one
    for (int i = 0; i <= stops; ++i)
        gradient.setColorAt(double(i) / stops,
                            theme.mapColour(m_map,
                                            m_map == ColourMap::Signed ? 2.0 * i / stops - 1.0
                                                                       : double(i) / stops));
    painter.setPen(QPen(theme.line(), 1));
    painter.setBrush(gradient);
    painter.drawRect(bar);
    x = bar.right() + scaledLength(kScaleGap);
    write(value(m_high), theme.numberFont(), numbers);
}

} // namespace ui
