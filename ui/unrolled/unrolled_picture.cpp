#include "ui/unrolled/unrolled_picture.h"

#include "ui/text/sentences.h"
#include "ui/unrolled/unrolled_edges.h"
#include "ui/unrolled/unrolled_labels.h"
#include "ui/unrolled/unrolled_text.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr double kNarrowestColumn = 1.0, kWidestColumn = 12.0; ///< By the height of the text.
constexpr double kReadableColumn = 2.4; ///< Likewise; longer words are cut where room is little.
constexpr double kOpenLine = 1.3; ///< Height of their lines, by that of the text.
constexpr double kBesideToken = 6.0; ///< Pixels between two tokens.
constexpr double kBesideLoss = 12.0; ///< Pixels beside the text of the loss.
constexpr double kLowestCell = 0.5, kHighestCell = 2.9; ///< By the height of the text.
constexpr double kWidestLevelGap = 3.0; ///< Between levels, by the smallest gap.
constexpr double kGatePart = 0.36; ///< Height of a gate's bar, by that of a cell.
constexpr double kLightDecades = 6.0; ///< A gradient so much smaller than the largest is dark.

QString elided(const QPainter& painter, const QString& text, double width)
{
    return painter.fontMetrics().elidedText(text, Qt::ElideRight, int(width));
}

} // namespace

void UnrolledPicture::setTrace(ShownTrace trace)
{
    m_trace = std::move(trace);
    m_layout = UnrolledLayout(m_trace, m_layout.sizes());
    m_largestGradient = 0.0;
    for (const core::TraceRow& row : m_trace->rows)
        for (const double norm : row.output.gradientNorms)
            m_largestGradient = std::max(m_largestGradient, norm);
    restyle();
}

void UnrolledPicture::restyle()
{
    m_cells.setLayout(m_layout);
}

/// The height grows with that of a cell, nearly in a straight line: two heights tell which one
/// fills the room.
void UnrolledPicture::fit(const QSizeF& room, double zoom, double smallestText)
{
    m_font = Theme::instance().textFont();
    if (QFontMetricsF(m_font).height() < smallestText)
        m_font.setPixelSize(int(std::ceil(smallestText)));
    if (m_trace == nullptr)
        return;
    const QFontMetricsF metrics(m_font);
    UnrolledLayout::Sizes sizes;
    sizes.text = metrics.height();
    const auto nameWidth = [&](bool target) {
        return std::min(unrolledNameWidth(m_layout, metrics, target), room.width() / 4.5);
    };
    m_labelWidth = nameWidth(false);
    m_targetLabelWidth = m_trace->targetTokens.empty() ? 0.0 : nameWidth(true);
    const double names = m_labelWidth + m_targetLabelWidth + 2.0 * UnrolledLayout::kMargin;
    sizes.column = zoom
        * std::clamp((room.width() - names) / m_layout.columns(), narrowestColumn(metrics),
                     sizes.text * kWidestColumn);
    sizes.isOpen = sizes.column >= m_layout.openColumn(sizes.text);
    const auto setCell = [&](double cell) {
        sizes.cell = cell;
        sizes.gate = cell * kGatePart;
        return m_layout.heightWith(sizes);
    };
    const bool toggled = sizes.isOpen != m_layout.sizes().isOpen;
    if (sizes.isOpen) { // As high as a line of text.
        setCell(sizes.text * kOpenLine);
    } else {
        const double higher = std::max(zoom, 1.0); // Names need their height.
        const double lowest = sizes.text * kLowestCell;
        const double highest = sizes.text * kHighestCell * higher;
        const double wanted = higher * room.height() - 1.0;
        if (setCell(lowest) > wanted)
            sizes.outputs = 1.0;
        const double atLowest = setCell(lowest), atHighest = setCell(highest);
        const double share = (wanted - atLowest) / std::max(atHighest - atLowest, 1.0);
        setCell(lowest + std::clamp(share, 0.0, 1.0) * (highest - lowest));
        if (share > 1.0) { // Room that higher cells would not make better goes between them.
            sizes.spread = 2.0;
            const double wider = m_layout.heightWith(sizes) - atHighest;
            sizes.spread
                = std::min(1.0 + (wanted - atHighest) / std::max(wider, 1.0), kWidestLevelGap);
        }
    }
    m_layout.setSizes(sizes);
    if (toggled) // Other quantities are strips.
        restyle();
}

