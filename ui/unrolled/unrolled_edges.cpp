#include "ui/unrolled/unrolled_edges.h"

#include "ui/widgets/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

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

QPen textPen(double share, double width)
{
    const Theme& theme = Theme::instance();
    return {blended(theme.text(), theme.base(), share), width};
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
    void drawWindow(const UnrolledEdge& edge) const;
    void drawVertical(const UnrolledEdge& edge) const;
    void drawAttention(const UnrolledEdge& edge) const;
    void drawPool(const UnrolledEdge& edge) const;
    void drawAcross(QPointF start, QPointF end) const;
    const UnrolledRow& from(const UnrolledEdge& edge) const { return m_layout.rows()[edge.from]; }
    const UnrolledRow& to(const UnrolledEdge& edge) const { return m_layout.rows()[edge.to]; }
    std::vector<float> attentionWeights(const UnrolledEdge& edge, size_t rows,
                                        size_t columns) const;

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
    case UnrolledEdge::Kind::Window:
        return drawWindow(edge);
    case UnrolledEdge::Kind::Vertical:
        return drawVertical(edge);
    }
}

/// The last vector of the one enters the first of the other.
void EdgePainter::drawStart(const UnrolledEdge& edge) const
{
    const std::vector<UnrolledCell>& cells = from(edge).cells;
    const UnrolledCell& last = from(edge).trace->direction == 1 ? cells.front() : cells.back();
    if (to(edge).cells.front().born > m_beat)
        return;
    m_painter.setPen(textPen(0.5, 2.5));
    m_painter.drawPath(curve(topOf(last), bottomOf(to(edge).cells.front())));
}

void EdgePainter::drawVertical(const UnrolledEdge& edge) const
{
    const std::vector<UnrolledCell>& below = from(edge).cells;
    for (size_t step = 0; step < to(edge).cells.size(); ++step) {
        const UnrolledCell& cell = to(edge).cells[step];
        m_painter.setPen(textPen(cell.born <= m_beat ? 0.45 : kUnrolledFaint, 1.0));
        m_painter.drawLine(topOf(below[std::min(step, below.size() - 1)]), bottomOf(cell));
    }
}

/// The window that slides is dark, the others are faint.
void EdgePainter::drawWindow(const UnrolledEdge& edge) const
{
    const std::vector<UnrolledCell>& below = from(edge).cells;
    const core::LayerFlow& flow = to(edge).layer->flow;
    const auto width = size_t(std::max<int64_t>(flow.width, 1));
    for (size_t step = 0; step < to(edge).cells.size(); ++step) {
        const UnrolledCell& cell = to(edge).cells[step];
        const size_t first = flow.causal ? (step + 1 > width ? step + 1 - width : 0) : step;
        const size_t last = flow.causal ? step : std::min(step + width - 1, below.size() - 1);
        const bool slides = cell.born <= m_beat && std::floor(m_beat) <= cell.born + 1.0;
        m_painter.setPen(textPen(slides ? 0.45 : kUnrolledFaint, 1.0));
        for (size_t read = first; read <= last && read < below.size(); ++read)
            m_painter.drawLine(topOf(below[read]), bottomOf(cell));
    }
}

std::vector<float> EdgePainter::attentionWeights(const UnrolledEdge& edge, size_t rows,
                                                 size_t columns) const
{
    std::vector<float> sum(rows * columns);
    int heads = 0;
    for (const core::AttentionMap& map : m_layout.trace().attention) {
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
    const std::vector<float> weights = attentionWeights(edge, to(edge).cells.size(), columns);
    const Theme& theme = Theme::instance();
    const bool crosses = edge.group == "cross";
    const QColor colour = theme.series(crosses ? 2 : 0);
    for (size_t row = 0; row < to(edge).cells.size() && !weights.empty(); ++row) {
        if (to(edge).cells[row].born > m_beat)
            continue;
        const auto visible = double(to(edge).layer->flow.causal && !crosses ? row + 1 : columns);
        for (size_t column = 0; column < columns; ++column) {
            const double weight = double(weights[row * columns + column]);
            if (weight <= 1.0 / visible && weight < 0.5)
                continue;
            m_painter.setPen(QPen(blended(colour, theme.base(), std::min(0.25 + weight, 1.0)),
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
    std::vector<float> weights = attentionWeights(edge, 1, cells.size());
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
        m_painter.setPen(QPen(blended(colour, theme.base(), done ? share : kUnrolledFaint),
                              done ? 1.0 + 5.0 * weight : 1.0));
        const double x = place.left() + place.width() * (double(step) + 0.5) / double(cells.size());
        m_painter.drawPath(curve(topOf(cells[step]), {x, place.bottom()}));
    }
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
            const double y = row.cells[step].place.top() + line.top + line.height / 2.0;
            m_painter.setPen(
                QPen(blended(colour, theme.base(), done ? 0.25 + 0.75 * share : kUnrolledFaint),
                     done ? 1.5 + 3.5 * share : 1.0));
            const QPointF left(row.cells[step].place.right(), y);
            const QPointF right(row.cells[step + 1].place.left(), y);
            m_painter.drawLine(left, right);
            const QPointF tip = backward ? left : right;
            const double back = backward ? 3.0 : -3.0;
            m_painter.setPen(QPen(m_painter.pen().color(), 1.0));
            m_painter.drawLine(tip, tip + QPointF(back, -3.0));
            m_painter.drawLine(tip, tip + QPointF(back, 3.0));
        }
    }
}

} // namespace

void drawUnrolledEdges(QPainter& painter, const UnrolledLayout& layout, double beat, int head)
{
    const EdgePainter edges(painter, layout, beat, head);
    for (const UnrolledEdge& edge : layout.edges())
        edges.draw(edge);
    for (const UnrolledRow& row : layout.rows())
        edges.drawCarried(row);
}

} // namespace ui
