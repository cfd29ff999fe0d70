#include "ui/unrolled/unrolled_cells.h"

#include "ui/text/sentences.h"
#include "ui/widgets/colour_raster.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ui {

namespace {

constexpr size_t kStripPixels = 32; ///< Groups of units in a strip.
constexpr double kLettersOfClass = 4.0; ///< Narrower boxes have no names.
constexpr double kEquationPart = 0.55; ///< Width of an equation in an open cell; then the strip.

/// [steps] rows of kStripPixels, each pixel the mean of neighbouring units.
QImage stripsOf(const core::TraceVectors& vectors)
{
    const auto units = size_t(vectors.units), pixels = std::min(units, kStripPixels);
    std::vector<float> means;
    float largest = 1e-12F;
    for (size_t step = 0; step < size_t(vectors.steps); ++step)
        for (size_t pixel = 0; pixel < pixels; ++pixel) {
            const size_t first = pixel * units / pixels, last = (pixel + 1) * units / pixels;
            const float* values = &vectors.values[step * units];
            const float sum = std::accumulate(values + first, values + last, 0.0F);
            means.push_back(sum / float(last - first));
            largest = std::max(largest, std::abs(means.back()));
        }
    return colourRaster(means, int(vectors.steps), int(pixels), double(largest), ColourMap::Signed);
}

const core::TraceVectors& vectorsOf(const UnrolledLine& line, const UnrolledRow& row)
{
    return line.quantity != nullptr ? line.quantity->vectors : row.trace->output;
}

/// A bar as long as `share` of its place.
void drawBar(QPainter& painter, const QRectF& place, double share, const QColor& colour)
{
    const Theme& theme = Theme::instance();
    painter.fillRect(place.adjusted(0, 1, 0, 0), blended(theme.text(), theme.base(), 0.08));
    painter.fillRect(QRectF(place.left(), place.top() + 1.0,
                            place.width() * std::clamp(share, 0.0, 1.0), place.height() - 1.0),
                     colour);
}

/// The equation of a quantity in an open cell, and its value.
/// @param unit  -1: the mean of all units.
void drawEquation(QPainter& painter, const core::TraceQuantity& quantity, size_t step,
                  const QRectF& place, int unit)
{
    const core::StateQuantity& described = quantity.description;
    const core::TraceVectors& vectors = quantity.vectors;
    const QFontMetrics metrics = painter.fontMetrics();
    const QString number
        = value(unit < 0 || unit >= int(vectors.units)
                    ? meanValue(vectors, step)
                    : double(vectors.values[step * size_t(vectors.units) + size_t(unit)]));
    const double room = place.width() - metrics.horizontalAdvance(number) - 10.0;
    const QString equation = QString::fromStdString(described.equation);
    const QString text = !equation.isEmpty() && metrics.horizontalAdvance(equation) <= room
        ? equation
        : QString::fromStdString(described.text);
    painter.setPen(Theme::instance().text());
    painter.drawText(place.adjusted(3, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
    painter.drawText(place.adjusted(0, 0, -4, 0), Qt::AlignRight | Qt::AlignVCenter, number);
}

/// The classes of a classifier, each in the box of its score, where there is room.
void drawClasses(QPainter& painter, const std::vector<std::string>& classes, const QImage& scores,
                 const QRectF& place)
{
    const QFontMetricsF metrics(painter.font());
    const double width = place.width() / double(classes.size());
    if (place.height() < metrics.height() || width < kLettersOfClass * metrics.averageCharWidth())
        return;
    for (size_t i = 0; i < classes.size(); ++i) {
        const QRectF box(place.left() + width * double(i) + 2.0, place.top(), width - 4.0,
                         place.height());
        painter.setPen(Theme::textOn(scores.pixelColor(int(i), 0)));
        painter.drawText(
            box, Qt::AlignCenter,
            metrics.elidedText(QString::fromStdString(classes[i]), Qt::ElideRight, box.width()));
    }
}

/// The part of an open cell's line in which the strip stands.
QRectF stripPlace(const QRectF& line)
{
    return line.adjusted(line.width() * kEquationPart, 0.0, 0.0, 0.0);
}

/// The transitions that lead on from a predicted tag: the chosen one is thick, an illegal one is
/// crossed out.
void drawTransitions(QPainter& painter, const core::TraceChain& chain, size_t step,
                     const QRectF& place, double lane, double stroke)
{
    const Theme& theme = Theme::instance();
    const size_t tags = chain.tags.size();
    if (step + 1 >= chain.path.size() || chain.path[step] < 0)
        return;
    const auto from = size_t(chain.path[step]);
    const float* scores = &chain.transitions[from * tags];
    const double largest = double(*std::max_element(scores, scores + tags));
    painter.setRenderHint(QPainter::Antialiasing);
    for (size_t to = 0; to < tags; ++to) {
        const double strength = std::exp(double(scores[to]) - largest);
        const bool chosen = int64_t(to) == chain.path[step + 1];
        const bool legal = chain.legal[from * tags + to];
        const double height = place.height() / double(tags);
        const QPointF start(place.right(), place.top() + (double(from) + 0.5) * height);
        const QPointF end(place.right() + lane, place.top() + (double(to) + 0.5) * height);
        painter.setPen(chosen ? QPen(theme.accent(), 3.0 * stroke)
                              : QPen(blended(theme.text(), theme.base(), 0.15 + 0.6 * strength),
                                     stroke * (0.8 + 1.2 * strength),
                                     legal ? Qt::SolidLine : Qt::DotLine));
        painter.drawLine(start, end);
        if (legal)
            continue;
        const QPointF middle = (start + 3.0 * end) / 4.0;
        const double arm = 3.0 * stroke;
        painter.setPen(QPen(theme.bad(), 1.5 * stroke));
        painter.drawLine(middle - QPointF(arm, arm), middle + QPointF(arm, arm));
        painter.drawLine(middle - QPointF(arm, -arm), middle + QPointF(arm, -arm));
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// The tags of one token as bars of their emissions; the predicted one is framed.
void drawTags(QPainter& painter, const core::TraceChain& chain, size_t step, const QRectF& place)
{
    const Theme& theme = Theme::instance();
    const size_t tags = chain.tags.size();
    for (size_t tag = 0; tag < tags; ++tag) {
        const double height = place.height() / double(tags);
        const QRectF line(place.left(), place.top() + double(tag) * height, place.width(), height);
        const bool chosen = step < chain.path.size() && chain.path[step] == int64_t(tag);
        const size_t at = step * tags + tag;
        if (at < chain.probabilities.size())
            drawBar(painter, line, double(chain.probabilities[at]),
                    blended(theme.accent(), theme.base(), 0.35));
        painter.setPen(theme.text());
        painter.drawText(line.adjusted(2, 0, -2, 0), Qt::AlignVCenter | Qt::AlignLeft,
                         painter.fontMetrics().elidedText(QString::fromStdString(chain.tags[tag]),
                                                          Qt::ElideRight, int(line.width()) - 4));
        if (!chosen)
            continue;
        painter.setPen(QPen(theme.accent(), 2.0));
        painter.drawRect(line.adjusted(1, 1, -1, -1));
    }
}

} // namespace

void UnrolledCells::setLayout(const UnrolledLayout& layout)
{
    m_strips.clear();
    for (const UnrolledRow& row : layout.rows()) {
        for (const UnrolledLine& line : layout.lines(row))
            if (const core::TraceVectors& shown = vectorsOf(line, row);
                !line.isBar && shown.steps > 0)
                m_strips.emplace(&shown, stripsOf(shown));
    }
}

void UnrolledCells::draw(QPainter& painter, const UnrolledLayout& layout, size_t row, size_t step,
                         const Look& look) const
{
    const UnrolledRow& of = layout.rows()[row];
    const UnrolledCell& cell = of.cells[step];
    const Theme& theme = Theme::instance();
    const bool computed = cell.born <= look.beat;
    const auto& chain = layout.trace().chain;
    painter.fillRect(cell.place, theme.base());
    if (computed && of.trace->output.steps > 0) {
        drawVectors(painter, layout, of, step, look.unit);
    } else if (computed && chain) {
        drawTags(painter, *chain, step, cell.place);
        if (step + 1 < of.cells.size())
            drawTransitions(painter, *chain, step, cell.place,
                            of.cells[step + 1].place.left() - cell.place.right(), layout.stroke());
    }
    const bool newest = computed && look.beat < cell.born + 1.0 && look.beat < layout.predicted();
    painter.setPen(
        newest || look.isCurrent
            ? QPen(theme.accent(), 2.0 * layout.stroke())
            : QPen(blended(theme.text(), theme.base(), computed ? 0.4 : kUnrolledFaint), 1.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(cell.place);
}

int UnrolledCells::unitAt(const UnrolledLayout& layout, size_t row, size_t step,
                          const QPointF& position) const
{
    const UnrolledRow& of = layout.rows()[row];
    const QRectF& cell = of.cells[step].place;
    if (!layout.sizes().isOpen || of.trace->quantities.empty())
        return -1;
    for (const UnrolledLine& line : layout.lines(of)) {
        const QRectF strip
            = stripPlace({cell.left(), cell.top() + line.top, cell.width(), line.height});
        if (!strip.contains(position))
            continue;
        const auto units = int(vectorsOf(line, of).units);
        const double share = (position.x() - strip.left()) / strip.width();
        return std::clamp(int(share * double(units)), 0, units - 1);
    }
    return -1;
}

void UnrolledCells::drawVectors(QPainter& painter, const UnrolledLayout& layout,
                                const UnrolledRow& row, size_t step, int unit) const
{
    const QRectF& cell = row.cells[step].place;
    const bool isOpen = layout.sizes().isOpen && !row.trace->quantities.empty();
    int gate = 0;
    if (isOpen && !layout.diagram().isEmpty())
        layout.diagram().draw(painter, layout.diagramPlace(row, step), row, step, unit);
    for (const UnrolledLine& line : layout.lines(row)) {
        const QRectF place(cell.left(), cell.top() + line.top, cell.width(), line.height);
        if (line.isBar) {
            drawBar(painter, place, meanValue(line.quantity->vectors, step),
                    Theme::instance().series(kFirstGateColour + gate++));
        } else if (isOpen) {
            drawQuantity(painter, line, step, place, unit);
        } else {
            const QImage& strip = m_strips.at(&vectorsOf(line, row));
            painter.drawImage(place, strip, QRectF(0, double(step), strip.width(), 1));
            const std::vector<std::string>& classes = layout.trace().verdict.classes;
            if (&row == &layout.rows().back() && strip.height() == 1 && !classes.empty()
                && strip.width() == int(classes.size()))
                drawClasses(painter, classes, strip, place);
        }
    }
}

/// A quantity of an open cell with its equation; the unit that is pointed at is framed.
void UnrolledCells::drawQuantity(QPainter& painter, const UnrolledLine& line, size_t step,
                                 const QRectF& place, int unit) const
{
    const core::TraceVectors& vectors = line.quantity->vectors;
    const QRectF right = stripPlace(place);
    drawEquation(painter, *line.quantity, step,
                 {place.left(), place.top(), right.left() - place.left(), place.height()}, unit);
    const QImage& strip = m_strips.at(&vectors);
    painter.drawImage(right, strip, QRectF(0, double(step), strip.width(), 1));
    if (unit < 0 || unit >= int(vectors.units))
        return;
    const double width = right.width() / double(vectors.units);
    painter.setPen(QPen(Theme::instance().text(), 1.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(right.left() + width * double(unit) - 1.0, right.top(),
                            std::max(width, 3.0) + 2.0, right.height() - 1.0));
}

} // namespace ui
