#pragma once

#include "ui/unrolled/unrolled_network.h"

#include <optional>
#include <vector>

class QPainter;
class QPointF;

namespace ui {

/// The step of a recurrent cell as a small graph, from its equations: the input and the former
/// states at the left, the new states at the right, sums and products as dots. A gate is a valve:
/// the product that reads it is as open as its value.
class CellDiagram {
public:
    CellDiagram() = default;
    explicit CellDiagram(const core::Trace& trace); ///< @pre it outlives the diagram.

    bool isEmpty() const { return m_nodes.empty(); }
    int lines() const { return m_lines; } ///< Nodes above one another, at most.
    int columns() const { return m_columns; } ///< Nodes beside one another, at most.
    /// @param unit  the one that the numbers belong to; -1: they are the means of all units.
    void draw(QPainter& painter, const QRectF& place, const UnrolledRow& row, size_t step,
              int unit) const;
    /// Where the line of a state leaves the cell. None: it is no state.
    /// @param place  as in draw(). @param text  height of the text.
    std::optional<double> stateHeight(size_t quantity, const QRectF& place, double text) const;
    /// The value that an operation has at a step. None where it depends on more than this unit.
    std::optional<double> number(size_t operation, const UnrolledRow& row, size_t step,
                                 int unit) const;

private:
    /// An operation, or the end of the line of a state.
    struct Node {
        std::vector<size_t> operands, readers;
        int column = 0;
        double line = 0.0; ///< From the top.
        bool isFixed = false;
    };
    struct Drawing;

    void addNodes();
    void placeColumns();
    void placeLines();
    void spread(int column);
    const core::TraceOperation& operation(size_t node) const { return (*m_operations)[node]; }
    bool isOperation(size_t node) const { return node < m_operations->size(); }
    bool isGate(size_t node, const UnrolledRow& row) const;
    void drawLines(const Drawing& drawing) const;
    void drawNode(const Drawing& drawing, size_t node) const;
    void drawEnd(const Drawing& drawing, size_t node) const;
    void drawValve(const Drawing& drawing, size_t node, const QRectF& box) const;
    QString label(size_t node, const UnrolledRow& row) const;

    const std::vector<core::TraceOperation>* m_operations = nullptr;
    std::vector<Node> m_nodes; ///< The operations, then the ends of the states.
    int m_lines = 0, m_columns = 0;
};

} // namespace ui
