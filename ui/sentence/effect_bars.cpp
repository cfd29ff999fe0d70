#include "ui/sentence/effect_bars.h"

#include "ui/widgets/theme.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int kNameShare = 4; ///< Names take a quarter of the width at most.
constexpr int kLeastAxis = 80;

QFont fontOf(bool bold, double growth = 1.0)
{
    const Theme& theme = Theme::instance();
    QFont font = theme.sized(theme.textFont(), growth);
    font.setBold(bold);
    return font;
}

int widestText(const std::vector<EffectBars::Row>& rows, QString EffectBars::Row::*text,
               double growth)
{
    constexpr int kRounding = 4; // Text that just fits is not elided.
    int width = 0;
    for (const EffectBars::Row& row : rows)
        width = std::max(width, QFontMetrics(fontOf(true, growth)).horizontalAdvance(row.*text));
    return width + kRounding;
}

void drawArrow(QPainter& painter, QPointF from, QPointF to, const QColor& colour)
{
    const double thick = Theme::instance().lineWidth();
    const double head = 6.0 * std::max(1.0, thick / 1.6); // Wider than the line.
    painter.setPen(QPen(colour, 3.0 * thick));
    painter.drawLine(from, to);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    if (std::abs(to.x() - from.x()) < head) { // Nothing to speak of: a dot.
        painter.drawEllipse(to, 0.6 * head, 0.6 * head);
        return;
    }
    const double back = to.x() > from.x() ? -head : head;
    painter.drawPolygon(
        QPolygonF({to, to + QPointF(2.0 * back, -head), to + QPointF(2.0 * back, head)}));
}

QString rowText(const EffectBars::Row& row)
{
    return EffectBars::tr("%1: %2").arg(row.name, row.said);
}

} // namespace

EffectBars::EffectBars(const QString& name, QWidget* parent) : Canvas(parent)
{
    new Items(*this,
              {.rows = [this] { return int(m_rows.size()); },
               .text = [this](int row, int) { return rowText(m_rows[size_t(row)]); },
               .place
               = [this](int row, int) { return QRect(0, row * rowHeight(), width(), rowHeight()); },
               .current = [this] { return QPoint(m_current < 0 ? -1 : 0, m_current); },
               .choose = [this](int row, int) { Q_EMIT rowChosen(row); }},
              {.flow = Items::Flow::Down});
    setAccessibleName(name);
    EffectBars::restyle();
}

void EffectBars::restyle()
{
    setSizePolicy(QSizePolicy::Preferred,
                  Theme::instance().presentation() ? QSizePolicy::Expanding : QSizePolicy::Fixed);
    Canvas::restyle();
}

void EffectBars::setRows(std::vector<Row> rows, double low, double high)
{
    const bool otherSize = rows.size() != m_rows.size();
    m_rows = std::move(rows);
    m_low = low;
    m_high = high > low ? high : low + 1.0;
    QStringList lines;
    for (const Row& row : m_rows)
        lines << rowText(row);
    setAccessibleDescription(lines.join(QLatin1Char('\n')));
    if (otherSize)
        updateGeometry();
    update();
}

void EffectBars::setCurrent(int row)
{
    if (row == m_current)
        return;
    m_current = row;
    update();
}

int EffectBars::leastRowHeight() const
{
    return QFontMetrics(fontOf(true)).height() + kGrid;
}

/// In a presentation the rows share the height.
int EffectBars::rowHeight(const QSize& room) const
{
    constexpr int kMost = 3; // Rows that are further apart no longer look like one picture.
    const int least = leastRowHeight();
    if (!Theme::instance().presentation() || m_rows.empty())
        return least;
    return std::clamp(room.height() / int(m_rows.size()), least, kMost * least);
}

/// Rows that are taller have larger type, as long as half of the width remains.
double EffectBars::growth(const QSize& room) const
{
    constexpr double kMost = 1.8;
    const double tall = double(rowHeight(room)) / leastRowHeight();
    const int texts = widestText(m_rows, &Row::name, 1.0) + widestText(m_rows, &Row::said, 1.0);
    return std::clamp(std::min(tall, room.width() / 2.0 / texts), 1.0, kMost);
}

void EffectBars::draw(QPainter& painter, const QRect& box) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const int height = rowHeight(box.size());
    const double larger = growth(box.size());
    for (size_t i = 0; i < m_rows.size(); ++i)
        drawRow(painter, i, QRect(0, int(i) * height, box.width(), height), larger);
}

void EffectBars::drawRow(QPainter& painter, size_t index, const QRect& place, double growth) const
{
    const Theme& theme = Theme::instance();
    const Row& row = m_rows[index];
    const bool current = int(index) == m_current;
    if (current) {
        painter.setPen(QPen(theme.accent(), hasFocus() ? 2 : 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(place.adjusted(0, 0, -1, -1));
    }
    const int names = std::min(widestText(m_rows, &Row::name, growth), place.width() / kNameShare);
    const int saids = std::min(widestText(m_rows, &Row::said, growth),
                               std::max(0, place.width() - names - kLeastAxis - 4 * kGrid));
    const QRect name(place.left() + kGrid / 2, place.top(), names, place.height());
    const QRect said(place.right() - saids - kGrid / 2, place.top(), saids, place.height());
    painter.setFont(fontOf(current || row.turns, growth));
    painter.setPen(theme.text());
    const QFontMetrics metrics(painter.font());
    painter.drawText(name, Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(row.name, Qt::ElideRight, name.width()));
    painter.drawText(said, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(row.said, Qt::ElideRight, said.width()));
    const double left = name.right() + 2.0 * kGrid, right = said.left() - 2.0 * kGrid;
    const auto at = [&](double value) {
        const double share = std::clamp((value - m_low) / (m_high - m_low), 0.0, 1.0);
        return QPointF(left + share * (right - left), place.center().y() + 0.5);
    };
    painter.setPen(QPen(theme.line(), 1));
    painter.drawLine(at(m_low), at(m_high));
    const QPointF from = at(row.before);
    painter.setPen(QPen(theme.mutedText(), 2));
    painter.drawLine(from - QPointF(0, 0.3 * place.height()),
                     from + QPointF(0, 0.3 * place.height()));
    drawArrow(painter, from, at(row.after), row.turns ? theme.bad() : theme.accent());
}

} // namespace ui
