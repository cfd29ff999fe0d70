#include "ui/unrolled/unrolled_picture.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int kStripPixels = 32; ///< Groups of units in a strip.
constexpr double kNarrowestColumn = 20.0, kWidestColumn = 110.0;
constexpr double kLowestCell = 9.0, kLargestStretch = 1.8;
constexpr double kLightDecades = 6.0; ///< A gradient so much smaller than the largest is dark.
constexpr int kFirstGateColour = 3, kLightColourIndex = 6; ///< Places in Theme::series().
constexpr double kFaint = 0.18; ///< Share of the text's colour in outlines and thin lines.

/// Signed colours with the background as zero, so that large values stand out in every theme.
QColor signedColour(double value)
{
    const Theme& theme = Theme::instance();
    const double strength = std::clamp(std::abs(value), 0.0, 1.0);
    return blended(theme.mapColour(ColourMap::Signed, value < 0.0 ? -0.85 : 0.85), theme.base(),
                   strength);
}

/// The colour of the light that runs back.
QColor lightColour()
{
    return Theme::instance().series(kLightColourIndex);
}

/// [steps] rows of kStripPixels, each pixel the mean of neighbouring units.
QImage stripsOf(const core::TraceVectors& vectors)
{
    const int steps = int(vectors.steps), units = int(vectors.units);
    const int pixels = std::min(units, kStripPixels);
    QImage image(std::max(pixels, 1), std::max(steps, 1), QImage::Format_RGB32);
    double largest = 1e-12;
    for (const float value : vectors.values)
        largest = std::max(largest, std::abs(double(value)));
    for (int step = 0; step < steps; ++step)
        for (int pixel = 0; pixel < pixels; ++pixel) {
            const int first = pixel * units / pixels, last = (pixel + 1) * units / pixels;
            double sum = 0.0;
            for (int unit = first; unit < last; ++unit)
                sum += double(vectors.values[size_t(step) * size_t(units) + size_t(unit)]);
            image.setPixelColor(pixel, step, signedColour(sum / (last - first) / largest));
        }
    return image;
}

std::vector<const core::TraceQuantity*> quantitiesOf(const core::TraceRow& row,
                                                     bool core::StateQuantity::*kind)
{
    std::vector<const core::TraceQuantity*> found;
    for (const core::TraceQuantity& each : row.quantities)
        if (each.description.*kind)
            found.push_back(&each);
    return found;
}

QString elided(const QPainter& painter, const QString& text, double width)
{
    return painter.fontMetrics().elidedText(text, Qt::ElideRight, int(width));
}

/// Whether no word of `text` is cut when it is wrapped into `room`.
bool fitsWrapped(const QFontMetricsF& metrics, const QString& text, const QSizeF& room)
{
    const QStringList words = text.split(u' ');
    return std::all_of(
               words.begin(), words.end(),
               [&](const QString& word) { return metrics.horizontalAdvance(word) <= room.width(); })
        && metrics.boundingRect({{}, room}, Qt::TextWordWrap, text).height() <= room.height();
}

QPainterPath curve(QPointF from, QPointF to)
{
    QPainterPath path(from);
    const double middle = (from.y() + to.y()) / 2.0;
    path.cubicTo({from.x(), middle}, {to.x(), middle}, to);
    return path;
}

QPointF topOf(const UnrolledCell& cell)
{
    return {cell.place.center().x(), cell.place.top()};
}

QPointF bottomOf(const UnrolledCell& cell)
{
    return {cell.place.center().x(), cell.place.bottom()};
}

} // namespace

QString unrolledRowName(const UnrolledRow& row)
{
    QString name = coreText(row.layer->type);
    if (row.layer->flow.kind != core::TokenFlow::Steps)
        return name;
    if (row.trace->depth > 0)
        name = UnrolledPicture::tr("%1 \u00b7 layer %2").arg(name).arg(row.trace->depth + 1);
    return row.layer->flow.causal   ? name
        : row.trace->direction == 1 ? UnrolledPicture::tr("\u2190 %1").arg(name)
                                    : UnrolledPicture::tr("\u2192 %1").arg(name);
}

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
    m_strips.clear();
    for (const UnrolledRow& row : m_layout.rows()) {
        std::vector<QImage>& strips = m_strips.emplace_back();
        for (const auto* state : quantitiesOf(*row.trace, &core::StateQuantity::state))
            strips.push_back(stripsOf(state->vectors));
        if (strips.empty() && row.trace->output.steps > 0)
            strips.push_back(stripsOf(row.trace->output));
    }
}

