#pragma once

#include "core/probe/trace/trace_question.h"

#include <QRectF>

#include <memory>
#include <string>
#include <vector>

namespace ui {

inline constexpr int kFirstGateColour = 3; ///< Place in Theme::series(); more gates follow.

using ShownTrace = std::shared_ptr<const core::Trace>;

/// A vector of the network at one step of the text.
struct UnrolledCell {
    QRectF place; ///< Set by UnrolledLayout.
    double born = 0.0; ///< Beat at which it is computed.
};

/// The vectors of one layer, or of one layer and direction.
struct UnrolledRow {
    const core::TraceRow* trace = nullptr;
    const core::LayerSummary* layer = nullptr;
    bool isTarget = false;
    bool isStacked = false; ///< It is one of several recurrent layers above each other.
    size_t level = 0; ///< Rows of one level read the same input; their outputs are joined.
    std::vector<UnrolledCell> cells;

    bool isSteps() const { return layer->flow.kind == core::TokenFlow::Steps; }
    bool isChain() const { return layer->flow.kind == core::TokenFlow::Chain; }
    /// A vector beside the text: that of a class, or the last state of a source.
    bool isCondition() const { return layer->flow.kind == core::TokenFlow::Condition; }
    /// It stands before the text: a class.
    bool standsBefore() const { return isCondition() && layer->place != core::LayerPlace::Above; }
};

/// How one level reads what lies below.
struct UnrolledEdge {
    enum class Kind {
        Vertical, ///< Token by token.
        Residual, ///< Likewise, and it is added to the output.
        Window,
        Neighbours, ///< From the cell before, and from the one behind.
        Attention,
        Pool,
        Start, ///< One vector enters at the first step.
        Everywhere ///< One vector enters at every step.
    };
    Kind kind = Kind::Vertical;
    size_t from = 0, to = 0; ///< Rows.
    std::string group = {}; ///< Attention: that of its maps.
    int64_t attentionLayer = 0;
};

/// Mean over the units at a step.
double meanValue(const core::TraceVectors& vectors, size_t step);

/// The rows of a trace, their connections, and when each vector is computed: the timeline that
/// Unrolled plays. Made from the trace alone: a new kind of layer needs nothing here.
class UnrolledNetwork {
public:
    UnrolledNetwork() = default;
    explicit UnrolledNetwork(ShownTrace trace);

    const core::Trace& trace() const { return *m_trace; }
    bool isEmpty() const { return m_rows.empty(); }
    const std::vector<UnrolledRow>& rows() const { return m_rows; }
    const std::vector<UnrolledEdge>& edges() const { return m_edges; }
    size_t tokenCount(bool target) const;
    /// A vector of a class stands before the text.
    bool hasCellBefore() const;
    /// The weights with which the row `edge.to` attends to the row `edge.from`.
    /// @param head  -1: the mean of all. @return [cells of to * cells of from]; empty: unknown.
    std::vector<float> attentionWeights(const UnrolledEdge& edge, int head) const;

    // Beats.
    double predicted() const { return m_predicted; } ///< Everything is computed.
    bool hasLoss() const { return m_trace->verdict.loss.has_value(); }
    /// Without a loss that beat and the way back are left out.
    double lossBeat() const { return m_predicted + (hasLoss() ? 1.0 : 0.0); }
    double backwardEnd() const { return hasLoss() ? 2.0 * m_predicted + 2.0 : m_predicted; }
    /// The beat after which the change by the last update is shown, if one was recorded.
    double updateBeat() const { return backwardEnd() + 1.0; }
    double end() const { return m_trace->update ? updateBeat() : backwardEnd(); }
    /// When the gradient arrives at what was computed at `born`: the way back.
    double back(double born) const { return lossBeat() + 1.0 + m_predicted - born; }
    double outputBorn(size_t place) const; ///< predicted() at the latest.
    bool isActive(const UnrolledCell& cell, double beat) const; ///< The beat is about it.
    /// Grows with the beats at which a vector is computed or no longer the newest: between them the
    /// connections look the same.
    size_t eventsUntil(double beat) const;
    bool hasGradients() const { return m_hasGradients; } ///< They are computed.

protected:
    std::vector<UnrolledRow> m_rows;

private:
    void addRows(bool target);
    void addEdges();
    void addEdgesTo(size_t to, int64_t attentionLayer);
    UnrolledEdge edgeBetween(size_t from, size_t to, int64_t attentionLayer) const;
    void addSourceEdges(size_t to, int64_t attentionLayer);
    double scheduleSource(double begin);
    double scheduleTarget(double begin);

    ShownTrace m_trace;
    std::vector<UnrolledEdge> m_edges;
    double m_predicted = 1.0;
    bool m_hasGradients = false;
};

} // namespace ui
