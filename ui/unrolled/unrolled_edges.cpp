#include "ui/unrolled/unrolled_edges.h"

#include "ui/widgets/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

namespace ui {

namespace {

constexpr double kStartWidth = 5.0; ///< Width of the line of a state that a text begins with.
constexpr double kApartShare = 0.5; ///< Width of a residual stream in the gap between two columns.
constexpr int kResidualColourIndex = 1; ///< Place in Theme::series().

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

/// The weight that the lines of a query begin above: the mean, and so high that all queries of a
/// long text together have no more lines than can be told apart.
double leastWeight(const float* weights, size_t columns, size_t rows)
{
    constexpr size_t kMostLines = 600, kFewest = 3;
    const size_t most = std::max(kMostLines / rows, kFewest);
    if (most >= columns)
        return 0.0;
    std::vector<float> sorted(weights, weights + columns);
    const auto least = sorted.begin() + std::ptrdiff_t(most);
    std::nth_element(sorted.begin(), least, sorted.end(), std::greater<>());
    return double(*least);
}

/// Draws the connections between the rows of a picture at one beat.
class EdgePainter {
public:
    EdgePainter(QPainter& painter, const UnrolledLayout& layout, double beat, int head)
        : m_painter(painter), m_layout(layout), m_beat(beat), m_head(head)
    {
    }
    void draw(const UnrolledEdge& edge) const;
    void drawCarried(const UnrolledRow& row) const;

private:
    void drawStart(const UnrolledEdge& edge) const;
    void drawEverywhere(const UnrolledEdge& edge) const;
    void drawResidual(const UnrolledEdge& edge) const;
    void drawWindow(const UnrolledEdge& edge) const;
    void drawBracket(const UnrolledEdge& edge, size_t first, size_t last, const QPen& pen) const;
    void drawNeighbours(const UnrolledEdge& edge) const;
    void drawVertical(const UnrolledEdge& edge) const;
    QPainterPath apart(const UnrolledEdge& edge, size_t step) const;
    bool isApart(const UnrolledEdge& edge) const
    {
        return to(edge).layer->flow.directionsApart && from(edge).isSteps();
    }
    void drawAttention(const UnrolledEdge& edge) const;
    void drawPool(const UnrolledEdge& edge) const;
    QPainterPath upwards(const UnrolledRow& row, size_t step, QPointF end) const;
    QRectF levelPlace(const UnrolledRow& row, size_t step) const;
    void drawAcross(QPointF start, QPointF end) const;
    double carriedHeight(const UnrolledRow& row, size_t step, const UnrolledLine& line) const;
    QPen pen(const QColor& colour, double width) const
    {
        return {colour, width * m_layout.stroke(), Qt::SolidLine, Qt::FlatCap};
    }
    QPen textPen(double share, double width) const
    {
        const Theme& theme = Theme::instance();
        return pen(blended(theme.text(), theme.base(), share), width);
    }
    const UnrolledRow& from(const UnrolledEdge& edge) const { return m_layout.rows()[edge.from]; }
    const UnrolledRow& to(const UnrolledEdge& edge) const { return m_layout.rows()[edge.to]; }