/// Most words can be read: four of five, because a long one alone makes no column wide.
double UnrolledPicture::narrowestColumn(const QFontMetricsF& metrics) const
{
    std::vector<double> widths;
    for (const auto* tokens : {&m_trace->tokens, &m_trace->targetTokens})
        for (const std::string& token : *tokens)
            widths.push_back(metrics.horizontalAdvance(readableToken(token)));
    if (widths.empty())
        return metrics.height() * kNarrowestColumn;
    const auto most = widths.begin() + std::ptrdiff_t(widths.size() * 4 / 5);
    std::nth_element(widths.begin(), most, widths.end());
    return std::clamp(*most + kBesideToken, metrics.height() * kNarrowestColumn,
                      metrics.height() * kReadableColumn);
}

QSizeF UnrolledPicture::size() const
{
    return m_layout.size() + QSizeF(m_labelWidth + m_targetLabelWidth, 0.0);
}

QRectF UnrolledPicture::cell(int row, int step) const
{
    const auto& rows = m_layout.rows();
    if (row < 0 || size_t(row) >= rows.size() || step < 0
        || size_t(step) >= rows[size_t(row)].cells.size())
        return {};
    return rows[size_t(row)].cells[size_t(step)].place.translated(m_labelWidth, 0.0);
}

QPoint UnrolledPicture::cellAt(const QPointF& position) const
{
    const QPointF inside = position - QPointF(m_labelWidth, 0.0);
    const auto& rows = m_layout.rows();
    for (size_t row = 0; row < rows.size(); ++row)
        for (size_t step = 0; step < rows[row].cells.size(); ++step)
            if (rows[row].cells[step].place.contains(inside))
                return {int(step), int(row)};
    for (size_t row = 0; row < rows.size(); ++row) // The label of a token: its first vector.
        for (size_t step = 0; step < rows[row].cells.size(); ++step)
            if (rows[row].cells.size() == m_layout.tokenCount(rows[row].isTarget)
                && m_layout.token(rows[row].isTarget, step).contains(inside))
                return {int(step), int(row)};
    return {-1, -1};
}

int UnrolledPicture::unitAt(const QPointF& position) const
{
    const QPoint at = cellAt(position);
    if (at.x() < 0)
        return -1;
    return m_cells.unitAt(m_layout, size_t(at.y()), size_t(at.x()),
                          position - QPointF(m_labelWidth, 0.0));
}

QRectF UnrolledPicture::activeCell(double beat) const
{
    for (const UnrolledRow& row : m_layout.rows())
        for (const UnrolledCell& cell : row.cells)
            if (m_layout.isActive(cell, beat))
                return cell.place.translated(m_labelWidth, 0.0);
    return {};
}

QPointF UnrolledPicture::scrolledAt(double beat, const QSizeF& room) const
{
    QRectF active = activeCell(beat);
    if (active.isNull()) // The prediction and its loss.
        active = m_layout.outputs(0).translated(m_labelWidth, 0.0);
    const QPointF wanted
        = active.center() - QPointF((room.width() + m_labelWidth) / 2.0, room.height() / 2.0);
    const QSizeF most = (size() - room).expandedTo({0.0, 0.0});
    return {std::clamp(wanted.x(), 0.0, most.width()), std::clamp(wanted.y(), 0.0, most.height())};
}

double UnrolledPicture::light(const core::TraceVectors& vectors, size_t step) const
{
    if (step >= vectors.gradientNorms.size() || m_largestGradient <= 0.0)
        return 0.0;
    const double share = vectors.gradientNorms[step] / m_largestGradient;
    return share <= 0.0 ? 0.0 : std::clamp(1.0 + std::log10(share) / kLightDecades, 0.0, 1.0);
}

