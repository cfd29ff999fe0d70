#include "ui/crf/trellis_picture.h"

#include "ui/tagging/tag_names.h"
#include "ui/text/score_text.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/swatch.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QLocale>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int kNodeGap = 4;
constexpr int kTagSwatch = 10;
constexpr int kLeastArrow = 26; ///< Between two columns.
constexpr int kWidestPitch = 300, kWidestNode = 120;
constexpr int kTallestPitch = 4; ///< Lines.
constexpr double kHead = 5.0; ///< Length of an arrow's head.

/// "−3.9": short, because there are many.
QString shortNumber(double number)
{
    QString text = QLocale().toString(std::abs(number), 'f', 1);
    if (number <= -0.05)
        text.prepend(QChar(0x2212));
    return text;
}

} // namespace

TrellisPicture::TrellisPicture() : m_trellis(std::make_shared<core::Trellis>()) { }

void TrellisPicture::setTrellis(ShownTrellis trellis)
{
    m_trellis = std::move(trellis);
    m_swatches = swatchesOf(m_trellis->tagNames);
    const size_t tags = m_trellis->tagNames.size();
    m_columnBest.clear();
    for (size_t i = 0; i < m_trellis->tokens.size(); ++i) {
        const auto begin = m_trellis->viterbi.begin() + ptrdiff_t(i * tags);
        m_columnBest.push_back(*std::max_element(begin, begin + ptrdiff_t(tags)));
    }
    double largest = 0.0;
    for (const float each : m_trellis->emissions)
        largest = std::max(largest, double(std::abs(each)));
    m_scaleEnd = steadyScaleEnd(largest > 0.0 ? largest : 1.0, m_scaleEnd);
}

const core::TagPath* TrellisPicture::runnerUp() const
{
    return m_path > 0 && size_t(m_path) < m_trellis->paths.size()
        ? &m_trellis->paths[size_t(m_path)]
        : nullptr;
}

std::vector<TrellisPicture::Footer> TrellisPicture::footers() const
{
    if (m_trellis->paths.empty())
        return {};
    std::vector<Footer> all{{TrellisPicture::tr("best path"), &m_trellis->paths.front()}};
    if (const core::TagPath* path = runnerUp())
        all.push_back({TrellisPicture::tr("path %1").arg(m_path + 1), path});
    if (m_trellis->hasCrf)
        all.push_back({TrellisPicture::tr("CRF off"), &m_trellis->withoutCrf});
    return all;
}

int TrellisPicture::footerHeight() const
{
    const int line = QFontMetrics(Theme::instance().textFont()).height();
    return int(footers().size()) * line + kNodeGap;
}

void TrellisPicture::fit(const QSize& room)
{
    const Theme& theme = Theme::instance();
    const QFontMetrics texts(theme.textFont()), numbers(theme.numberFont());
    int names = 0;
    for (const int tag : m_tags)
        names = std::max(names, texts.horizontalAdvance(tagName(m_trellis->tagNames, tag)));
    names += kTagSwatch + kNodeGap;
    for (const Footer& footer : footers())
        names = std::max(names, texts.horizontalAdvance(footer.name));
    m_left = names + 3 * kNodeGap;
    m_top = texts.height() + 2 * kNodeGap;
    const int least = numbers.horizontalAdvance(QStringLiteral("\u2212000.0")) + 2 * kNodeGap;
    const int line = numbers.height();
    const QSize free = room - QSize(m_left, m_top + footerHeight());
    m_pitch = {
        std::clamp(free.width() / std::max(columns(), 1), least + kLeastArrow,
                   std::max(kWidestPitch, least + kLeastArrow)),
        std::clamp(free.height() / std::max(rows(), 1), line + kNodeGap + 2, kTallestPitch * line)};
    m_node = std::clamp(m_pitch.width() * 11 / 20, least, std::max(kWidestNode, least));
}

QSize TrellisPicture::size() const
{
    return nodesSize() + QSize(m_left, m_top + footerHeight());
}

QRect TrellisPicture::cell(int row, int column) const
{
    return {QPoint(m_left + column * m_pitch.width(), m_top + row * m_pitch.height()), m_pitch};
}