void UnrolledPicture::fit(const QSizeF& room, double zoom)
{
    if (m_trace == nullptr)
        return;
    const QFontMetricsF metrics(Theme::instance().textFont());
    UnrolledLayout::Sizes sizes;
    sizes.text = metrics.height();
    const bool pair = !m_trace->targetTokens.empty();
    m_labelWidth = std::min(metrics.averageCharWidth() * (pair ? 18.0 : 24.0), room.width() / 4.0);
    const double columns = UnrolledLayout::columns(*m_trace) + 0.9;
    sizes.column = zoom
        * std::clamp((room.width() - (pair ? 2.0 : 1.0) * m_labelWidth) / columns, kNarrowestColumn,
                     std::max(kWidestColumn, sizes.text * 8.0));
    sizes.cell = std::clamp(sizes.column * 0.26, sizes.text * 0.9, sizes.text * 1.6 * zoom);
    sizes.gate = sizes.cell * 0.36;
    m_layout = UnrolledLayout(m_trace, sizes);
    const double fixed = m_layout.fixedHeight();
    for (int i = 0; i < 2; ++i) { // Gaps between rows do not grow: the second time it fits.
        const double stretch
            = (zoom * (room.height() - fixed) - 2.0) / (m_layout.size().height() - fixed);
        sizes.cell = std::clamp(sizes.cell * stretch, kLowestCell * zoom,
                                sizes.text * 1.6 * kLargestStretch * zoom);
        sizes.gate = sizes.cell * 0.36;
        m_layout = UnrolledLayout(m_trace, sizes);
    }
}

QSizeF UnrolledPicture::size() const
{
    const double names = m_trace == nullptr || m_trace->targetTokens.empty() ? 1.0 : 2.0;
    return m_layout.size() + QSizeF(names * m_labelWidth, 0.0);
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
    return {-1, -1};
}

double UnrolledPicture::light(const core::TraceVectors& vectors, size_t step) const
{
    if (step >= vectors.gradientNorms.size() || m_largestGradient <= 0.0)
        return 0.0;
    const double share = vectors.gradientNorms[step] / m_largestGradient;
    return share <= 0.0 ? 0.0 : std::clamp(1.0 + std::log10(share) / kLightDecades, 0.0, 1.0);
}

void UnrolledPicture::draw(QPainter& painter, double beat, const QPointF& scrolled,
                           const QSizeF& room, const QPoint& current) const
{
    if (isEmpty())
        return;
    painter.save();
    painter.setFont(Theme::instance().textFont());
    painter.translate(m_labelWidth - scrolled.x(), -scrolled.y());
    painter.setRenderHint(QPainter::Antialiasing);
    const auto& rows = m_layout.rows();
    for (const UnrolledEdge& edge : m_layout.edges())
        drawEdge(painter, edge, beat);
    for (const UnrolledRow& row : rows)
        drawCarried(painter, row, beat);
    for (const UnrolledRow& row : rows)
        for (size_t step = 0; step < row.cells.size(); ++step)
            drawLight(painter, row, step, beat);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (size_t row = 0; row < rows.size(); ++row)
        for (size_t step = 0; step < rows[row].cells.size(); ++step)
            drawCell(painter, row, step, beat, current == QPoint(int(step), int(row)));
    drawTargetNames(painter);
    drawTokens(painter, beat);
    drawOutputs(painter, beat);
    drawLoss(painter, beat);
    painter.restore();
    drawLabels(painter, scrolled, room);
    if (trace().update && beat >= m_layout.updateBeat())
        drawUpdate(painter, scrolled);
}

