#include "ui/unrolled/cell_diagram.h"

#include "ui/widgets/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ui {

namespace {

using Kind = core::TraceOperation::Kind;

constexpr int kFewestLines = 3;
constexpr int kSweeps = 6; ///< Passes that draw each node near to those that it is joined with.

bool isSource(const core::TraceOperation& operation)
{
    return operation.kind == Kind::Input || operation.kind == Kind::State;
}

double applied(Kind kind, double number)
{
    switch (kind) {
    case Kind::Sigmoid:
        return 1.0 / (1.0 + std::exp(-number));
    case Kind::Tanh:
        return std::tanh(number);
    case Kind::Relu:
        return std::max(number, 0.0);
    case Kind::OneMinus:
        return 1.0 - number;
    default:
        return number;
    }
}

/// "c_{t−1}" with its time as a true index.
QString withIndex(const std::string& text)
{
    QString name = QString::fromStdString(text);
    name.replace(QStringLiteral("_{t\u22121}"), QStringLiteral("\u209c\u208b\u2081"));
    return name.replace(QStringLiteral("_t"), QStringLiteral("\u209c"));
}

QString nodeNumber(double number)
{
    return QString::number(number, 'f', 2).replace(u'-', QChar(0x2212));
}

} // namespace

namespace {

/// Below a node there is room for its number.
double nodeHeight(double line, double lineHeight, const QRectF& place, double text)
{
    return place.top() + (line + 0.5) * lineHeight - text * 0.45;
}

} // namespace

/// Where and for which values a diagram is drawn. That of a cell that reads backward is mirrored.
struct CellDiagram::Drawing {
    QPainter& painter;
    QRectF place;
    const UnrolledRow& row;
    size_t step = 0;
    int unit = -1;
    double column = 0.0, line = 0.0, text = 0.0;

    bool isBackward() const { return row.trace->direction == 1; }
    /// That of the line between the cells.
    QColor stateColour(int quantity) const
    {
        int state = 0;
        for (size_t i = 0; i < std::min(size_t(quantity), row.trace->quantities.size()); ++i)
            state += row.trace->quantities[i].description.state ? 1 : 0;
        return Theme::instance().series(state);
    }
    QPointF centre(const Node& node) const
    {
        const double across = (double(node.column) + 0.5) * column;
        return {isBackward() ? place.right() - across : place.left() + across,
                nodeHeight(node.line, line, place, text)};
    }
};

CellDiagram::CellDiagram(const core::Trace& trace) : m_operations(&trace.cell)
{
    if (m_operations->empty())
        return;
    addNodes();
    placeColumns();
    placeLines();
}

/// The new value of each state leads to the right edge.
void CellDiagram::addNodes()
{
    for (const core::TraceOperation& each : *m_operations)
        m_nodes.push_back({{each.operands.begin(), each.operands.end()}, {}});
    const size_t count = m_nodes.size();
    for (size_t state = 0; state < count; ++state)
        for (size_t next = 0; next < count && operation(state).kind == Kind::State; ++next)
            if (operation(next).kind != Kind::State
                && operation(next).quantity == operation(state).quantity)
                m_nodes.push_back({{next}, {}});
    for (size_t node = 0; node < m_nodes.size(); ++node)
        for (const size_t read : m_nodes[node].operands)
            m_nodes[read].readers.push_back(node);
}

