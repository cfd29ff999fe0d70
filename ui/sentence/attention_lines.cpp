#include "ui/sentence/attention_lines.h"

#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <numeric>

namespace ui {

namespace {

constexpr int kLabelPadding = 6, kLabelGap = 8;
constexpr double kFaintest = 0.03; ///< Share of the scale: weaker lines are not drawn.
constexpr double kThickest = 7.0;
constexpr size_t kMostNamed = 3; ///< Weights that describe() names.

QFont tokenFont()
{
    QFont font = Theme::instance().textFont();
    font.setPointSizeF(1.25 * font.pointSizeF());
    return font;
}

int widthOf(const QStringList& labels, const QFontMetrics& metrics)
{
    return std::accumulate(labels.begin(), labels.end(), 0, [&](int sum, const QString& label) {
        return sum + metrics.horizontalAdvance(label) + 2 * kLabelPadding + kLabelGap;
    });
}

/// Centres spread evenly over `length`, each box as wide as its label.
std::vector<QRect> placesInRow(const QStringList& labels, const QFontMetrics& metrics, int length,
                               int y)
{
    const int free = length - widthOf(labels, metrics);
    const int space = std::min(free / std::max(int(labels.size()), 1), 3 * metrics.height());
    int x = (free - space * int(labels.size())) / 2 + (space + kLabelGap) / 2;
    std::vector<QRect> places;
    for (const QString& label : labels) {
        const QSize box(metrics.horizontalAdvance(label) + 2 * kLabelPadding,
                        metrics.height() + kLabelPadding);
        places.emplace_back(QPoint(x, y), box);
        x += box.width() + kLabelGap + space;
    }
    return places;
}

std::vector<QRect> placesInColumn(const QStringList& labels, const QFontMetrics& metrics,
                                  QRect room, bool toTheLeft)
{
    const int count = std::max(int(labels.size()), 1);
    const int line = std::min(room.height() / count, 3 * metrics.height());
    const int top = room.top() + (room.height() - line * count) / 2;
    std::vector<QRect> places;
    for (int i = 0; i < labels.size(); ++i) {
        const int width
            = std::min(metrics.horizontalAdvance(labels[i]) + 2 * kLabelPadding, room.width() / 3);
        const int height = std::min(line, metrics.height() + kLabelPadding);
        const int x
            = toTheLeft ? room.left() + room.width() / 3 - width : room.right() - room.width() / 3;
        places.emplace_back(x, top + i * line + (line - height) / 2, width, height);
    }
    return places;
}

} // namespace

AttentionLines::AttentionLines(QWidget* parent)
    : Canvas(parent)
    , m_items(new Items(*this,
                        {.rows = [this] { return m_content.rows + m_content.columns; },
                         .text = [this](int row, int) { return describe(tokenOf(row)); },
                         .place = [this](int row, int) { return tokenRect(tokenOf(row)); }},
                        {.clears = true,
                         .at = [this](const QPoint& position) { return itemAt(position); },
                         .byKey = [this](int key) { return itemByKey(key); }}))
{
    named(this, "attentionLines", tr("Attention as lines between tokens"));
    m_items->link([this](int row) {
        const Token token = tokenOf(row);
        const MarkOf& mark = token.isQuery ? m_content.rowMark : m_content.columnMark;
        return mark ? mark(token.index) : Mark();
    });
    connect(m_items, &Items::pointed, this, [this] {
        setAccessibleDescription(describe(current()));
        update();
        Q_EMIT pointed(describe(followed()));
    });
}

void AttentionLines::setContent(HeatMapContent content)
{
    const bool sameTokens = content.rowLabels == m_content.rowLabels
        && content.columnLabels == m_content.columnLabels;
    m_content = std::move(content);
    if (!sameTokens)
        m_items->clear();
    restyle();
}

void AttentionLines::restyle()
{
    keepRoom();
    update();
}

bool AttentionLines::fitsAcross(int width) const
{
    const QFontMetrics metrics(tokenFont());
    return std::max(widthOf(m_content.rowLabels, metrics), widthOf(m_content.columnLabels, metrics))
        <= width;
}

/// Side by side, tokens need a line each.
void AttentionLines::keepRoom()
{
    const QFontMetrics metrics(tokenFont());
    const int lines = fitsAcross(width()) ? 8 : std::max(m_content.rows, m_content.columns) + 3;
    setMinimumHeight(std::max(lines * metrics.height(), 120));
}

void AttentionLines::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    keepRoom();
}