void UnrolledPicture::drawEdges(QPainter& painter, double beat, const QPointF& scrolled) const
{
    if (isEmpty())
        return;
    painter.save();
    painter.translate(m_labelWidth - scrolled.x(), -scrolled.y());
    painter.setRenderHint(QPainter::Antialiasing);
    drawUnrolledEdges(painter, m_layout, beat, m_head);
    painter.restore();
}

void UnrolledPicture::drawRest(QPainter& painter, double beat, const QPointF& scrolled,
                               const QSizeF& room, const UnrolledChoice& chosen) const
{
    if (isEmpty())
        return;
    painter.save();
    painter.setFont(m_font);
    painter.save();
    painter.translate(m_labelWidth - scrolled.x(), -scrolled.y());
    const auto& rows = m_layout.rows();
    const QRectF seen(scrolled.x() - m_labelWidth, scrolled.y(), room.width(), room.height());
    const auto isSeen = [&](const UnrolledCell& cell) {
        const double around = m_layout.sizes().column; // Transitions and lights.
        return cell.place.adjusted(-around, -around, around, around).intersects(seen);
    };
    for (const UnrolledRow& row : rows)
        for (size_t step = 0; step < row.cells.size(); ++step)
            if (isSeen(row.cells[step]))
                drawLight(painter, row, step, beat);
    for (size_t row = 0; row < rows.size(); ++row)
        for (size_t step = 0; step < rows[row].cells.size(); ++step)
            if (isSeen(rows[row].cells[step]))
                m_cells.draw(painter, m_layout, row, step,
                             {beat, chosen.cell == QPoint(int(step), int(row)), chosen.unit});
    drawTokens(painter, beat);
    drawPointed(painter, chosen);
    drawOutputs(painter, beat);
    drawLoss(painter, beat);
    painter.restore();
    const UnrolledLabels labels{m_layout, m_labelWidth, m_targetLabelWidth, scrolled, room};
    labels.drawNames(painter);
    if (trace().update && beat >= m_layout.updateBeat())
        labels.drawUpdate(painter);
    labels.drawLegend(painter);
    painter.restore();
}

/// Around a vector that the gradient has reached: wide and bright where it is large.
void UnrolledPicture::drawLight(QPainter& painter, const UnrolledRow& row, size_t step,
                                double beat) const
{
    const UnrolledCell& cell = row.cells[step];
    const double strength = light(row.trace->output, step);
    if (strength <= 0.0 || m_layout.back(cell.born) > beat)
        return;
    const Theme& theme = Theme::instance();
    const double reach = m_layout.stroke() * (1.0 + 5.0 * strength);
    painter.fillRect(cell.place.adjusted(-reach, -reach, reach, reach),
                     blended(gradientColour(), theme.base(), strength));
}

/// A token that is wider than its column takes the room that its neighbours leave.
QRectF UnrolledPicture::tokenRoom(const QFontMetricsF& metrics, bool target, size_t index) const
{
    const std::vector<std::string>& tokens = target ? trace().targetTokens : trace().tokens;
    const QRectF column = m_layout.token(target, index);
    const auto width = [&](size_t token) {
        return metrics.horizontalAdvance(readableToken(tokens[token])) + kBesideToken;
    };
    if (width(index) <= column.width())
        return column;
    const auto left
        = [&](size_t token) { return std::max(column.width() - width(token), 0.0) / 2.0; };
    return column.adjusted(index > 0 ? -left(index - 1) : 0.0, 0.0,
                           index + 1 < tokens.size() ? left(index + 1) : 0.0, 0.0);
}

