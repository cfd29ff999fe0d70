#include "ui/unrolled/unrolled_network.h"

#include <algorithm>
#include <array>

namespace ui {

namespace {

/// A row of scores of pairs has no vectors: it shows the outputs that were chosen.
size_t stepCount(const core::TraceRow& row, const core::LayerSummary& layer, size_t tokens)
{
    return layer.flow.kind == core::TokenFlow::Chain ? tokens : size_t(row.output.steps);
}

} // namespace

double meanValue(const core::TraceVectors& vectors, size_t step)
{
    double sum = 0.0;
    for (int64_t unit = 0; unit < vectors.units; ++unit)
        sum += double(vectors.values[step * size_t(vectors.units) + size_t(unit)]);
    return vectors.units > 0 ? sum / double(vectors.units) : 0.0;
}

UnrolledNetwork::UnrolledNetwork(ShownTrace trace) : m_trace(std::move(trace))
{
    addRows(false);
    addRows(true);
    addEdges();
    m_predicted = scheduleSource(1.0);
    if (!m_trace->targetTokens.empty())
        m_predicted = scheduleTarget(m_predicted);
}

size_t UnrolledNetwork::tokenCount(bool target) const
{
    return target ? m_trace->targetTokens.size() : m_trace->tokens.size();
}

bool UnrolledNetwork::hasCellBefore() const
{
    return std::any_of(m_rows.begin(), m_rows.end(),
                       [](const UnrolledRow& row) { return row.standsBefore(); });
}

void UnrolledNetwork::addRows(bool target)
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
        const bool isStacked
            = std::any_of(m_trace->rows.begin(), m_trace->rows.end(), [&](const auto& other) {
                  return other.layer == each.layer && other.depth > 0;
              });
        UnrolledRow row{&each, &layer, target, isStacked, level, {}};
        row.cells.resize(stepCount(each, layer, tokenCount(target)));
        if (!row.cells.empty())
            m_rows.push_back(std::move(row));
        m_hasGradients = m_hasGradients || !each.output.gradientNorms.empty();
    }
}

/// Each row reads the rows of the level below it; the first level reads the tokens.
void UnrolledNetwork::addEdges()
{
    std::array<int64_t, 2> attention{}; // Layers with attention so far, by side.
    for (size_t to = 0; to < m_rows.size(); ++to) {
        const bool attends = m_rows[to].layer->flow.kind == core::TokenFlow::Attention;
        const int64_t number = attends ? attention[size_t(m_rows[to].isTarget)]++ : 0;
        addEdgesTo(to, number);
        if (m_rows[to].isTarget)
            addSourceEdges(to, number);
    }
}

void UnrolledNetwork::addEdgesTo(size_t to, int64_t attentionLayer)
{
    const UnrolledRow& row = m_rows[to];
    const bool isInitial
        = row.isCondition() && row.layer->place == core::LayerPlace::Beside; // Of its own level.
    for (size_t other = 0; other < m_rows.size(); ++other) {
        const UnrolledRow& below = m_rows[other];
        if (below.isTarget != row.isTarget)
            continue;
        if (isInitial && below.level == row.level && below.isSteps())
            m_edges.push_back({UnrolledEdge::Kind::Start, to, other});
        const bool begins = below.isCondition() && below.layer->place == core::LayerPlace::Beside;
        const bool apart = row.layer->flow.directionsApart && below.isSteps()
            && below.trace->direction != row.trace->direction;
        // A layer that reads all below it reads what the lowest one of its stack does.
        const size_t lowest = row.level - (row.layer->flow.dense ? size_t(row.trace->depth) : 0);
        const bool reads = below.level < row.level && below.level + 1 >= lowest;
        if (other >= to || isInitial || begins || apart || !reads)
            continue;
        const bool isBottom = row.isStacked && row.trace->depth == 0; // Its input has another size.
        if (row.layer->flow.residual && !below.isCondition() && !isBottom)
            m_edges.push_back({UnrolledEdge::Kind::Residual, other, to});
        m_edges.push_back(edgeBetween(other, to, attentionLayer));
    }
}