void UnrolledPicture::drawEdge(QPainter& painter, const UnrolledEdge& edge, double beat) const
{
    using Kind = UnrolledEdge::Kind;
    if (edge.kind == Kind::Attention)
        return drawAttention(painter, edge, beat);
    if (edge.kind == Kind::Pool)
        return drawPool(painter, edge, beat);
    const UnrolledRow& from = m_layout.rows()[edge.from];
    const UnrolledRow& to = m_layout.rows()[edge.to];
    const Theme& theme = Theme::instance();
    if (edge.kind == Kind::Start) { // The last vector of the one enters the first of the other.
        const bool backward = from.trace->direction == 1;
        const UnrolledCell& last = backward ? from.cells.front() : from.cells.back();
        if (to.cells.front().born > beat)
            return;
        painter.setPen(QPen(blended(theme.text(), theme.base(), 0.5), 2.5));
        painter.drawPath(curve(topOf(last), bottomOf(to.cells.front())));
        return;
    }
    for (size_t step = 0; step < to.cells.size(); ++step) {
        const bool done = to.cells[step].born <= beat;
        painter.setPen(QPen(blended(theme.text(), theme.base(), done ? 0.45 : kFaint), 1.0));
        if (edge.kind == Kind::Vertical) {
            const size_t below = std::min(step, from.cells.size() - 1);
            painter.drawLine(topOf(from.cells[below]), bottomOf(to.cells[step]));
            continue;
        }
        const auto width = size_t(std::max<int64_t>(to.layer->flow.width, 1));
        const bool causal = to.layer->flow.causal;
        const size_t first = causal ? (step + 1 > width ? step + 1 - width : 0) : step;
        const size_t last = causal ? step : std::min(step + width - 1, from.cells.size() - 1);
        if (!done || std::floor(beat) > to.cells[step].born + 1.0) // The window that slides.
            painter.setPen(QPen(blended(theme.text(), theme.base(), kFaint), 1.0));
        for (size_t read = first; read <= last && read < from.cells.size(); ++read)
            painter.drawLine(topOf(from.cells[read]), bottomOf(to.cells[step]));
    }
}

std::vector<float> UnrolledPicture::attentionWeights(const UnrolledEdge& edge, size_t rows,
                                                     size_t columns) const
{
    std::vector<float> sum(rows * columns);
    int heads = 0;
    for (const core::AttentionMap& map : trace().attention) {
        if (map.group != edge.group || map.layer != edge.attentionLayer
            || (m_head >= 0 && map.head != m_head))
            continue;
        ++heads;
        for (size_t row = 0; row < std::min(rows, size_t(map.rows)); ++row)
            for (size_t column = 0; column < std::min(columns, size_t(map.columns)); ++column)
                sum[row * columns + column] += map.weights[row * size_t(map.columns) + column];
    }
    for (float& weight : sum)
        weight /= float(std::max(heads, 1));
    return heads > 0 ? sum : std::vector<float>();
}

/// Only weights above the mean are lines, so that it can be seen what is attended to.
void UnrolledPicture::drawAttention(QPainter& painter, const UnrolledEdge& edge, double beat) const
{
    const UnrolledRow& from = m_layout.rows()[edge.from];
    const UnrolledRow& to = m_layout.rows()[edge.to];
    const size_t columns = from.cells.size();
    const std::vector<float> weights = attentionWeights(edge, to.cells.size(), columns);
    const Theme& theme = Theme::instance();
    const QColor colour = theme.series(edge.group == "cross" ? 2 : 0);
    for (size_t row = 0; row < to.cells.size() && !weights.empty(); ++row) {
        if (to.cells[row].born > beat)
            continue;
        const auto visible
            = double(to.layer->flow.causal && edge.group != "cross" ? row + 1 : columns);
        for (size_t column = 0; column < columns; ++column) {
            const double weight = double(weights[row * columns + column]);
            if (weight <= 1.0 / visible && weight < 0.5)
                continue;
            painter.setPen(QPen(blended(colour, theme.base(), std::min(0.25 + weight, 1.0)),
                                0.8 + 3.2 * weight));
            const QPointF start = topOf(from.cells[column]), end = bottomOf(to.cells[row]);
            if (edge.group != "cross") {
                painter.drawPath(curve(start, end));
                continue;
            }
            QPainterPath path(start); // Up above the source, then across.
            const double lane = end.y() + m_layout.sizes().cell * 0.4;
            path.cubicTo({start.x(), lane}, {start.x(), lane}, {(start.x() + end.x()) / 2.0, lane});
            path.cubicTo({end.x(), lane}, {end.x(), lane}, end);
            painter.drawPath(path);
        }
    }
}

