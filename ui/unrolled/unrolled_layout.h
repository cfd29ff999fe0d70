#pragma once

#include "core/probe/trace/trace_question.h"

#include <QRectF>
#include <QSizeF>

#include <memory>
#include <string>
#include <vector>

namespace ui {

/// Share of the text's colour in lines and outlines of what is not computed yet.
inline constexpr double kUnrolledFaint = 0.18;

using ShownTrace = std::shared_ptr<const core::Trace>;

/// A vector of the network at one step of the text.
struct UnrolledCell {
    QRectF place;
    double born = 0.0; ///< Beat at which it is computed.
};

/// The vectors of one layer, or of one layer and direction, or the token labels below them.
struct UnrolledRow {
    const core::TraceRow* trace = nullptr;
    const core::LayerSummary* layer = nullptr;
    bool isTarget = false;
    size_t level = 0; ///< Rows of one level read the same input; what they give is joined.
    std::vector<UnrolledCell> cells;
    double largest = 1.0; ///< Largest absolute value, the end of the row's colours.
};

/// A line of a cell: a strip of values, or the bar of a gate.
struct UnrolledLine {
    const core::TraceQuantity* quantity = nullptr; ///< Null: the output of the layer.
    double top = 0.0, height = 0.0; ///< From the top of the cell.
    bool isBar = false;
};

/// How one level reads what lies below.
struct UnrolledEdge {
    enum class Kind { Vertical, Window, Attention, Pool, Start };
    Kind kind = Kind::Vertical;
    size_t from = 0, to = 0; ///< Rows.
    std::string group = {}; ///< Attention: that of its maps.
    int64_t attentionLayer = 0;
};

/// Mean over the units at a step.
double meanValue(const core::TraceVectors& vectors, size_t step);

/// Where everything stands and when it is computed: time runs to the right, depth upwards, the
/// target of a translation to the right of its source. Made from the trace alone: a new kind of
/// layer needs nothing here.
class UnrolledLayout {
public:
    /// Lengths in device-independent pixels; `zoom` scales all of them.
    struct Sizes {
        double column = 64.0, cell = 16.0, text = 16.0, gate = 6.0;
        /// Recurrent cells show each quantity with its equation, else states and gates alone.
        bool isOpen = false;
    };

    UnrolledLayout() = default;
    UnrolledLayout(ShownTrace trace, const Sizes& sizes);

    const core::Trace& trace() const { return *m_trace; }
    bool isEmpty() const { return m_rows.empty(); }
    const Sizes& sizes() const { return m_sizes; }
    const std::vector<UnrolledRow>& rows() const { return m_rows; }
    const std::vector<UnrolledEdge>& edges() const { return m_edges; }
    QSizeF size() const { return m_size; }
    std::vector<UnrolledLine> lines(const UnrolledRow& row) const; ///< From top to bottom.
    double fixedHeight() const; ///< Height of the texts, which Sizes::cell does not scale.
    QRectF token(bool target, size_t index) const; ///< Label of a token.
    /// Room for the likeliest outputs at a place of the last layer.
    QRectF outputs(size_t place) const;
    size_t outputPlaces() const { return m_trace->outputs.size(); }
    double outputBorn(size_t place) const;

    // Beats.
    double predicted() const { return m_predicted; } ///< Everything is computed.
    double lossBeat() const { return m_predicted + 1.0; }
    double backwardEnd() const { return m_backward ? 2.0 * m_predicted + 2.0 : lossBeat(); }
    /// The beat after which the change by the last update is shown, if one was recorded.
    double updateBeat() const { return backwardEnd() + 1.0; }
    double end() const { return m_trace->update ? updateBeat() : backwardEnd(); }
    /// When the gradient arrives at what was computed at `born`: the way back.
    double back(double born) const { return lossBeat() + 1.0 + m_predicted - born; }

    /// Columns of such a picture.
    static int columns(const core::Trace& trace);

private:
    void addRows(bool target);
    void addEdges();
    void place();
    double memoryTop() const;
    double placeSide(bool target, double above);
    void placeRow(UnrolledRow& row, double y) const;
    double gapBelow(size_t level, bool target) const;
    void schedule();
    double scheduleSource(double begin);
    double scheduleTarget(double begin);
    size_t tokenCount(bool target) const;
    double rowHeight(const UnrolledRow& row) const;

    ShownTrace m_trace;
    Sizes m_sizes;
    std::vector<UnrolledRow> m_rows;
    std::vector<UnrolledEdge> m_edges;
    QSizeF m_size;
    double m_sourceLeft = 0.0, m_targetLeft = 0.0, m_bottom = 0.0;
    double m_predicted = 1.0;
    bool m_backward = false;
};

} // namespace ui