QRect TrellisPicture::node(int row, int column) const
{
    const QRect place = cell(row, column);
    const int line = QFontMetrics(Theme::instance().numberFont()).height();
    const int height = std::min(m_pitch.height() - kNodeGap, 2 * line);
    QRect box(0, 0, m_node, height);
    box.moveCenter(place.center());
    return box;
}

QPoint TrellisPicture::cellAt(const QPoint& position) const
{
    const QPoint inside = position - QPoint(m_left, m_top);
    if (inside.x() < 0 || inside.y() < 0)
        return {-1, -1};
    const QPoint at(inside.x() / m_pitch.width(), inside.y() / m_pitch.height());
    return at.x() < columns() && at.y() < rows() ? at : QPoint(-1, -1);
}

int TrellisPicture::rowOf(int tag) const
{
    const auto found = std::find(m_tags.begin(), m_tags.end(), tag);
    return found == m_tags.end() ? -1 : int(found - m_tags.begin());
}

bool TrellisPicture::hasValue(int column) const
{
    return m_values != TrellisValues::Scores || isFilled(column, m_step);
}

/// Scores have the colour of exp(score - best of the column), because they grow from column to
/// column.
QColor TrellisPicture::colourOf(int row, int column) const
{
    const Theme& theme = Theme::instance();
    const size_t at = size_t(column) * m_trellis->tagNames.size() + size_t(m_tags[size_t(row)]);
    if (m_values == TrellisValues::Emissions)
        return theme.mapColour(ColourMap::Signed, double(m_trellis->emissions[at]) / m_scaleEnd);
    if (m_values == TrellisValues::Marginals)
        return theme.weightColour(double(m_trellis->marginals[at]));
    return theme.weightColour(
        std::exp(double(m_trellis->viterbi[at]) - double(m_columnBest[size_t(column)])));
}

QString TrellisPicture::textOf(int row, int column) const
{
    const size_t at = size_t(column) * m_trellis->tagNames.size() + size_t(m_tags[size_t(row)]);
    if (m_values == TrellisValues::Marginals) {
        const double share = 100.0 * double(m_trellis->marginals[at]);
        const bool whole = share >= 99.95; // "100.0" is wider than a cell.
        return TrellisPicture::tr("%1 %").arg(QLocale().toString(share, 'f', whole ? 0 : 1));
    }
    const double number = m_values == TrellisValues::Emissions ? double(m_trellis->emissions[at])
                                                               : double(m_trellis->viterbi[at]);
    return isForbidden(number) ? QStringLiteral("\u2212\u221e") : shortNumber(number);
}

void TrellisPicture::draw(QPainter& painter, const QPoint& scrolled, const QSize& room,
                          const QPoint& current) const
{
    if (columns() == 0 || rows() == 0)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const int below = footerHeight();
    painter.save();
    painter.setClipRect(QRect(m_left, m_top, room.width() - m_left, room.height() - m_top - below));
    painter.translate(-scrolled);
    drawArrows(painter, current);
    for (int column = 0; column < columns(); ++column) {
        for (int row = 0; row < rows(); ++row)
            drawNode(painter, row, column, current == QPoint(column, row));
    }
    painter.restore();
    drawTokens(painter, scrolled.x(), room.width());
    drawTags(painter, scrolled.y(), room.height() - below);
    drawFooters(painter, scrolled.x(), room);
    painter.restore();
}

void TrellisPicture::drawArrows(QPainter& painter, const QPoint& current) const
{
    const Theme& theme = Theme::instance();
    const int newest = m_step - 1;
    for (int column = 1; column < columns() && m_arrows; ++column) {
        if (!isFilled(column, m_step))
            break;
        const bool isNew = column == newest;
        painter.setPen(QPen(isNew ? theme.text() : theme.mutedText(),
                            theme.lineWidth() * (isNew ? 1.6 : 1.0)));
        for (const int tag : m_tags)
            drawArrow(
                painter, column,
                m_trellis->backPointers[size_t(column) * m_trellis->tagNames.size() + size_t(tag)],
                tag);
    }
    if (current.x() > 0 && isFilled(current.x(), m_step))
        drawWays(painter, current.y(), current.x());
    if (const core::TagPath* path = runnerUp())
        drawPath(painter, *path, true);
    if (!m_trellis->paths.empty())
        drawPath(painter, m_trellis->paths.front(), false);
}