void UnrolledPicture::drawTokens(QPainter& painter, double beat) const
{
    const Theme& theme = Theme::instance();
    const auto draw = [&](const std::vector<std::string>& tokens, bool target) {
        for (size_t i = 0; i < tokens.size(); ++i) {
            double born = 0.0;
            for (const UnrolledRow& row : m_layout.rows())
                if (row.isTarget == target && target && i < row.cells.size()) {
                    born = row.cells[i].born;
                    break;
                }
            const QRectF place = tokenRoom(QFontMetricsF(painter.font()), target, i);
            painter.setPen(born <= beat ? theme.text()
                                        : blended(theme.text(), theme.base(), kUnrolledFaint));
            painter.drawText(place, Qt::AlignHCenter | Qt::AlignTop,
                             elided(painter, readableToken(tokens[i]), place.width() - 3.0));
        }
    };
    draw(trace().tokens, false);
    draw(trace().targetTokens, true);
}

/// Frames around the tokens and the layer.
void UnrolledPicture::drawPointed(QPainter& painter, const UnrolledChoice& chosen) const
{
    painter.setPen(QPen(Theme::instance().accent(), 2.0 * m_layout.stroke()));
    painter.setBrush(Qt::NoBrush);
    for (const bool target : {false, true}) {
        const int token = target ? chosen.target : chosen.source;
        if (token >= 0 && size_t(token) < m_layout.tokenCount(target))
            painter.drawRect(m_layout.token(target, size_t(token)).adjusted(1.0, -2.0, -1.0, -4.0));
    }
    if (chosen.row < 0 || size_t(chosen.row) >= m_layout.rows().size())
        return;
    QRectF layer;
    for (const UnrolledCell& each : m_layout.rows()[size_t(chosen.row)].cells)
        layer |= each.place;
    painter.drawRect(layer.adjusted(-4.0, -4.0, 4.0, 4.0));
}

/// A bar as long as its probability, with its name.
void UnrolledPicture::drawOutput(QPainter& painter, const core::TraceOutput& output,
                                 const QRectF& place) const
{
    const Theme& theme = Theme::instance();
    painter.fillRect(
        QRectF(place.left(), place.top(), place.width() * output.probability, place.height()),
        blended(theme.accent(), theme.base(), 0.35));
    painter.setPen(theme.text());
    const QString name = readableToken(output.name);
    const QString text = place.width() > m_layout.sizes().text * 6.0
        ? QStringLiteral("%1  %2").arg(name, percent(output.probability))
        : name;
    painter.drawText(place.adjusted(2, 0, -1, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     elided(painter, text, place.width() - 3.0));
}

void UnrolledPicture::drawOutputs(QPainter& painter, double beat) const
{
    const Theme& theme = Theme::instance();
    for (size_t place = 0; place < trace().outputs.size(); ++place) {
        if (m_layout.outputBorn(place) > beat || trace().chain) // Its tags are bars already.
            continue;
        const QRectF room = m_layout.outputs(place);
        const auto lines = std::min(trace().outputs[place].size(),
                                    size_t(room.height() / m_layout.sizes().text));
        const double height = m_layout.sizes().text;
        for (size_t line = 0; line < lines; ++line)
            drawOutput(painter, trace().outputs[place][line],
                       {room.left(), room.bottom() - height * double(lines - line), room.width(),
                        height - 1.0});
    }
    if (trace().verdict.number && beat >= m_layout.predicted()) {
        painter.setPen(theme.text());
        painter.drawText(m_layout.outputs(0), Qt::AlignHCenter | Qt::AlignBottom,
                         value(*trace().verdict.number));
    }
}

void UnrolledPicture::drawLoss(QPainter& painter, double beat) const
{
    if (!trace().verdict.loss || beat < m_layout.lossBeat())
        return;
    const QRectF room = m_layout.outputs(0);
    const double height = m_layout.sizes().text * 1.3;
    const double whole = m_layout.size().width();
    const QString text = elided(painter, unrolledLossText(trace()), whole - kBesideLoss);
    const double width = painter.fontMetrics().horizontalAdvance(text) + kBesideLoss;
    const double left = std::clamp(room.left(), 0.0, whole - width);
    const QRectF place(left, room.top() - height, width, height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(blended(gradientColour(), Theme::instance().base(), 0.5));
    painter.drawRoundedRect(place, 4.0, 4.0);
    painter.setPen(Theme::instance().text());
    painter.drawText(place, Qt::AlignCenter, text);
}

} // namespace ui