AttentionLines::Places AttentionLines::places(const QSize& area) const
{
    const QFontMetrics metrics(tokenFont()), titles(Theme::instance().textFont());
    const int line = titles.height() + kLabelGap;
    Places all;
    all.across = fitsAcross(area.width());
    if (all.across) {
        const int box = metrics.height() + kLabelPadding;
        all.keys = placesInRow(m_content.columnLabels, metrics, area.width(), line);
        all.queries
            = placesInRow(m_content.rowLabels, metrics, area.width(), area.height() - line - box);
    } else {
        const QRect room(0, line, area.width(), area.height() - line - 1);
        all.queries = placesInColumn(m_content.rowLabels, metrics, room, true);
        all.keys = placesInColumn(m_content.columnLabels, metrics, room, false);
    }
    return all;
}

QRect AttentionLines::tokenRect(Token token) const
{
    const Places all = places(size());
    return size_t(token.index) < all.of(token).size() ? all.of(token)[size_t(token.index)]
                                                      : QRect();
}

QPoint AttentionLines::itemAt(const QPoint& position) const
{
    const Places all = places(size());
    std::vector<QRect> boxes = all.queries;
    boxes.insert(boxes.end(), all.keys.begin(), all.keys.end());
    for (QRect& box : boxes)
        box.adjust(-kLabelGap / 2, -kLabelGap / 2, kLabelGap / 2, kLabelGap / 2);
    return ui::itemAt(boxes, position);
}

double AttentionLines::weight(int query, int key) const
{
    return double(m_content.values[size_t(query) * size_t(m_content.columns) + size_t(key)]);
}

bool AttentionLines::isOf(const Token& token, int query, int key) const
{
    return token.index == (token.isQuery ? query : key);
}

QString AttentionLines::describe(Token token) const
{
    if (token.index < 0)
        return {};
    const QStringList& others = token.isQuery ? m_content.columnLabels : m_content.rowLabels;
    std::vector<std::pair<double, int>> weights;
    for (int other = 0; other < others.size(); ++other)
        weights.emplace_back(
            token.isQuery ? weight(token.index, other) : weight(other, token.index), -other);
    const size_t named = std::min(weights.size(), kMostNamed);
    std::partial_sort(weights.begin(), weights.begin() + std::ptrdiff_t(named), weights.end(),
                      std::greater<>());
    QStringList parts;
    for (size_t i = 0; i < named; ++i) {
        const QString text
            = token.isQuery ? tr("%1 to \u201c%2\u201d") : tr("%1 from \u201c%2\u201d");
        parts << text.arg(value(weights[i].first), others[-weights[i].second]);
    }
    const QString own
        = (token.isQuery ? m_content.rowLabels : m_content.columnLabels).value(token.index);
    return token.isQuery
        ? tr("\u201c%1\u201d attends with %2").arg(own, parts.join(QStringLiteral(", ")))
        : tr("\u201c%1\u201d receives %2").arg(own, parts.join(QStringLiteral(", ")));
}

AttentionLines::Token AttentionLines::tokenOf(int row) const
{
    const bool isQuery = row < m_content.rows;
    return {isQuery, isQuery ? row : row - m_content.rows};
}

int AttentionLines::rowOf(Token token) const
{
    return token.index < 0 || token.isQuery ? token.index : token.index + m_content.rows;
}

std::optional<QPoint> AttentionLines::itemByKey(int key) const
{
    const bool across = fitsAcross(width());
    const int next = across ? Qt::Key_Right : Qt::Key_Down;
    const int previous = across ? Qt::Key_Left : Qt::Key_Up;
    const int toQueries = across ? Qt::Key_Down : Qt::Key_Left;
    const int toKeys = across ? Qt::Key_Up : Qt::Key_Right;
    Token token = current();
    if (key == next)
        token.index++;
    else if (key == previous)
        token.index--;
    else if (key == toQueries || key == toKeys)
        token.isQuery = key == toQueries;
    else
        return {};
    const int count = token.isQuery ? m_content.rows : m_content.columns;
    token.index = std::clamp(token.index, 0, std::max(count - 1, 0));
    return count > 0 ? QPoint(0, rowOf(token)) : QPoint(-1, -1);
}

void AttentionLines::draw(QPainter& painter, const QRect& box) const
{
    if (m_content.rows == 0 || m_content.columns == 0)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    const Places all = places(box.size());
    drawLines(painter, all);
    drawTokens(painter, all, false);
    drawTokens(painter, all, true);
    drawWeights(painter, all);
    drawTitles(painter, box.size(), all.across);
}

void AttentionLines::drawLines(QPainter& painter, const Places& places) const
{
    const Token token = followed();
    for (const bool strong : {false, true}) { // Highlighted lines lie above the others.
        for (int query = 0; query < m_content.rows; ++query) {
            for (int key = 0; key < m_content.columns; ++key) {
                if (strong == (token.index < 0 || isOf(token, query, key)))
                    drawLine(painter, places, query, key);
            }
        }
    }
}