UnrolledEdge UnrolledNetwork::edgeBetween(size_t from, size_t to, int64_t attentionLayer) const
{
    const UnrolledRow &row = m_rows[to], &below = m_rows[from];
    const core::LayerFlow& flow = row.layer->flow;
    if (below.isCondition() || row.isCondition())
        return {below.layer->flow.everyToken ? UnrolledEdge::Kind::Everywhere
                                             : UnrolledEdge::Kind::Start,
                from, to};
    if (flow.kind == core::TokenFlow::Window && row.cells.size() > 1)
        return {UnrolledEdge::Kind::Window, from, to};
    if (flow.kind == core::TokenFlow::Attention && (!row.isTarget || flow.causal))
        return {UnrolledEdge::Kind::Attention, from, to, row.isTarget ? "decoder" : "encoder",
                attentionLayer};
    if (flow.kind == core::TokenFlow::Neighbours)
        return {UnrolledEdge::Kind::Neighbours, from, to};
    if (row.cells.size() == 1 && below.cells.size() > 1)
        return {UnrolledEdge::Kind::Pool, from, to, "pooling", 0};
    return {UnrolledEdge::Kind::Vertical, from, to};
}

/// How a layer of the target side uses the source.
void UnrolledNetwork::addSourceEdges(size_t to, int64_t attentionLayer)
{
    size_t memory = m_rows.size(); // The last row of the source with a vector for each token.
    std::vector<size_t> starts; // The vectors that the last state of the source becomes.
    for (size_t i = 0; i < m_rows.size(); ++i) {
        if (m_rows[i].isTarget)
            continue;
        if (m_rows[i].isCondition())
            starts.push_back(i);
        else if (m_rows[i].cells.size() == tokenCount(false))
            memory = i;
    }
    if (memory == m_rows.size())
        return;
    if (starts.empty())
        starts.push_back(memory);
    if (m_rows[to].layer->source == core::SourceUse::Attention)
        m_edges.push_back({UnrolledEdge::Kind::Attention, memory, to, "cross", attentionLayer});
    else if (m_rows[to].layer->source == core::SourceUse::Start)
        for (const size_t start : starts)
            m_edges.push_back({UnrolledEdge::Kind::Start, start, to});
}

std::vector<float> UnrolledNetwork::attentionWeights(const UnrolledEdge& edge, int head) const
{
    const size_t rows = m_rows[edge.to].cells.size(), columns = m_rows[edge.from].cells.size();
    std::vector<float> sum(rows * columns);
    int heads = 0;
    for (const core::AttentionMap& map : m_trace->attention) {
        if (map.group != edge.group || map.layer != edge.attentionLayer
            || (head >= 0 && map.head != head))
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

bool UnrolledNetwork::isActive(const UnrolledCell& cell, double beat) const
{
    const double at = beat <= lossBeat() || !hasLoss() ? cell.born : back(cell.born);
    return at <= beat && beat < at + 1.0;
}

double UnrolledNetwork::outputBorn(size_t place) const
{
    const UnrolledRow& last = m_rows.back();
    return std::min(last.cells[std::min(place, last.cells.size() - 1)].born + 0.5, m_predicted);
}

size_t UnrolledNetwork::eventsUntil(double beat) const
{
    size_t events = beat >= m_predicted ? 1 : 0;
    for (const UnrolledRow& row : m_rows)
        for (const UnrolledCell& cell : row.cells)
            events += size_t(cell.born <= beat) + size_t(cell.born + 1.0 <= beat);
    return events;
}

/// One level after the other: a step a beat where a state is carried, both directions at once. A
/// class is there from the first beat.
double UnrolledNetwork::scheduleSource(double begin)
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
        const bool stepwise = row.isSteps() || row.layer->flow.kind == core::TokenFlow::Window;
        for (size_t i = 0; i < count; ++i) {
            const size_t place = row.trace->direction == 1 ? count - 1 - i : i;
            row.cells[i].born
                = row.standsBefore() ? begin : beat + (stepwise ? double(place) : 0.0);
        }
        longest = std::max(longest, stepwise ? double(count) : 1.0);
    }
    return beat + longest;
}

/// One column after the other: a token is written before the next one is read.
double UnrolledNetwork::scheduleTarget(double begin)
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
