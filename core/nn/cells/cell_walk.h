#pragma once

#include "core/nn/cells/cell_graph.h"

#include <functional>
#include <span>
#include <vector>

namespace core {

/// Numbers of one layer's parameters in the graph's order, row by row; empty where the sizes need
/// none.
using CellNumbers = std::vector<std::vector<double>>;

/// The derivatives of a number L after a walk of T steps.
struct CellSlopes {
    using Vector = std::vector<double>;

    /// [0 ... T][state] with respect to the state after that step, by all ways that lead to L; 0:
    /// the initial states.
    std::vector<std::vector<Vector>> states;
    CellNumbers parameters; ///< Sums over all steps.
};

/// Walks over one sequence with one layer of a cell, in double precision and on plain numbers, and
/// back through time. It is made for small networks whose every number is shown: networks that are
/// trained compute with cell_layer.h or cell_equations.h.
class CellWalk {
public:
    using Vector = std::vector<double>;

    /// @param graph  outlives the walk. @param parameters  with the graph's shapes.
    /// @pre the sizes have no projection.
    CellWalk(const CellGraph& graph, const CellSizes& sizes, CellNumbers parameters);

    /// Forgets all steps. @param states  [state][hidden]; missing ones are zero.
    void start(std::vector<Vector> states = {});
    void step(std::span<const double> input); ///< One more step. @param input  [input]

    size_t steps() const { return m_steps.size(); }
    /// @param after  how many steps; 0: the initial state.
    const Vector& state(size_t state, size_t after) const;
    const CellNumbers& parameters() const { return m_parameters; }

    /// Receives what one step, from 0, adds to the derivatives of the parameters.
    using Part = std::function<void(size_t step, const CellNumbers& part)>;
    /// Walks back from the last step to the first.
    /// @param injected  [0 ... T] the derivative of L with respect to h after that step where L
    ///                  reads it directly; empty: it does not.
    CellSlopes backward(const std::vector<Vector>& injected, const Part& part = {}) const;

private:
    struct Step {
        Vector input;
        std::vector<Vector> values; ///< [node]
    };

    Vector valueOf(size_t place, const Step& step) const;
    /// Adds to the derivatives of the operands of a node. @param slopes  [node]
    void pull(size_t place, const Step& step, std::vector<Vector>& slopes, CellNumbers& part) const;
    std::vector<Vector> zeroStates() const;
    CellNumbers zeroParameters() const;

    const CellGraph& m_graph;
    CellSizes m_sizes;
    CellNumbers m_parameters;
    std::vector<Vector> m_initial; ///< [state]
    std::vector<Step> m_steps;
};

} // namespace core