/// All tokens become one vector: lines as thick as the weights where the pooling has some.
void UnrolledPicture::drawPool(QPainter& painter, const UnrolledEdge& edge, double beat) const
{
    const UnrolledRow& from = m_layout.rows()[edge.from];
    const UnrolledRow& to = m_layout.rows()[edge.to];
    const std::vector<float> weights = attentionWeights(edge, 1, from.cells.size());
    const Theme& theme = Theme::instance();
    const bool done = to.cells.front().born <= beat;
    for (size_t step = 0; step < from.cells.size(); ++step) {
        const double weight = weights.empty() ? 0.0 : double(weights[step]);
        const QColor colour = weights.empty() ? theme.text() : theme.series(0);
        const double share = weights.empty() ? 0.35 : std::min(0.2 + weight, 1.0);
        painter.setPen(QPen(blended(colour, theme.base(), done ? share : kFaint),
                            done ? 1.0 + 5.0 * weight : 1.0));
        const QRectF place = to.cells.front().place;
        const double x
            = place.left() + place.width() * (double(step) + 0.5) / double(from.cells.size());
        painter.drawPath(curve(topOf(from.cells[step]), {x, place.bottom()}));
    }
}

/// The states that are carried from step to step, as thick as their norm.
void UnrolledPicture::drawCarried(QPainter& painter, const UnrolledRow& row, double beat) const
{
    const auto states = quantitiesOf(*row.trace, &core::StateQuantity::state);
    const Theme& theme = Theme::instance();
    for (size_t state = 0; state < states.size(); ++state) {
        const std::vector<double>& norms = states[state]->vectors.norms;
        const double largest = std::max(*std::max_element(norms.begin(), norms.end()), 1e-12);
        for (size_t step = 0; step + 1 < row.cells.size(); ++step) {
            const bool backward = row.trace->direction == 1;
            const size_t from = backward ? step + 1 : step;
            const bool done = row.cells[backward ? step : step + 1].born <= beat;
            const double share = norms[from] / largest;
            const double y
                = row.cells[step].place.top() + m_layout.sizes().cell * (double(state) + 0.5);
            painter.setPen(QPen(blended(theme.series(int(state)), theme.base(),
                                        done ? 0.25 + 0.75 * share : kFaint),
                                done ? 1.5 + 3.5 * share : 1.0));
            const QPointF left(row.cells[step].place.right(), y);
            const QPointF right(row.cells[step + 1].place.left(), y);
            painter.drawLine(left, right);
            const QPointF tip = backward ? left : right;
            const double back = backward ? 3.0 : -3.0;
            painter.setPen(QPen(painter.pen().color(), 1.0));
            painter.drawLine(tip, tip + QPointF(back, -3.0));
            painter.drawLine(tip, tip + QPointF(back, 3.0));
        }
    }
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
    const double reach = 1.0 + 5.0 * strength;
    painter.setPen(Qt::NoPen);
    painter.setBrush(blended(lightColour(), theme.base(), strength));
    painter.drawRoundedRect(cell.place.adjusted(-reach, -reach, reach, reach), reach, reach);
    painter.setBrush(Qt::NoBrush);
}

