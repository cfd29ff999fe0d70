#include "ui/unrolled/unrolled_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

namespace {

constexpr double kUnrolledRowGap = 3.0; ///< Between rows of one level.
constexpr double kPooledColumns = 3.0; ///< Width of a vector of a whole text.
constexpr double kSideGap = 2.0; ///< Columns between source and target.
constexpr double kMargin = 8.0;
constexpr size_t kOutputLines = 3; ///< Likeliest outputs written above each token.
constexpr double kLinesAbove = double(kOutputLines) + 3.2; ///< With the loss and the legend.

bool isSteps(const UnrolledRow& row)
{
    return row.layer->flow.kind == core::TokenFlow::Steps;
}

bool isConditioned(const UnrolledRow& row)
{
    return row.layer->flow.kind == core::TokenFlow::Condition;
}

double largestValueOf(const core::TraceRow& row)
{
    double largest = 0.0;
    for (const float value : row.output.values)
        largest = std::max(largest, std::abs(double(value)));
    return largest > 0.0 ? largest : 1.0;
}

/// A row of scores of pairs has no vectors: it shows the outputs that were chosen.
size_t stepCount(const core::TraceRow& row, const core::LayerSummary& layer, size_t tokens)
{
    if (layer.flow.kind == core::TokenFlow::Chain)
        return tokens;
    return size_t(row.output.steps);
}

} // namespace

double meanValue(const core::TraceVectors& vectors, size_t step)
{
    double sum = 0.0;
    for (int64_t unit = 0; unit < vectors.units; ++unit)
        sum += double(vectors.values[step * size_t(vectors.units) + size_t(unit)]);
    return vectors.units > 0 ? sum / double(vectors.units) : 0.0;
}

UnrolledLayout::UnrolledLayout(ShownTrace trace, const Sizes& sizes)
    : m_trace(std::move(trace)), m_sizes(sizes)
{
    addRows(false);
    addRows(true);
    addEdges();
    schedule();
    place();
}

size_t UnrolledLayout::tokenCount(bool target) const
{
    return target ? m_trace->targetTokens.size() : m_trace->tokens.size();
}

int UnrolledLayout::columns(const core::Trace& trace)
{
    const auto both = trace.tokens.size() + trace.targetTokens.size();
    return int(both) + (trace.targetTokens.empty() ? 0 : int(kSideGap));
}

void UnrolledLayout::addRows(bool target)
{
    size_t level = 0;
    const core::TraceRow* before = nullptr;
    for (const core::TraceRow& each : m_trace->rows) {
        const core::LayerSummary& layer = m_trace->layers[size_t(each.layer)];
        if ((layer.side == core::LayerSide::Target) != target)
            continue;
        const bool sameStack
            = before != nullptr && before->layer == each.layer && before->depth == each.depth;
        const bool conditions = before != nullptr && layer.flow.kind == core::TokenFlow::Condition
            && m_trace->layers[size_t(before->layer)].flow.kind == layer.flow.kind;
        const bool joins = layer.place != core::LayerPlace::Above || conditions;
        if (before != nullptr && !sameStack && !joins)
            ++level;
        before = &each;
        UnrolledRow row{&each, &layer, target, level, {}, largestValueOf(each)};
        row.cells.resize(stepCount(each, layer, tokenCount(target)));
        if (!row.cells.empty())
            m_rows.push_back(std::move(row));
        m_backward = m_backward || !each.output.gradientNorms.empty();
    }
}

/// Each row reads the rows of the level below it; the first level reads the tokens.
void UnrolledLayout::addEdges()
{
    std::array<int64_t, 2> attention{}; // Layers with attention so far, by side.
    size_t memory = m_rows.size(); // The last row of the source with a vector for each token.
    std::vector<size_t> starts; // What the last state of the source becomes.
    for (size_t i = 0; i < m_rows.size(); ++i) {
        if (m_rows[i].isTarget)
            continue;
        if (isConditioned(m_rows[i]))
            starts.push_back(i);
        else if (m_rows[i].cells.size() == tokenCount(false))
            memory = i;
    }
    if (starts.empty())
        starts.push_back(memory);
    for (size_t to = 0; to < m_rows.size(); ++to) {
        const UnrolledRow& row = m_rows[to];
        const core::TokenFlow flow = row.layer->flow.kind;
        const bool ownAttention
            = flow == core::TokenFlow::Attention && (!row.isTarget || row.layer->flow.causal);
        const int64_t number
            = flow == core::TokenFlow::Attention ? attention[size_t(row.isTarget)]++ : 0;
        for (size_t from = 0; from < to; ++from) {
            const UnrolledRow& below = m_rows[from];
            if (below.isTarget != row.isTarget || below.level + 1 != row.level)
                continue;
            UnrolledEdge edge{UnrolledEdge::Kind::Vertical, from, to};
            if (flow == core::TokenFlow::Window && row.cells.size() > 1)
                edge.kind = UnrolledEdge::Kind::Window;
            else if (ownAttention && !isConditioned(below))
                edge = {UnrolledEdge::Kind::Attention, from, to,
                        row.isTarget ? "decoder" : "encoder", number};
            else if (isConditioned(below) || isConditioned(row))
                edge.kind = UnrolledEdge::Kind::Start;
            else if (row.cells.size() == 1 && below.cells.size() > 1)
                edge = {UnrolledEdge::Kind::Pool, from, to, "pooling", 0};
            m_edges.push_back(std::move(edge));
        }
        if (!row.isTarget || memory == m_rows.size())
            continue;
        if (row.layer->source == core::SourceUse::Attention)
            m_edges.push_back({UnrolledEdge::Kind::Attention, memory, to, "cross", number});
        else if (row.layer->source == core::SourceUse::Start)
            for (const size_t start : starts)
                m_edges.push_back({UnrolledEdge::Kind::Start, start, to});
    }
}