/// Behind all operands; what reads inputs alone stands right before its first reader.
void CellDiagram::placeColumns()
{
    const size_t count = m_operations->size();
    for (size_t node = 0; node < count; ++node)
        for (const size_t read : m_nodes[node].operands)
            m_nodes[node].column = std::max(m_nodes[node].column, m_nodes[read].column + 1);
    for (const Node& node : m_nodes)
        m_columns = std::max(m_columns, node.column + 1);
    for (size_t end = count; end < m_nodes.size(); ++end)
        m_nodes[end].column = m_columns;
    ++m_columns;
    for (size_t node = count; node-- > 0;) {
        Node& here = m_nodes[node];
        const bool fromInputs = std::all_of(here.operands.begin(), here.operands.end(),
                                            [&](size_t read) { return isSource(operation(read)); });
        if (isSource(operation(node)) || !fromInputs)
            continue;
        int first = m_columns;
        for (const size_t reader : here.readers)
            first = std::min(first, m_nodes[reader].column);
        here.column = std::max(here.column, first - 1);
    }
    std::vector<int> heights(size_t(m_columns), 0);
    for (const Node& node : m_nodes)
        ++heights[size_t(node.column)];
    m_lines = std::max(kFewestLines, *std::max_element(heights.begin(), heights.end()));
}

/// The last state above, the first one, which is the output, and the input below.
void CellDiagram::placeLines()
{
    const auto count = int(m_operations->size());
    int state = 0;
    for (int node = count - 1; node >= 0; --node)
        if (operation(size_t(node)).kind == Kind::State)
            m_nodes[size_t(node)].line = double(state++);
    for (int node = 0; node < count; ++node)
        if (operation(size_t(node)).kind == Kind::Input)
            m_nodes[size_t(node)].line = double(m_lines - 1);
    for (size_t end = size_t(count); end < m_nodes.size(); ++end)
        for (int node = 0; node < count; ++node)
            if (operation(size_t(node)).kind == Kind::State
                && operation(size_t(node)).quantity
                    == operation(m_nodes[end].operands.front()).quantity)
                m_nodes[end].line = m_nodes[size_t(node)].line;
    for (int node = 0; node < count; ++node)
        if (m_nodes[size_t(node)].column > 0)
            m_nodes[size_t(node)].line = double(node) * double(m_lines - 1) / double(count);
    for (int sweep = 0; sweep < kSweeps; ++sweep)
        for (int column = 1; column + 1 < m_columns; ++column)
            spread(sweep % 2 == 0 ? column : m_columns - 1 - column);
}