void UnrolledPicture::drawCell(QPainter& painter, size_t row, size_t step, double beat,
                               bool current) const
{
    const UnrolledRow& of = m_layout.rows()[row];
    const UnrolledCell& cell = of.cells[step];
    const Theme& theme = Theme::instance();
    const bool computed = cell.born <= beat;
    painter.fillRect(cell.place, theme.base());
    if (computed && of.trace->output.steps > 0)
        drawVectors(painter, row, step, cell.place);
    else if (computed)
        drawChosen(painter, step, cell.place);
    const bool newest = computed && beat < cell.born + 1.0 && beat < m_layout.predicted();
    painter.setPen(newest || current
                       ? QPen(theme.accent(), 2.0)
                       : QPen(blended(theme.text(), theme.base(), computed ? 0.4 : kFaint), 1.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(cell.place);
}

/// A strip for each state, or for the output, and a line for each gate.
void UnrolledPicture::drawVectors(QPainter& painter, size_t row, size_t step,
                                  const QRectF& place) const
{
    const UnrolledRow& of = m_layout.rows()[row];
    const std::vector<QImage>& strips = m_strips[row];
    double y = place.top();
    const auto gates = quantitiesOf(*of.trace, &core::StateQuantity::gate);
    const double gateHeight = m_layout.sizes().gate;
    const double height = (place.height() - gateHeight * double(gates.size()))
        / double(std::max<size_t>(strips.size(), 1));
    for (const QImage& strip : strips) {
        painter.drawImage(QRectF(place.left(), y, place.width(), height), strip,
                          QRectF(0, double(step), strip.width(), 1));
        y += height;
    }
    const Theme& theme = Theme::instance();
    for (size_t gate = 0; gate < gates.size(); ++gate) {
        const double open = std::clamp(meanValue(gates[gate]->vectors, step), 0.0, 1.0);
        const QRectF line(place.left(), y, place.width(), gateHeight);
        painter.fillRect(line.adjusted(0, 1, 0, 0), blended(theme.text(), theme.base(), 0.08));
        painter.fillRect(
            QRectF(line.left(), line.top() + 1.0, line.width() * open, line.height() - 1.0),
            theme.series(kFirstGateColour + int(gate)));
        y += gateHeight;
    }
}

/// The output that a chain chose at a token.
void UnrolledPicture::drawChosen(QPainter& painter, size_t step, const QRectF& place) const
{
    if (step >= trace().verdict.said.size())
        return;
    painter.setPen(Theme::instance().text());
    painter.drawText(
        place, Qt::AlignCenter,
        elided(painter, QString::fromStdString(trace().verdict.said[step]), place.width() - 2.0));
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
            const QRectF place = m_layout.token(target, i);
            painter.setPen(born <= beat ? theme.text()
                                        : blended(theme.text(), theme.base(), kFaint));
            painter.drawText(place, Qt::AlignHCenter | Qt::AlignTop,
                             elided(painter, readableToken(tokens[i]), place.width() - 3.0));
        }
    };
    draw(trace().tokens, false);
    draw(trace().targetTokens, true);
}

void UnrolledPicture::drawOutputs(QPainter& painter, double beat) const
{
    const Theme& theme = Theme::instance();
    for (size_t place = 0; place < trace().outputs.size(); ++place) {
        if (m_layout.outputBorn(place) > beat)
            continue;
        const QRectF room = m_layout.outputs(place);
        const auto lines = std::min(trace().outputs[place].size(),
                                    size_t(room.height() / m_layout.sizes().text));
        const double height = m_layout.sizes().text;
        for (size_t line = 0; line < lines; ++line) {
            const core::TraceOutput& output = trace().outputs[place][line];
            const QRectF all(room.left(), room.bottom() - height * double(lines - line),
                             room.width(), height - 1.0);
            painter.fillRect(
                QRectF(all.left(), all.top(), all.width() * output.probability, all.height()),
                blended(theme.accent(), theme.base(), 0.35));
            painter.setPen(theme.text());
            const QString name = readableToken(output.name);
            const QString text = room.width() > height * 6.0
                ? QStringLiteral("%1  %2").arg(name, percent(output.probability))
                : name;
            painter.drawText(all.adjusted(2, 0, -1, 0), Qt::AlignLeft | Qt::AlignVCenter,
                             elided(painter, text, all.width() - 3.0));
        }
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
    const QString text = trace().verdict.lossOf.empty()
        ? tr("Loss %1").arg(value(*trace().verdict.loss))
        : tr("Loss %1 for \u201c%2\u201d")
              .arg(value(*trace().verdict.loss), QString::fromStdString(trace().verdict.lossOf));
    const QRectF place(room.left(), room.top() - height,
                       painter.fontMetrics().horizontalAdvance(text) + 12.0, height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(blended(lightColour(), Theme::instance().base(), 0.5));
    painter.drawRoundedRect(place, 4.0, 4.0);
    painter.setPen(Theme::instance().text());
    painter.drawText(place, Qt::AlignCenter, text);
}

/// To the right of them, since the source stands to the left.
void UnrolledPicture::drawTargetNames(QPainter& painter) const
{
    painter.setPen(Theme::instance().mutedText());
    for (const UnrolledRow& row : m_layout.rows()) {
        if (!row.isTarget)
            continue;
        const QRectF last = row.cells.back().place;
        painter.drawText(
            QRectF(last.right() + 6.0, last.top(), m_labelWidth - 8.0, last.height()),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
            elided(painter,
                   QStringLiteral("%1 [%2]").arg(unrolledRowName(row)).arg(row.trace->features),
                   m_labelWidth - 8.0));
    }
}

/// Names and sizes of the rows of the source, which stay in sight.
void UnrolledPicture::drawLabels(QPainter& painter, const QPointF& scrolled,
                                 const QSizeF& room) const
{
    painter.save();
    const Theme& theme = Theme::instance();
    painter.setFont(theme.textFont());
    painter.fillRect(QRectF(0, 0, m_labelWidth, std::max(room.height(), size().height())),
                     theme.base());
    for (const UnrolledRow& row : m_layout.rows()) {
        const QRectF cell = row.cells.front().place;
        const QRectF place(4.0, cell.top() - scrolled.y(), m_labelWidth - 10.0, cell.height());
        if (row.isTarget)
            continue; // Named above their first vector.
        const QString size = QStringLiteral("[%1]").arg(row.trace->features);
        const double sizeWidth = painter.fontMetrics().horizontalAdvance(size) + 4.0;
        painter.setPen(theme.text());
        const QRectF name = place.adjusted(0, 0, -sizeWidth, 0);
        if (fitsWrapped(painter.fontMetrics(), unrolledRowName(row), name.size()))
            painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                             unrolledRowName(row));
        else
            painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                             elided(painter, unrolledRowName(row), name.width()));
        painter.setPen(theme.mutedText());
        if (row.trace->features > 0)
            painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, size);
    }
    drawLegend(painter);
    painter.restore();
}