/// A strip for each state, then a bar for each gate; in an open cell a strip for each quantity.
std::vector<UnrolledLine> UnrolledLayout::lines(const UnrolledRow& row) const
{
    std::vector<UnrolledLine> all;
    double top = 0.0;
    const auto add = [&](const core::TraceQuantity* quantity, double height, bool isBar) {
        all.push_back({quantity, top, height, isBar});
        top += height;
    };
    if (m_sizes.isOpen)
        for (const core::TraceQuantity& each : row.trace->quantities)
            add(&each, m_sizes.cell, false);
    for (const core::TraceQuantity& each : row.trace->quantities)
        if (!m_sizes.isOpen && each.description.state)
            add(&each, m_sizes.cell, false);
    for (const core::TraceQuantity& each : row.trace->quantities)
        if (!m_sizes.isOpen && each.description.gate)
            add(&each, m_sizes.gate, true);
    if (all.empty())
        add(nullptr, m_sizes.cell, false);
    return all;
}

double UnrolledLayout::rowHeight(const UnrolledRow& row) const
{
    if (row.layer->flow.kind == core::TokenFlow::Chain && m_trace->chain)
        return double(m_trace->chain->tags.size()) * std::max(m_sizes.cell, m_sizes.text * 1.1);
    const UnrolledLine last = lines(row).back();
    return last.top + last.height;
}

double UnrolledLayout::gapBelow(size_t level, bool target) const
{
    double gap = m_sizes.cell * 1.1;
    for (const UnrolledEdge& edge : m_edges) {
        const UnrolledRow& to = m_rows[edge.to];
        if (to.isTarget != target || to.level != level)
            continue;
        switch (edge.kind) {
        case UnrolledEdge::Kind::Attention:
            gap = std::max(gap, edge.group == "cross" ? m_sizes.cell * 2.0 : m_sizes.cell * 4.0);
            break;
        case UnrolledEdge::Kind::Window:
        case UnrolledEdge::Kind::Pool:
            gap = std::max(gap, m_sizes.cell * 2.2);
            break;
        default:
            break;
        }
    }
    return gap;
}

/// Upwards from 0, then all of it below the room for the outputs.
void UnrolledLayout::place()
{
    const auto entersLeft = [](const UnrolledRow& row) {
        return isConditioned(row) && row.layer->place != core::LayerPlace::Above;
    };
    const bool left = std::any_of(m_rows.begin(), m_rows.end(), entersLeft);
    m_sourceLeft = kMargin + (left ? m_sizes.column : 0.0);
    m_targetLeft = m_sourceLeft + m_sizes.column * (double(m_trace->tokens.size()) + kSideGap);
    const double source = placeSide(false, 0.0);
    const double target = placeSide(true, memoryTop());
    m_bottom = kMargin + m_sizes.text * kLinesAbove - std::min(source, target);
    double right = token(false, m_trace->tokens.size()).left();
    for (UnrolledRow& row : m_rows)
        for (UnrolledCell& cell : row.cells) {
            cell.place.translate(0.0, m_bottom);
            right = std::max(right, cell.place.right());
        }
    m_size = {right + kMargin, m_bottom + m_sizes.text * 1.6 + kMargin};
}

double UnrolledLayout::fixedHeight() const
{
    return 2.0 * kMargin + m_sizes.text * (kLinesAbove + 1.6);
}

/// Top of what the target attends to; 0: nothing.
double UnrolledLayout::memoryTop() const
{
    for (const UnrolledEdge& edge : m_edges)
        if (edge.group == "cross")
            return m_rows[edge.from].cells.front().place.top();
    return 0.0;
}

