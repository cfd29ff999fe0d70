#include "ui/unrolled/unrolled_picture.h"

#include "ui/text/sentences.h"
#include "ui/unrolled/unrolled_edges.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr double kNarrowestColumn = 20.0, kWidestColumn = 110.0;
constexpr double kOpenLine = 1.3; ///< Height of their lines, by that of the text.
/// The lowest cell, by the height of the text: names of rows that stand together do not overlap.
constexpr double kLowestCell = 0.85;
constexpr double kLargestStretch = 1.8;
constexpr double kLightDecades = 6.0; ///< A gradient so much smaller than the largest is dark.
constexpr int kLightColourIndex = 6; ///< Place in Theme::series().

/// The colour of the light that runs back.
QColor lightColour()
{
    return Theme::instance().series(kLightColourIndex);
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
    m_cells.setLayout(m_layout);
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
    sizes.isOpen = sizes.column >= kOpenColumn;
    const bool toggled = sizes.isOpen != m_layout.sizes().isOpen;
    sizes.cell = std::clamp(sizes.column * 0.26, sizes.text * 0.9, sizes.text * 1.6 * zoom);
    if (sizes.isOpen) // As high as a line of text.
        sizes.cell = sizes.text * kOpenLine;
    sizes.gate = sizes.cell * 0.36;
    m_layout = UnrolledLayout(m_trace, sizes);
    const double fixed = m_layout.fixedHeight();
    for (int i = 0; i < 2 && !sizes.isOpen;
         ++i) { // Gaps between rows do not grow: the second time it fits.
        const double stretch
            = (zoom * (room.height() - fixed) - 2.0) / (m_layout.size().height() - fixed);
        sizes.cell = std::clamp(sizes.cell * stretch, sizes.text * kLowestCell * zoom,
                                sizes.text * 1.6 * kLargestStretch * zoom);
        sizes.gate = sizes.cell * 0.36;
        m_layout = UnrolledLayout(m_trace, sizes);
    }
    if (toggled) // Other quantities are strips.
        restyle();
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
    drawUnrolledEdges(painter, m_layout, beat, m_head);
    for (const UnrolledRow& row : rows)
        for (size_t step = 0; step < row.cells.size(); ++step)
            drawLight(painter, row, step, beat);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (size_t row = 0; row < rows.size(); ++row)
        for (size_t step = 0; step < rows[row].cells.size(); ++step)
            m_cells.draw(painter, m_layout, row, step, beat,
                         current == QPoint(int(step), int(row)));
    drawTargetNames(painter);
    drawTokens(painter, beat);
    drawOutputs(painter, beat);
    drawLoss(painter, beat);
    painter.restore();
    drawLabels(painter, scrolled, room);
    if (trace().update && beat >= m_layout.updateBeat())
        drawUpdate(painter, scrolled);
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
                                        : blended(theme.text(), theme.base(), kUnrolledFaint));
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
        if (m_layout.outputBorn(place) > beat || trace().chain) // Its tags are bars already.
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

/// The place of each row's name: as high as its neighbours allow.
std::vector<QRectF> UnrolledPicture::labelPlaces(double scrolled) const
{
    const auto& rows = m_layout.rows();
    const auto centre = [&](size_t row) { return rows[row].cells.front().place.center().y(); };
    std::vector<QRectF> places;
    for (size_t i = 0; i < rows.size(); ++i) {
        double height = 3.0 * m_layout.sizes().text;
        for (const size_t other : {i - 1, i + 1}) // Beyond the first there is none.
            if (other < rows.size() && rows[other].isTarget == rows[i].isTarget)
                height = std::min(height, std::abs(centre(i) - centre(other)));
        height = std::max(height, rows[i].cells.front().place.height());
        places.emplace_back(4.0, centre(i) - height / 2.0 - scrolled, m_labelWidth - 10.0, height);
    }
    return places;
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
    const std::vector<QRectF> places = labelPlaces(scrolled.y());
    for (size_t i = 0; i < places.size(); ++i) {
        const UnrolledRow& row = m_layout.rows()[i];
        if (row.isTarget)
            continue; // Named to the right of them.
        const QString size = QStringLiteral("[%1]").arg(row.trace->features);
        const double sizeWidth = painter.fontMetrics().horizontalAdvance(size) + 4.0;
        painter.setPen(theme.text());
        const QRectF name = places[i].adjusted(0, 0, -sizeWidth, 0);
        if (fitsWrapped(painter.fontMetrics(), unrolledRowName(row), name.size()))
            painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                             unrolledRowName(row));
        else
            painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                             elided(painter, unrolledRowName(row), name.width()));
        painter.setPen(theme.mutedText());
        if (row.trace->features > 0)
            painter.drawText(places[i], Qt::AlignRight | Qt::AlignVCenter, size);
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
        colour = UnrolledCells::kFirstGateColour;
        for (const auto* gate : quantitiesOf(*recurrent->trace, &core::StateQuantity::gate))
            add(theme.series(colour++),
                tr("gate %1").arg(QString::fromStdString(gate->description.text)));
    }
    if (m_largestGradient > 0.0)
        add(lightColour(), tr("gradient of the loss"));
}

} // namespace ui