/// Beside the name of each row how far the last update moved its layer, on a logarithmic scale from
/// a millionth of the weights to all of them.
void UnrolledPicture::drawUpdate(QPainter& painter, const QPointF& scrolled) const
{
    painter.save();
    const Theme& theme = Theme::instance();
    painter.setFont(theme.textFont());
    for (const UnrolledRow& row : m_layout.rows()) {
        const auto layer = size_t(row.trace->layer);
        const double weight = trace().update->weights[layer];
        const double share = weight > 0.0 ? trace().update->changes[layer] / weight : 0.0;
        if (share <= 0.0)
            continue;
        const QRectF cell = row.isTarget ? row.cells.back().place : row.cells.front().place;
        const double left = row.isTarget ? m_labelWidth + cell.right() + 6.0 - scrolled.x() : 4.0;
        const QRectF all(left, cell.bottom() - scrolled.y() + 1.0, m_labelWidth - 12.0, 4.0);
        const double length = std::clamp(1.0 + std::log10(share) / kLightDecades, 0.02, 1.0);
        painter.fillRect(all, blended(theme.text(), theme.base(), 0.08));
        painter.fillRect(QRectF(all.left(), all.top(), all.width() * length, all.height()),
                         theme.accent());
        painter.setPen(theme.mutedText());
        painter.drawText(QRectF(all.left(), all.bottom(), all.width(), m_layout.sizes().text),
                         Qt::AlignRight | Qt::AlignTop | Qt::TextDontClip, percent(share));
    }
    painter.restore();
}

/// The colours of states and gates, in one line at the top.
void UnrolledPicture::drawLegend(QPainter& painter) const
{
    const Theme& theme = Theme::instance();
    const double height = m_layout.sizes().text;
    double x = 4.0;
    const auto add = [&](const QColor& colour, const QString& text) {
        painter.fillRect(QRectF(x, 2.0 + height * 0.3, height, height * 0.4), colour);
        painter.setPen(theme.mutedText());
        const double width = painter.fontMetrics().horizontalAdvance(text);
        painter.drawText(QRectF(x + height + 4.0, 2.0, width + 2.0, height),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
        x += height + width + 20.0;
    };
    const auto recurrent
        = std::find_if(m_layout.rows().begin(), m_layout.rows().end(),
                       [](const UnrolledRow& row) { return !row.trace->quantities.empty(); });
    if (recurrent != m_layout.rows().end()) {
        int colour = 0;
        for (const auto* state : quantitiesOf(*recurrent->trace, &core::StateQuantity::state))
            add(theme.series(colour++),
                tr("state %1").arg(QString::fromStdString(state->description.text)));
        colour = kFirstGateColour;
        for (const auto* gate : quantitiesOf(*recurrent->trace, &core::StateQuantity::gate))
            add(theme.series(colour++),
                tr("gate %1").arg(QString::fromStdString(gate->description.text)));
    }
    if (m_largestGradient > 0.0)
        add(lightColour(), tr("gradient of the loss"));
}

} // namespace ui