/// Each node of a column near the mean of its neighbours, at least a line from the next.
void CellDiagram::spread(int column)
{
    std::vector<std::pair<double, size_t>> wanted;
    for (size_t node = 0; node < m_operations->size(); ++node) {
        const Node& here = m_nodes[node];
        if (here.column != column)
            continue;
        double sum = 0.0, weights = 0.0;
        const auto join = [&](size_t other, double weight) {
            sum += weight * m_nodes[other].line;
            weights += weight;
        };
        for (const size_t read : here.operands) // A state runs as straight as it can.
            join(read,
                 operation(read).kind == Kind::State && !operation(node).weighted ? 3.0 : 0.5);
        for (const size_t reader : here.readers)
            join(reader, isOperation(reader) ? 1.0 : 3.0);
        wanted.emplace_back(weights > 0.0 ? sum / weights : here.line, node);
    }
    std::stable_sort(wanted.begin(), wanted.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (size_t i = 1; i < wanted.size(); ++i)
        wanted[i].first = std::max(wanted[i].first, wanted[i - 1].first + 1.0);
    double limit = double(m_lines - 1);
    for (size_t i = wanted.size(); i-- > 0; limit -= 1.0) {
        wanted[i].first = std::min(wanted[i].first, limit);
        limit = wanted[i].first;
        m_nodes[wanted[i].second].line = wanted[i].first;
    }
}

std::optional<double> CellDiagram::stateHeight(size_t quantity, const QRectF& place,
                                               double text) const
{
    for (size_t node = 0; node < m_nodes.size(); ++node)
        if (!isOperation(node)
            && operation(m_nodes[node].operands.front()).quantity == int(quantity))
            return nodeHeight(m_nodes[node].line, place.height() / double(m_lines), place, text);
    return std::nullopt;
}

bool CellDiagram::isGate(size_t node, const UnrolledRow& row) const
{
    const int quantity = operation(node).quantity;
    return !isSource(operation(node)) && quantity >= 0
        && size_t(quantity) < row.trace->quantities.size()
        && row.trace->quantities[size_t(quantity)].description.gate;
}

std::optional<double> CellDiagram::number(size_t node, const UnrolledRow& row, size_t step,
                                          int unit) const
{
    const core::TraceOperation& here = operation(node);
    if (here.quantity >= 0 && size_t(here.quantity) < row.trace->quantities.size()) {
        const core::TraceVectors& vectors = row.trace->quantities[size_t(here.quantity)].vectors;
        const bool before = here.kind == Kind::State;
        const bool isFirst
            = row.trace->direction == 1 ? step + 1 >= size_t(vectors.steps) : step == 0;
        if ((before && isFirst) || unit >= int(vectors.units))
            return std::nullopt;
        const size_t at = !before ? step : row.trace->direction == 1 ? step + 1 : step - 1;
        return unit < 0 ? meanValue(vectors, at)
                        : double(vectors.values[at * size_t(vectors.units) + size_t(unit)]);
    }
    const bool isReduced = row.trace->output.units < row.trace->features;
    if (isSource(here) || here.weighted || unit < 0 || isReduced)
        return std::nullopt;
    double result = here.kind == Kind::Product ? 1.0 : 0.0;
    for (const int read : here.operands) {
        const std::optional<double> value = number(size_t(read), row, step, unit);
        if (!value)
            return std::nullopt;
        result = here.kind == Kind::Product ? result * *value : result + *value;
    }
    return applied(here.kind, result);
}

QString CellDiagram::label(size_t node, const UnrolledRow& row) const
{
    const core::TraceOperation& here = operation(node);
    const bool isNamed = here.quantity >= 0 && size_t(here.quantity) < row.trace->quantities.size();
    if (isSource(here) || !isNamed)
        return withIndex(here.text);
    return withIndex(row.trace->quantities[size_t(here.quantity)].description.text);
}

void CellDiagram::draw(QPainter& painter, const QRectF& place, const UnrolledRow& row, size_t step,
                       int unit) const
{
    const Drawing drawing{painter,
                          place,
                          row,
                          step,
                          unit,
                          place.width() / double(m_columns),
                          place.height() / double(m_lines),
                          double(painter.fontMetrics().height())};
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    drawLines(drawing);
    for (size_t node = 0; node < m_nodes.size(); ++node)
        drawNode(drawing, node);
    painter.restore();
}

/// A line that only weights lead through is thin; a state that is carried is thick.
void CellDiagram::drawLines(const Drawing& drawing) const
{
    const Theme& theme = Theme::instance();
    for (size_t node = 0; node < m_nodes.size(); ++node)
        for (const size_t read : m_nodes[node].operands) {
            const bool weighted = isOperation(node) && operation(node).weighted;
            const bool carried
                = !isOperation(node) || (operation(read).kind == Kind::State && !weighted);
            drawing.painter.setPen(
                carried ? QPen(drawing.stateColour(operation(read).quantity), 2.5)
                        : QPen(blended(theme.text(), theme.base(), weighted ? 0.3 : 0.55), 1.2));
            const QPointF from = drawing.centre(m_nodes[read]), to = drawing.centre(m_nodes[node]);
            QPainterPath path(from);
            const double bend = std::min((to.x() - from.x()) / 2.0, drawing.column * 0.8);
            path.cubicTo({from.x() + bend, from.y()}, {to.x() - bend, to.y()}, to);
            drawing.painter.drawPath(path);
        }
}

/// The new value of a state leaves the cell.
void CellDiagram::drawEnd(const Drawing& drawing, size_t node) const
{
    const Theme& theme = Theme::instance();
    const QPointF centre = drawing.centre(m_nodes[node]);
    const bool isBackward = drawing.isBackward();
    const double edge = isBackward ? drawing.place.left() : drawing.place.right();
    const QPointF tip(edge + (isBackward ? 1.0 : -1.0), centre.y());
    const QPointF barb(isBackward ? 5.0 : -5.0, 4.0);
    drawing.painter.setPen(
        QPen(drawing.stateColour(operation(m_nodes[node].operands.front()).quantity), 2.5));
    drawing.painter.drawLine(centre, tip);
    drawing.painter.drawLine(tip, tip + barb);
    drawing.painter.drawLine(tip, tip + QPointF(barb.x(), -barb.y()));
    drawing.painter.setPen(theme.text());
    const QRectF name(std::min(centre.x(), tip.x()) - drawing.column, centre.y() + 3.0,
                      std::abs(tip.x() - centre.x()) + 2.0 * drawing.column, drawing.text);
    drawing.painter.drawText(name.adjusted(drawing.column + 2.0, 0.0, -drawing.column - 2.0, 0.0),
                             (isBackward ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignTop
                                 | Qt::TextDontClip,
                             label(m_nodes[node].operands.front(), drawing.row));
}

/// How far a gate is open: as a level in the gate itself, as an opening in the product that it
/// controls.
void CellDiagram::drawValve(const Drawing& drawing, size_t node, const QRectF& box) const
{
    const Theme& theme = Theme::instance();
    int gate = 0;
    for (size_t other = 0; other < m_operations->size(); ++other) {
        if (!isGate(other, drawing.row))
            continue;
        const QColor colour = blended(theme.series(kFirstGateColour + gate++), theme.base(), 0.45);
        const auto& read = m_nodes[node].operands;
        const bool controls = operation(node).kind == Kind::Product
            && std::find(read.begin(), read.end(), other) != read.end();
        if (!controls && other != node)
            continue;
        const double open = std::clamp(
            number(other, drawing.row, drawing.step, drawing.unit).value_or(0.0), 0.0, 1.0);
        const double height = (box.height() - 2.0) * open;
        const double top = controls ? box.center().y() - height / 2.0 : box.bottom() - 1.0 - height;
        drawing.painter.fillRect(QRectF(box.left() + 2.0, top, box.width() - 4.0, height), colour);
    }
}

void CellDiagram::drawNode(const Drawing& drawing, size_t node) const
{
    if (!isOperation(node))
        return drawEnd(drawing, node);
    const Theme& theme = Theme::instance();
    QPainter& painter = drawing.painter;
    const core::TraceOperation& here = operation(node);
    const bool isDot = here.kind == Kind::Product || here.kind == Kind::Sum;
    const QString text = isDot ? withIndex(here.text) : label(node, drawing.row);
    const QPointF centre = drawing.centre(m_nodes[node]);
    const double half = drawing.text * 0.62;
    const double width = std::max(half * 2.0, painter.fontMetrics().horizontalAdvance(text) + 6.0);
    const QRectF box(centre.x() - width / 2.0, centre.y() - half, width, 2.0 * half);
    painter.setPen(QPen(blended(theme.text(), theme.base(), 0.5), 1.0));
    painter.setBrush(theme.base());
    if (isSource(here))
        painter.fillRect(box, theme.base());
    else
        painter.drawRoundedRect(box, isDot ? half : 3.0, isDot ? half : 3.0);
    drawValve(drawing, node, box);
    painter.setPen(theme.text());
    painter.drawText(box, Qt::AlignCenter | Qt::TextDontClip, text);
    const std::optional<double> value = number(node, drawing.row, drawing.step, drawing.unit);
    if (!value)
        return;
    painter.setPen(theme.mutedText());
    painter.drawText(
        QRectF(centre.x() - drawing.column, box.bottom() - 1.0, 2.0 * drawing.column, drawing.text),
        Qt::AlignHCenter | Qt::AlignTop | Qt::TextDontClip, nodeNumber(*value));
}

} // namespace ui
