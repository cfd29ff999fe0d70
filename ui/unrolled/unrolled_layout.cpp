#include "ui/unrolled/unrolled_layout.h"

#include <algorithm>

namespace ui {

namespace {

constexpr double kUnrolledRowGap = 3.0; ///< Between rows of one level.
constexpr double kPooledColumns = 3.0; ///< Width of a vector of a whole text.
constexpr double kPooledText = 10.0; ///< Likewise at least, by the height of the text.
constexpr double kSideGap = 1.5; ///< Columns between source and target.
constexpr double kLinesAbove = 3.2; ///< The loss and the legend, above the outputs.
constexpr double kLinesBelow = 1.6; ///< The tokens.
constexpr double kDiagramLine = 2.4; ///< Height of a node with its number, by that of the text.
constexpr double kDiagramColumn = 3.0; ///< Width of a node, by the height of the text.
constexpr double kSmallestOpenColumn = 18.0; ///< By the height of the text.

} // namespace

UnrolledLayout::UnrolledLayout(ShownTrace trace, const Sizes& sizes)
    : UnrolledNetwork(std::move(trace)), m_diagram(this->trace())
{
    setSizes(sizes);
}

double UnrolledLayout::columns() const
{
    const auto both = double(tokenCount(false) + tokenCount(true));
    return both + (tokenCount(true) > 0 ? kSideGap : 0.0) + (hasCellBefore() ? 1.0 : 0.0);
}

double UnrolledLayout::openColumn(double text) const
{
    return text * std::max(kSmallestOpenColumn, kDiagramColumn * double(m_diagram.columns()));
}

/// A strip for each state, then a bar for each gate; in an open cell a strip for each quantity.
std::vector<UnrolledLine> UnrolledLayout::lines(const UnrolledRow& row, const Sizes& sizes) const
{
    std::vector<UnrolledLine> all;
    double top = diagramHeight(row, sizes);
    const auto add = [&](const core::TraceQuantity* quantity, double height, bool isBar) {
        all.push_back({quantity, top, height, isBar});
        top += height;
    };
    if (sizes.isOpen)
        for (const core::TraceQuantity& each : row.trace->quantities)
            add(&each, sizes.cell, false);
    for (const core::TraceQuantity& each : row.trace->quantities)
        if (!sizes.isOpen && each.description.state)
            add(&each, sizes.cell, false);
    for (const core::TraceQuantity& each : row.trace->quantities)
        if (!sizes.isOpen && each.description.gate)
            add(&each, sizes.gate, true);
    if (all.empty())
        add(nullptr, sizes.cell, false);
    return all;
}

std::vector<UnrolledLine> UnrolledLayout::lines(const UnrolledRow& row) const
{
    return lines(row, m_sizes);
}

double UnrolledLayout::diagramHeight(const UnrolledRow& row, const Sizes& sizes) const
{
    return sizes.isOpen && !row.trace->quantities.empty() && !m_diagram.isEmpty()
        ? kDiagramLine * sizes.text * double(m_diagram.lines())
        : 0.0;
}

QRectF UnrolledLayout::diagramPlace(const UnrolledRow& row, size_t step) const
{
    QRectF place = row.cells[step].place;
    place.setHeight(diagramHeight(row, m_sizes));
    return place;
}

double UnrolledLayout::rowHeight(const UnrolledRow& row, const Sizes& sizes) const
{
    if (row.isCondition())
        return sizes.cell;
    if (row.isChain() && trace().chain)
        return double(trace().chain->tags.size()) * std::max(sizes.cell, sizes.text * 1.1);
    const UnrolledLine last = lines(row, sizes).back();
    return last.top + last.height;
}

double UnrolledLayout::gapBelow(size_t level, bool target, const Sizes& sizes) const
{
    double cells = 1.1;
    for (const UnrolledEdge& edge : edges()) {
        const UnrolledRow& to = rows()[edge.to];
        if (to.isTarget != target || to.level != level)
            continue;
        switch (edge.kind) {
        case UnrolledEdge::Kind::Attention:
            cells = std::max(cells, edge.group == "cross" ? 2.0 : 4.0);
            break;
        case UnrolledEdge::Kind::Window:
        case UnrolledEdge::Kind::Pool:
        case UnrolledEdge::Kind::Everywhere:
            cells = std::max(cells, 2.2);
            break;
        default:
            break;
        }
    }
    return cells * sizes.cell * sizes.spread;
}

/// The top of each row, upwards from 0.
std::vector<double> UnrolledLayout::tops(const Sizes& sizes) const
{
    std::vector<double> all(rows().size());
    placeSide(false, 0.0, sizes, all);
    double memory = 0.0; // Top of what the target attends to.
    for (const UnrolledEdge& edge : edges())
        if (edge.group == "cross")
            memory = all[edge.from];
    placeSide(true, memory, sizes, all);
    return all;
}

/// @param above  where rows that attend to the source must stand above; 0: anywhere.
void UnrolledLayout::placeSide(bool target, double above, const Sizes& sizes,
                               std::vector<double>& tops) const
{
    double y = 0.0;
    size_t level = SIZE_MAX;
    for (size_t i = 0; i < rows().size(); ++i) {
        const UnrolledRow& row = rows()[i];
        if (row.isTarget != target)
            continue;
        if (row.level == level && row.standsBefore()) { // Beside the row that it meets.
            tops[i] = y + kUnrolledRowGap;
            continue;
        }
        if (row.level != level)
            y -= gapBelow(row.level, target, sizes);
        level = row.level;
        if (row.layer->source == core::SourceUse::Attention)
            y = std::min(y, above - sizes.cell);
        y -= rowHeight(row, sizes);
        tops[i] = y;
        y -= kUnrolledRowGap;
    }
}

double UnrolledLayout::heightWith(const Sizes& sizes) const
{
    const std::vector<double> all = tops(sizes);
    const double highest = all.empty() ? 0.0 : *std::min_element(all.begin(), all.end());
    return 2.0 * kMargin + sizes.text * (kLinesAbove + outputLines(sizes) + kLinesBelow) - highest;
}

void UnrolledLayout::setSizes(const Sizes& sizes)
{
    m_sizes = sizes;
    m_sourceLeft = kMargin + (hasCellBefore() ? sizes.column : 0.0);
    m_targetLeft = m_sourceLeft + sizes.column * (double(tokenCount(false)) + kSideGap);
    const double height = heightWith(sizes);
    m_bottom = height - kMargin - sizes.text * kLinesBelow;
    double right = token(false, tokenCount(false)).left();
    const std::vector<double> all = tops(sizes);
    for (size_t i = 0; i < m_rows.size(); ++i) {
        placeRow(m_rows[i], m_bottom + all[i]);
        for (const UnrolledCell& cell : m_rows[i].cells)
            right = std::max(right, cell.place.right());
    }
    m_size = {right + kMargin, height};
}

void UnrolledLayout::placeRow(UnrolledRow& row, double y) const
{
    const double column = m_sizes.column;
    const double inset = column * (row.isChain() ? 0.14 : 0.07); // Lines between tags.
    const double left = row.isTarget ? m_targetLeft : m_sourceLeft;
    const double whole = column * double(tokenCount(row.isTarget));
    const core::LayerFlow& flow = row.layer->flow;
    for (size_t i = 0; i < row.cells.size(); ++i) {
        double x = left + column * double(i), width = column;
        double top = y, height = rowHeight(row, m_sizes);
        if (row.isCondition()) { // Before the text, or between source and target.
            x = row.standsBefore() ? left - column : left + whole;
            height /= double(row.cells.size());
            top += height * double(i);
        } else if (row.cells.size() == 1 && tokenCount(row.isTarget) > 1) {
            width = std::min(whole, std::max(column * kPooledColumns, m_sizes.text * kPooledText));
            x = left + (whole - width) / 2.0;
        } else if (flow.kind == core::TokenFlow::Window && !flow.causal) {
            x += column * double(flow.width - 1) / 2.0;
        }
        row.cells[i].place = {x + inset, top, width - 2.0 * inset, height};
    }
}

QRectF UnrolledLayout::token(bool target, size_t index) const
{
    return {(target ? m_targetLeft : m_sourceLeft) + m_sizes.column * double(index), m_bottom,
            m_sizes.column, m_sizes.text * kLinesBelow};
}

QRectF UnrolledLayout::outputs(size_t place) const
{
    const UnrolledRow& last = rows().back();
    const QRectF cell = last.cells[std::min(place, last.cells.size() - 1)].place;
    const double height = m_sizes.text * outputLines(m_sizes);
    const double beside = std::max((m_sizes.column - cell.width()) / 2.0 - 1.0, 0.0);
    return {cell.left() - beside, cell.top() - height - m_sizes.text * 0.4,
            cell.width() + 2.0 * beside, height};
}

/// The tags of a CRF stand in their row already.
double UnrolledLayout::outputLines(const Sizes& sizes) const
{
    return trace().chain ? 0.0 : sizes.outputs;
}

} // namespace ui