/// @param above  where rows that attend to the source must stand above; 0: anywhere.
/// @return the top of the side.
double UnrolledLayout::placeSide(bool target, double above)
{
    double y = 0.0;
    size_t level = SIZE_MAX;
    for (size_t i = 0; i < m_rows.size(); ++i) {
        UnrolledRow& row = m_rows[i];
        if (row.isTarget != target)
            continue;
        if (row.level != level)
            y -= gapBelow(row.level, target);
        level = row.level;
        if (row.layer->source == core::SourceUse::Attention)
            y = std::min(y, above - m_sizes.cell);
        y -= isConditioned(row) ? m_sizes.cell : rowHeight(row);
        placeRow(row, y);
        y -= kUnrolledRowGap;
    }
    return y;
}

void UnrolledLayout::placeRow(UnrolledRow& row, double y) const
{
    const bool isChain = row.layer->flow.kind == core::TokenFlow::Chain; // Lines between tags.
    const double column = m_sizes.column, inset = column * (isChain ? 0.14 : 0.07);
    const double left = row.isTarget ? m_targetLeft : m_sourceLeft;
    const double whole = column * double(tokenCount(row.isTarget));
    const core::LayerFlow& flow = row.layer->flow;
    for (size_t i = 0; i < row.cells.size(); ++i) {
        double x = left + column * double(i), width = column, height = rowHeight(row);
        if (isConditioned(row)) { // Beside the text: before it, or between source and target.
            x = row.layer->place == core::LayerPlace::Above ? left + whole : left - column;
            height = m_sizes.cell / double(row.cells.size());
        } else if (row.cells.size() == 1 && tokenCount(row.isTarget) > 1) {
            width = std::min(whole, column * kPooledColumns);
            x = left + (whole - width) / 2.0;
        } else if (flow.kind == core::TokenFlow::Window && !flow.causal) {
            x += column * double(flow.width - 1) / 2.0;
        }
        const double top = isConditioned(row) ? y + height * double(i) : y;
        row.cells[i].place = {x + inset, top, width - 2.0 * inset, height};
    }
}

QRectF UnrolledLayout::token(bool target, size_t index) const
{
    return {(target ? m_targetLeft : m_sourceLeft) + m_sizes.column * double(index), m_bottom,
            m_sizes.column, m_sizes.text * 1.6};
}

QRectF UnrolledLayout::outputs(size_t place) const
{
    const UnrolledRow& last = m_rows.back();
    const QRectF cell = last.cells[std::min(place, last.cells.size() - 1)].place;
    const double height = m_sizes.text * double(kOutputLines);
    return {cell.left(), cell.top() - height - m_sizes.text * 0.4, cell.width(), height};
}

double UnrolledLayout::outputBorn(size_t place) const
{
    const UnrolledRow& last = m_rows.back();
    return last.cells[std::min(place, last.cells.size() - 1)].born + 0.5;
}

void UnrolledLayout::schedule()
{
    double beat = scheduleSource(1.0);
    if (!m_trace->targetTokens.empty())
        beat = scheduleTarget(beat);
    m_predicted = beat;
}

/// One level after the other: a step a beat where a state is carried, both directions at once.
double UnrolledLayout::scheduleSource(double begin)
{
    double beat = begin;
    size_t level = SIZE_MAX;
    double longest = 0.0;
    for (UnrolledRow& row : m_rows) {
        if (row.isTarget)
            continue;
        if (row.level != level)
            beat += longest;
        longest = row.level != level ? 0.0 : longest;
        level = row.level;
        const size_t count = row.cells.size();
        const bool stepwise = isSteps(row) || row.layer->flow.kind == core::TokenFlow::Window;
        for (size_t i = 0; i < count; ++i)
            row.cells[i].born = beat
                + (!stepwise                       ? 0.0
                       : row.trace->direction == 1 ? double(count - 1 - i)
                                                   : double(i));
        longest = std::max(longest, stepwise ? double(count) : 1.0);
    }
    return beat + longest;
}

/// One column after the other: a token is written before the next one is read.
double UnrolledLayout::scheduleTarget(double begin)
{
    size_t levels = 1;
    for (const UnrolledRow& row : m_rows)
        if (row.isTarget)
            levels = std::max(levels, row.level + 1);
    double end = begin;
    for (UnrolledRow& row : m_rows) {
        if (!row.isTarget)
            continue;
        for (size_t i = 0; i < row.cells.size(); ++i) {
            row.cells[i].born = begin + double(i) + double(row.level) / double(levels);
            end = std::max(end, begin + double(i) + 1.0);
        }
    }
    return end;
}

} // namespace ui