/// From a tag that is folded away comes the arrow's head alone.
void TrellisPicture::drawArrow(QPainter& painter, int column, int fromTag, int toTag) const
{
    const int from = rowOf(fromTag), to = rowOf(toTag);
    if (to < 0 || fromTag < 0)
        return;
    const QRect end = node(to, column);
    const QPointF tip(end.left() - 1.0, end.center().y() + 0.5);
    const QRect begin = from < 0 ? QRect() : node(from, column - 1);
    const QPointF tail = from < 0 ? tip - QPointF(3.0 * kHead, 0.0)
                                  : QPointF(begin.right() + 1.0, begin.center().y() + 0.5);
    painter.drawLine(tail, tip);
    const QPointF way = tip - tail;
    const double length = std::hypot(way.x(), way.y());
    const QPointF back = way / std::max(length, 1.0) * kHead;
    const QPointF side(-back.y() * 0.6, back.x() * 0.6);
    const QPen pen = painter.pen();
    painter.setBrush(pen.color());
    painter.setPen(Qt::NoPen);
    painter.drawPolygon(QPolygonF({tip, tip - back * 1.6 + side, tip - back * 1.6 - side}));
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
}

/// All ways that lead to a node, among which the best is chosen.
void TrellisPicture::drawWays(QPainter& painter, int row, int column) const
{
    const Theme& theme = Theme::instance();
    const int tag = m_tags[size_t(row)];
    const int best
        = m_trellis->backPointers[size_t(column) * m_trellis->tagNames.size() + size_t(tag)];
    for (const int from : m_tags) {
        QPen pen(theme.text(), theme.lineWidth() * (from == best ? 2.0 : 1.0));
        pen.setStyle(from == best ? Qt::SolidLine : Qt::DotLine);
        painter.setPen(pen);
        drawArrow(painter, column, from, tag);
    }
}

void TrellisPicture::drawPath(QPainter& painter, const core::TagPath& path, bool dashed) const
{
    const Theme& theme = Theme::instance();
    QPen pen(dashed ? theme.series(1) : theme.accent(), 3.0 * std::max(theme.lineWidth(), 1.0));
    if (dashed)
        pen.setDashPattern({2.5, 1.5});
    pen.setCapStyle(Qt::FlatCap);
    for (int column = 1; column < columns(); ++column) {
        if (!dashed && !isTraced(*m_trellis, column - 1, m_step))
            continue;
        painter.setPen(pen);
        drawArrow(painter, column, path.tags[size_t(column) - 1], path.tags[size_t(column)]);
    }
}

void TrellisPicture::drawNode(QPainter& painter, int row, int column, bool current) const
{
    const Theme& theme = Theme::instance();
    const QRectF box = QRectF(node(row, column)).adjusted(0.5, 0.5, -0.5, -0.5);
    const int tag = m_tags[size_t(row)];
    const bool filled = hasValue(column);
    const QColor ground = filled ? colourOf(row, column) : theme.base();
    const bool best = !m_trellis->paths.empty() && isTraced(*m_trellis, column, m_step)
        && m_trellis->paths.front().tags[size_t(column)] == tag;
    const core::TagPath* other = runnerUp();
    const bool second = other != nullptr && other->tags[size_t(column)] == tag;
    QPen frame(theme.line(), 1.0);
    if (best)
        frame = QPen(theme.accent(), 3.0 * std::max(theme.lineWidth(), 1.0));
    else if (second)
        frame = QPen(theme.series(1), 3.0 * std::max(theme.lineWidth(), 1.0), Qt::DashLine);
    if (best || second) { // A gap sets the frame off from every ground.
        painter.setPen(QPen(theme.base(), frame.widthF() + 3.0));
        painter.setBrush(ground);
        painter.drawRoundedRect(box, 4, 4);
    }
    painter.setPen(frame);
    painter.setBrush(ground);
    painter.drawRoundedRect(box, 4, 4);
    if (filled) {
        painter.setPen(Theme::textOn(ground));
        painter.setFont(best ? bold(theme.numberFont()) : theme.numberFont());
        painter.drawText(box, Qt::AlignCenter, textOf(row, column));
    }
    if (!current)
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.text(), 1.5, Qt::DotLine));
    painter.drawRoundedRect(box.adjusted(-4, -3, 4, 3), 6, 6);
}