void AttentionLines::drawLine(QPainter& painter, const Places& places, int query, int key) const
{
    const Theme& theme = Theme::instance();
    const size_t cell = size_t(query) * size_t(m_content.columns) + size_t(key);
    const QRectF from(places.queries[size_t(query)]), to(places.keys[size_t(key)]);
    const QPointF start = places.across ? QPointF(from.center().x(), from.top())
                                        : QPointF(from.right(), from.center().y());
    const QPointF end = places.across ? QPointF(to.center().x(), to.bottom())
                                      : QPointF(to.left(), to.center().y());
    if (cell < m_content.outlined.size() && m_content.outlined[cell] != 0) {
        painter.setPen(QPen(theme.text(), 1, Qt::DashLine));
        painter.drawLine(start, end);
    }
    const double share = std::min(weight(query, key) / m_content.high, 1.0);
    if (share < kFaintest || (cell < m_content.struck.size() && m_content.struck[cell] != 0))
        return;
    const Token token = followed();
    const bool standsOut = token.index < 0 || isOf(token, query, key);
    QColor colour = theme.accent();
    colour.setAlphaF(float(standsOut ? 0.15 + 0.85 * share : 0.12 * share));
    const double scale = std::max(theme.lineWidth() / 1.5, 1.0);
    painter.setPen(
        QPen(colour, scale * (0.7 + (kThickest - 0.7) * share), Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(start, end);
}

/// Beside the other ends of the followed token's lines.
void AttentionLines::drawWeights(QPainter& painter, const Places& places) const
{
    const Token token = followed();
    if (token.index < 0)
        return;
    const Theme& theme = Theme::instance();
    const QFontMetrics metrics(theme.numberFont());
    painter.setFont(theme.numberFont());
    painter.setPen(theme.text());
    const std::vector<QRect>& others = token.isQuery ? places.keys : places.queries;
    for (size_t other = 0; other < others.size(); ++other) {
        const double number
            = token.isQuery ? weight(token.index, int(other)) : weight(int(other), token.index);
        if (number < kFaintest * m_content.high)
            continue;
        const QString text = QLocale().toString(number, 'f', 2);
        const QSize size(metrics.horizontalAdvance(text) + 2 * kLabelPadding, metrics.height());
        QRect place(QPoint(), size);
        place.moveCenter(others[other].center());
        if (places.across) // Towards the middle, on the line.
            place.moveTop(token.isQuery ? others[other].bottom() + kLabelPadding
                                        : others[other].top() - kLabelPadding - size.height());
        else
            place.moveLeft(token.isQuery ? others[other].right() + 2
                                         : others[other].left() - 2 - size.width());
        QColor ground = theme.window();
        ground.setAlphaF(0.85F);
        painter.fillRect(place, ground);
        painter.drawText(place, Qt::AlignCenter, text);
    }
}

void AttentionLines::drawTokens(QPainter& painter, const Places& places, bool queries) const
{
    const Theme& theme = Theme::instance();
    const QFontMetrics metrics(tokenFont());
    const std::vector<QRect>& boxes = queries ? places.queries : places.keys;
    const QStringList& labels = queries ? m_content.rowLabels : m_content.columnLabels;
    const Token token = followed();
    painter.setFont(tokenFont());
    for (size_t i = 0; i < boxes.size(); ++i) {
        const bool isCurrent = token == Token{queries, int(i)};
        painter.setPen(QPen(isCurrent ? theme.accent() : theme.line(), isCurrent ? 3.0 : 1.0));
        painter.setBrush(theme.base());
        painter.drawRoundedRect(QRectF(boxes[i]).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        painter.setPen(theme.text());
        painter.drawText(
            boxes[i], Qt::AlignCenter,
            metrics.elidedText(labels[int(i)], Qt::ElideRight, boxes[i].width() - kLabelPadding));
    }
}

void AttentionLines::drawTitles(QPainter& painter, const QSize& area, bool across) const
{
    const Theme& theme = Theme::instance();
    painter.setFont(theme.textFont());
    painter.setPen(theme.mutedText());
    const QRect whole(QPoint(0, 0), area);
    if (across) {
        painter.drawText(whole, Qt::AlignTop | Qt::AlignHCenter, m_content.columnTitle);
        painter.drawText(whole, Qt::AlignBottom | Qt::AlignHCenter, m_content.rowTitle);
        return;
    }
    const QRect half(0, 0, area.width() / 3 + 2 * kLabelGap, area.height());
    painter.drawText(half, Qt::AlignTop | Qt::AlignRight, m_content.rowTitle);
    painter.drawText(QRect(area.width() - area.width() / 3, 0, area.width() / 3, area.height()),
                     Qt::AlignTop | Qt::AlignLeft, m_content.columnTitle);
}

} // namespace ui
