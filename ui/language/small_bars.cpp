#include "ui/language/small_bars.h"

#include "ui/language/rank_level.h"
#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr double kAxisType = 0.85; ///< Times that of the title: six names fit below small bars.

} // namespace

SmallBars::SmallBars(const QString& title, QWidget* parent) : Canvas(parent), m_title(title)
{
    new Readable(*this, // Belongs to this.
                 {.rows = [this] { return int(m_bars.size()); },
                  .text = [this](int bar, int) { return said(bar); }});
    setAccessibleName(title);
}

void SmallBars::setBars(std::vector<Bar> bars)
{
    m_bars = std::move(bars);
    setAccessibleDescription(words());
    update();
}

QString SmallBars::said(int bar) const
{
    const Bar& one = m_bars[size_t(bar)];
    return QStringLiteral("%1: %2").arg(one.said.isEmpty() ? one.name : one.said, count(one.count));
}

QString SmallBars::words() const
{
    QStringList lines{m_title};
    for (int bar = 0; bar < int(m_bars.size()); ++bar)
        lines << said(bar);
    return lines.join(u'\n');
}

QSize SmallBars::sizeHint() const
{
    const int line = QFontMetrics(Theme::instance().textFont()).height();
    return {14 * line, 8 * line};
}

QSize SmallBars::minimumSizeHint() const
{
    const int line = QFontMetrics(Theme::instance().textFont()).height();
    return {8 * line, 6 * line};
}

void SmallBars::draw(QPainter& painter, const QRect& box) const
{
    const Theme& theme = Theme::instance();
    const int line = QFontMetrics(theme.textFont()).height();
    painter.setFont(theme.textFont());
    painter.setPen(theme.text());
    painter.drawText(
        QRect(box.left(), box.top(), box.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(theme.textFont()).elidedText(m_title, Qt::ElideRight, box.width()));
    const QFont small = theme.sized(theme.numberFont(), kAxisType);
    const QFontMetrics metrics(small);
    painter.setFont(small);
    if (m_bars.empty())
        return;
    int64_t most = 1;
    for (const Bar& bar : m_bars)
        most = std::max(most, bar.count);
    const int wide = box.width() / int(m_bars.size());
    const int bottom = box.bottom() - line - 2;
    const int tall = std::max(bottom - box.top() - 2 * line - 4, 1);
    painter.setPen(QPen(theme.line(), 1));
    painter.drawLine(box.left(), bottom + 1, box.right(), bottom + 1);
    int free = box.left(); // Up to here names stand.
    for (size_t i = 0; i < m_bars.size(); ++i) {
        const Bar& bar = m_bars[i];
        const int left = box.left() + int(i) * wide;
        const int high = int(tall * bar.count / most);
        const QRect place(left + 2, bottom - high + 1, std::max(wide - 4, 2), high);
        painter.fillRect(place, bar.level >= 0 ? rankGround(bar.level) : theme.series(0));
        painter.setPen(theme.text());
        if (high > 0)
            drawRankMark(painter, place, bar.level);
        painter.setPen(theme.text());
        const QString number = compact(double(bar.count));
        if (bar.count > 0 && metrics.horizontalAdvance(number) <= wide)
            painter.drawText(QRect(left, place.top() - line - 1, wide, line), Qt::AlignCenter,
                             number);
        const int name = metrics.horizontalAdvance(bar.name);
        const int from = std::clamp(left + (wide - name) / 2, box.left(),
                                    std::max(box.left(), box.right() - name));
        if (!bar.name.isEmpty() && from >= free) {
            painter.setPen(theme.mutedText());
            painter.drawText(QRect(from, bottom + 3, name + 2, line), Qt::AlignLeft, bar.name);
            free = from + name + 4;
        }
    }
}

} // namespace ui