void TrellisPicture::drawTokens(QPainter& painter, int scrolled, int width) const
{
    const Theme& theme = Theme::instance();
    const QFontMetrics metrics(bold(theme.textFont()));
    painter.save();
    painter.setClipRect(QRect(m_left, 0, width - m_left, m_top));
    for (int column = 0; column < columns(); ++column) {
        const QRect place(m_left + column * m_pitch.width() - scrolled, 0, m_pitch.width(),
                          m_top - kNodeGap);
        const bool newest = m_step <= columns() ? column == m_step - 1
                                                : column == 2 * columns() - m_step && column > 0;
        painter.setFont(newest ? bold(theme.textFont()) : theme.textFont());
        painter.setPen(newest ? theme.accent() : theme.text());
        painter.drawText(place, Qt::AlignCenter,
                         metrics.elidedText(readableToken(m_trellis->tokens[size_t(column)]),
                                            Qt::ElideRight, m_pitch.width() - kNodeGap));
    }
    painter.restore();
}

void TrellisPicture::drawTags(QPainter& painter, int scrolled, int height) const
{
    const Theme& theme = Theme::instance();
    painter.save();
    painter.setClipRect(QRect(0, m_top, m_left, height - m_top));
    painter.setFont(theme.textFont());
    for (int row = 0; row < rows(); ++row) {
        const int tag = m_tags[size_t(row)];
        const QRect place(0, m_top + row * m_pitch.height() - scrolled, m_left, m_pitch.height());
        if (m_swatches[size_t(tag)] >= 0)
            drawSwatch(painter,
                       QRectF(0, place.center().y() - kTagSwatch / 2.0, kTagSwatch, kTagSwatch),
                       m_swatches[size_t(tag)]);
        painter.setPen(theme.text());
        painter.drawText(place.adjusted(kTagSwatch + kNodeGap, 0, 0, 0),
                         Qt::AlignLeft | Qt::AlignVCenter, tagName(m_trellis->tagNames, tag));
    }
    painter.restore();
}

/// Tags that differ from the best path are bold; a sign precedes an illegal transition.
void TrellisPicture::drawFooters(QPainter& painter, int scrolled, const QSize& room) const
{
    const Theme& theme = Theme::instance();
    const QFontMetrics metrics(bold(theme.textFont()));
    const int line = QFontMetrics(theme.textFont()).height();
    int top = std::min(room.height() - footerHeight(), m_top + nodesSize().height()) + kNodeGap;
    const std::vector<int32_t>& best = m_trellis->paths.front().tags;
    for (const Footer& footer : footers()) {
        painter.setFont(theme.textFont());
        painter.setPen(theme.mutedText());
        painter.drawText(QRect(0, top, m_left, line), Qt::AlignLeft | Qt::AlignVCenter,
                         footer.name);
        const std::vector<bool> illegal = illegalMoves(*m_trellis, *footer.path);
        painter.save();
        painter.setClipRect(QRect(m_left, top, room.width() - m_left, line));
        for (int column = 0; column < columns(); ++column) {
            const bool isBest = footer.path == &m_trellis->paths.front();
            if (isBest && !isTraced(*m_trellis, column, m_step))
                continue;
            const auto i = size_t(column);
            const bool differs = footer.path->tags[i] != best[i];
            const QString name = tagName(m_trellis->tagNames, footer.path->tags[i]);
            painter.setFont(differs || isBest ? bold(theme.textFont()) : theme.textFont());
            painter.setPen(illegal[i]              ? theme.bad()
                               : differs || isBest ? theme.text()
                                                   : theme.mutedText());
            painter.drawText(
                QRect(m_left + column * m_pitch.width() - scrolled, top, m_pitch.width(), line),
                Qt::AlignCenter,
                metrics.elidedText(illegal[i] ? QStringLiteral("\u26a0 ") + name : name,
                                   Qt::ElideRight, m_pitch.width()));
        }
        painter.restore();
        top += line;
    }
}

} // namespace ui