    QPainter& m_painter;
    const UnrolledLayout& m_layout;
    double m_beat;
    int m_head;
};

void EdgePainter::draw(const UnrolledEdge& edge) const
{
    switch (edge.kind) {
    case UnrolledEdge::Kind::Attention:
        return drawAttention(edge);
    case UnrolledEdge::Kind::Pool:
        return drawPool(edge);
    case UnrolledEdge::Kind::Start:
        return drawStart(edge);
    case UnrolledEdge::Kind::Everywhere:
        return drawEverywhere(edge);
    case UnrolledEdge::Kind::Residual:
        return drawResidual(edge);
    case UnrolledEdge::Kind::Window:
        return drawWindow(edge);
    case UnrolledEdge::Kind::Neighbours:
        return drawNeighbours(edge);
    case UnrolledEdge::Kind::Vertical:
        return drawVertical(edge);
    }
}

/// The last vector of the one enters the first of the other: as a state from the side where both
/// stand side by side, else from below. Where it is all that the other gets, it is thick.
void EdgePainter::drawStart(const UnrolledEdge& edge) const
{
    const std::vector<UnrolledCell>& cells = from(edge).cells;
    const UnrolledCell& last = from(edge).trace->direction == 1 ? cells.front() : cells.back();
    const bool reads = to(edge).trace->direction == 1;
    const UnrolledCell& first = reads ? to(edge).cells.back() : to(edge).cells.front();
    if (first.born > m_beat)
        return;
    m_painter.setPen(textPen(0.5, kStartWidth));
    const bool beside = from(edge).level == to(edge).level && from(edge).standsBefore();
    if (beside)
        m_painter.drawLine(QPointF(last.place.right(), last.place.center().y()),
                           QPointF(first.place.left(), last.place.center().y()));
    else
        m_painter.drawPath(curve(topOf(last), bottomOf(first)));
}

/// One vector enters at every step.
void EdgePainter::drawEverywhere(const UnrolledEdge& edge) const
{
    const QPointF start = topOf(from(edge).cells.front());
    for (const UnrolledCell& cell : to(edge).cells) {
        m_painter.setPen(textPen(cell.born <= m_beat ? 0.5 : kUnrolledFaint, 2.0));
        drawAcross(start, bottomOf(cell));
    }
}

/// The vector that a layer adds to goes straight up, as thick as its norm.
void EdgePainter::drawResidual(const UnrolledEdge& edge) const
{
    const std::vector<double>& norms = from(edge).trace->output.norms;
    const double largest
        = norms.empty() ? 1.0 : std::max(*std::max_element(norms.begin(), norms.end()), 1e-12);
    const Theme& theme = Theme::instance();
    for (size_t step = 0; step < std::min(to(edge).cells.size(), norms.size()); ++step) {
        const UnrolledCell& cell = to(edge).cells[step];
        const bool done = cell.born <= m_beat;
        m_painter.setPen(pen(blended(residualColour(), theme.base(), done ? 0.55 : kUnrolledFaint),
                             (done ? 3.0 + 5.0 * norms[step] / largest : 2.0)
                                 * (isApart(edge) ? kApartShare : 1.0)));
        if (isApart(edge))
            m_painter.drawPath(apart(edge, step));
        else
            m_painter.drawLine(topOf(from(edge).cells[step]), bottomOf(cell));
    }
}

void EdgePainter::drawVertical(const UnrolledEdge& edge) const
{
    const Theme& theme = Theme::instance();
    const std::vector<UnrolledCell>& below = from(edge).cells;
    for (size_t step = 0; step < to(edge).cells.size(); ++step) {
        const UnrolledCell& cell = to(edge).cells[step];
        const QColor colour
            = blended(theme.text(), theme.base(), cell.born <= m_beat ? 0.45 : kUnrolledFaint);
        const QPointF start = topOf(below[std::min(step, below.size() - 1)]), end = bottomOf(cell);
        if (isApart(edge)) {
            m_painter.setPen(pen(colour, 1.0));
            m_painter.drawPath(apart(edge, step));
            continue;
        }
        if (start.x() == end.x()) { // Much faster than a line.
            const double thick = m_layout.stroke();
            m_painter.fillRect(QRectF(end.x() - thick / 2.0, end.y(), thick, start.y() - end.y()),
                               colour);
            continue;
        }
        m_painter.setPen(pen(colour, 1.0));
        m_painter.drawLine(start, end);
    }
}

/// Each direction reads its own alone: the line passes beside the cells of the other.
QPainterPath EdgePainter::apart(const UnrolledEdge& edge, size_t step) const
{
    const UnrolledCell& cell = to(edge).cells[step];
    const double bottom = levelPlace(to(edge), step).bottom(), entry = cell.place.bottom() + 1.0;
    if (bottom < entry)
        return upwards(from(edge), step, bottomOf(cell));
    const double x = cell.place.center().x() - m_layout.sizes().column / 2.0;
    QPainterPath path = upwards(from(edge), step, {x, bottom});
    path.lineTo(x, entry);
    path.lineTo(cell.place.left() + cell.place.width() / 4.0, entry);
    return path;
}

/// A row of both directions gives one half of each vector to either neighbour.
void EdgePainter::drawNeighbours(const UnrolledEdge& edge) const
{
    const UnrolledRow &below = from(edge), &above = to(edge);
    const auto steps = int(above.cells.size());
    for (int step = 0; step < steps; ++step)
        for (const int direction : {0, 1}) {
            const int read = step + (direction == 0 ? -1 : 1);
            if (read < 0 || read >= int(below.cells.size())
                || (below.isSteps() && below.trace->direction != direction))
                continue;
            const bool done = above.cells[size_t(step)].born <= m_beat;
            m_painter.setPen(textPen(done ? 0.45 : kUnrolledFaint, 1.0));
            m_painter.drawPath(upwards(below, size_t(read), bottomOf(above.cells[size_t(step)])));
        }
}

/// A bracket over the tokens of each window, in a lane of its width. The window that slides is
/// dark; those from which a pooling takes values stay lit, by the share of the filters that they
/// win.
void EdgePainter::drawWindow(const UnrolledEdge& edge) const
{
    const std::vector<UnrolledCell>& below = from(edge).cells;
    const core::LayerFlow& flow = to(edge).layer->flow;
    const auto width = size_t(std::max<int64_t>(flow.width, 1));
    const std::vector<double>& wins = to(edge).trace->passedShares;
    const double mostWins = wins.empty() ? 0.0 : *std::max_element(wins.begin(), wins.end());
    const Theme& theme = Theme::instance();
    for (size_t step = 0; step < to(edge).cells.size(); ++step) {
        const UnrolledCell& cell = to(edge).cells[step];
        const size_t first = flow.causal ? (step + 1 > width ? step + 1 - width : 0) : step;
        const size_t last = std::min(flow.causal ? step : step + width - 1, below.size() - 1);
        const bool slides = cell.born <= m_beat && m_beat < cell.born + 1.0;
        const bool wasRead = m_beat >= m_layout.predicted() && step < wins.size() && mostWins > 0.0;
        const double lit = wasRead ? wins[step] / mostWins : 0.0;
        if (slides)
            drawBracket(edge, first, last, pen(theme.accent(), 2.5));
        else if (lit > 0.0)
            drawBracket(
                edge, first, last,
                pen(blended(theme.series(0), theme.base(), 0.25 + 0.75 * lit), 1.0 + 2.5 * lit));
        else if (step == 0 || cell.born > m_beat)
            drawBracket(edge, first, last, textPen(kUnrolledFaint, 1.0));
    }
}

/// Over the cells from `first` to `last`, with a line up to what reads them. Windows of different
/// widths have different lanes, so that they can be told apart.
void EdgePainter::drawBracket(const UnrolledEdge& edge, size_t first, size_t last,
                              const QPen& pen) const
{
    size_t lane = 0, lanes = 1;
    for (const UnrolledEdge& other : m_layout.edges())
        if (other.kind == edge.kind && other.from == edge.from && other.to != edge.to) {
            ++lanes;
            lane += other.to < edge.to ? 1 : 0;
        }
    const std::vector<UnrolledCell>& below = from(edge).cells;
    const QRectF left = below[first].place, right = below[last].place;
    const double gap = m_layout.sizes().cell * 1.6;
    const double y = left.top() - gap * double(lane + 1) / double(lanes + 1);
    const QPointF start(left.left(), y), end(right.right(), y);
    m_painter.setPen(pen);
    m_painter.drawLine(start, end);
    m_painter.drawLine(start, start + QPointF(0.0, 5.0 * m_layout.stroke()));
    m_painter.drawLine(end, end + QPointF(0.0, 5.0 * m_layout.stroke()));
    const size_t step = to(edge).layer->flow.causal ? last : first;
    m_painter.drawLine((start + end) / 2.0, bottomOf(to(edge).cells[step]));
}

/// Up above the source, then across to the target.
void EdgePainter::drawAcross(QPointF start, QPointF end) const
{
    QPainterPath path(start);
    const double lane = end.y() + m_layout.sizes().cell * 0.4;
    path.cubicTo({start.x(), lane}, {start.x(), lane}, {(start.x() + end.x()) / 2.0, lane});
    path.cubicTo({end.x(), lane}, {end.x(), lane}, end);
    m_painter.drawPath(path);
}

/// Only weights above the mean are lines, so that it can be seen what is attended to.
void EdgePainter::drawAttention(const UnrolledEdge& edge) const
{
    const size_t columns = from(edge).cells.size();
    const std::vector<float> weights = m_layout.attentionWeights(edge, m_head);
    const Theme& theme = Theme::instance();
    const bool crosses = edge.group == "cross";
    const QColor colour = theme.series(crosses ? 2 : 0);
    for (size_t row = 0; row < to(edge).cells.size() && !weights.empty(); ++row) {
        if (to(edge).cells[row].born > m_beat)
            continue;
        const auto visible = double(to(edge).layer->flow.causal && !crosses ? row + 1 : columns);
        const double least
            = std::max(std::min(1.0 / visible, 0.5),
                       leastWeight(&weights[row * columns], columns, to(edge).cells.size()));
        for (size_t column = 0; column < columns; ++column) {
            const double weight = double(weights[row * columns + column]);
            if (weight <= least && weight < 0.5)
                continue;
            m_painter.setPen(pen(blended(colour, theme.base(), std::min(0.25 + weight, 1.0)),
                                 0.8 + 3.2 * weight));
            const QPointF start = topOf(from(edge).cells[column]);
            const QPointF end = bottomOf(to(edge).cells[row]);
            if (crosses)
                drawAcross(start, end);
            else
                m_painter.drawPath(curve(start, end));
        }
    }
}

/// All tokens become one vector: lines as thick as the weights, or as the share of the units that
/// the pooling passes on from each.
void EdgePainter::drawPool(const UnrolledEdge& edge) const
{
    const std::vector<UnrolledCell>& cells = from(edge).cells;
    std::vector<float> weights = m_layout.attentionWeights(edge, m_head);
    const std::vector<double>& passed = from(edge).trace->passedShares;
    if (weights.empty() && passed.size() == cells.size())
        weights.assign(passed.begin(), passed.end());
    const Theme& theme = Theme::instance();
    const QRectF place = to(edge).cells.front().place;
    const bool done = to(edge).cells.front().born <= m_beat;
    for (size_t step = 0; step < cells.size(); ++step) {
        const double weight = weights.empty() ? 0.0 : double(weights[step]);
        const QColor colour = weights.empty() ? theme.text() : theme.series(0);
        const double share = weights.empty() ? 0.35 : std::min(0.2 + weight, 1.0);
        m_painter.setPen(pen(blended(colour, theme.base(), done ? share : kUnrolledFaint),
                             done ? 1.0 + 5.0 * weight : 1.0));
        const double x = place.left() + place.width() * (double(step) + 0.5) / double(cells.size());
        m_painter.drawPath(upwards(from(edge), step, {x, place.bottom()}));
    }
}

/// The cells of one step of all rows of a level.
QRectF EdgePainter::levelPlace(const UnrolledRow& row, size_t step) const
{
    QRectF place = row.cells[step].place;
    for (const UnrolledRow& other : m_layout.rows())
        if (other.isTarget == row.isTarget && other.level == row.level
            && other.cells.size() == row.cells.size())
            place |= other.cells[step].place;
    return place;
}

/// From a cell to what lies above its level: past the row of the other direction, beside its cells.
QPainterPath EdgePainter::upwards(const UnrolledRow& row, size_t step, QPointF end) const
{
    const QRectF& cell = row.cells[step].place;
    const double top = levelPlace(row, step).top();
    if (top == cell.top())
        return curve(topOf(row.cells[step]), end);
    const double x = cell.center().x() + m_layout.sizes().column / 2.0;
    QPainterPath path({cell.right() - cell.width() / 4.0, cell.top() - 1.0});
    path.lineTo(x, cell.top() - 1.0);
    path.lineTo(x, top);
    path.connectPath(curve({x, top}, end));
    return path;
}

/// At the strip of the state; between open cells where their graphs have it.
double EdgePainter::carriedHeight(const UnrolledRow& row, size_t step,
                                  const UnrolledLine& line) const
{
    const QRectF diagram = m_layout.diagramPlace(row, step);
    const auto quantity = size_t(line.quantity - row.trace->quantities.data());
    if (diagram.height() > 0.0)
        if (const std::optional<double> height
            = m_layout.diagram().stateHeight(quantity, diagram, m_layout.sizes().text))
            return *height;
    return row.cells[step].place.top() + line.top + line.height / 2.0;
}

/// The states that are carried from step to step, as thick as their norm.
void EdgePainter::drawCarried(const UnrolledRow& row) const
{
    const Theme& theme = Theme::instance();
    const bool backward = row.trace->direction == 1;
    int state = 0;
    for (const UnrolledLine& line : m_layout.lines(row)) {
        if (line.quantity == nullptr || !line.quantity->description.state)
            continue;
        const QColor colour = theme.series(state++);
        const std::vector<double>& norms = line.quantity->vectors.norms;
        const double largest = std::max(*std::max_element(norms.begin(), norms.end()), 1e-12);
        for (size_t step = 0; step + 1 < row.cells.size(); ++step) {
            const bool done = row.cells[backward ? step : step + 1].born <= m_beat;
            const double share = norms[backward ? step + 1 : step] / largest;
            const double y = carriedHeight(row, step, line);
            const QColor shade
                = blended(colour, theme.base(), done ? 0.25 + 0.75 * share : kUnrolledFaint);
            const double stroke = m_layout.stroke();
            const double width = stroke * (done ? 1.5 + 3.5 * share : 1.0);
            const double left = row.cells[step].place.right();
            const double right = row.cells[step + 1].place.left();
            // Much faster than a line, and the same.
            m_painter.fillRect(QRectF(left, y - width / 2.0, right - left, width), shade);
            const QPointF tip(backward ? left : right, y);
            const double high = 3.0 * stroke, back = backward ? high : -high;
            m_painter.setPen(pen(shade, 1.0));
            const std::array head{tip + QPointF(back, -high), tip, tip + QPointF(back, high)};
            m_painter.drawPolyline(head.data(), int(head.size()));
        }
    }
}

} // namespace

QColor residualColour()
{
    return Theme::instance().series(kResidualColourIndex);
}

void drawUnrolledEdges(QPainter& painter, const UnrolledLayout& layout, double beat, int head)
{
    const EdgePainter edges(painter, layout, beat, head);
    for (const UnrolledEdge& edge : layout.edges())
        edges.draw(edge);
    for (const UnrolledRow& row : layout.rows())
        edges.drawCarried(row);
}

} // namespace ui
