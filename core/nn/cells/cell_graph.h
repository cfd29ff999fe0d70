#pragma once

// The equations of recurrent cells as data: plain values, no LibTorch. Everything that is done with
// a cell follows from its graph: cell_equations.h computes it with LibTorch and lets a view look
// in.

#include "core/nn/kernels/recurrent_kernels.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// What a node of a cell's equations is. v, w stand for its operands.
enum class CellOperation {
    Input, ///< x_t, or P x_t of a parameter of its own where x_t is not as large as the state.
    InputProduct, ///< W x_t
    State, ///< h_{t-1}: what a state was after the step before.
    Product, ///< U v
    Parameter, ///< b: a vector, the same at every step.
    Part, ///< One block of v.
    Add, ///< v + w
    Multiply, ///< v ⊙ w
    OneMinus, ///< 1 - v
    Sigmoid, ///< σ(v)
    Tanh,
    Relu,
    Normalise, ///< (v - mean of v) / sqrt(variance of v + kCellEpsilon), over all blocks of v.
};

/// As torch.nn.LayerNorm's.
inline constexpr double kCellEpsilon = 1e-5;

/// How a parameter begins.
enum class CellInitial {
    Uniform, ///< Within ±1/sqrt(hidden size), as the parameters of torch.nn.LSTM.
    Zero,
    One
};

/// A parameter of one layer and direction: a matrix [blocks * hidden, columns] or a vector [blocks
/// * hidden]. Its name in a state_dict ends with "_l0", "_l0_reverse", "_l1" and so on.
struct CellParameter {
    std::string name; ///< "weight_ih"
    std::string symbol; ///< In equations: "W".
    std::vector<std::string> blocks; ///< Subscripts of its blocks: "i", "f", "g", "o".
    CellOperation use = CellOperation::Parameter; ///< The operation that reads it.
    CellInitial initial = CellInitial::Uniform;
};

/// Sizes of one layer of a cell.
struct CellSizes {
    int64_t input = 0; ///< Of x_t.
    int64_t hidden = 0;
    int64_t output = 0; ///< Of h; other than `hidden` only where a cell projects.

    bool projectsInput() const { return input != hidden; } ///< Of CellOperation::Input.
};

/// One node. Operands stand before it in the graph.
struct CellNode {
    CellOperation operation = CellOperation::State;
    int first = -1; ///< Operands, as places in the graph; -1: none.
    int second = -1;
    int64_t blocks = 1; ///< Its size in units of the hidden size.
    int parameter = -1; ///< That it reads, as a place among the graph's; -1: none.
    int block = 0; ///< Part: which of the operand's.
    int state = -1; ///< State: which.
    std::string name{}; ///< Where it is a quantity of its own: "i". Empty: it is not.
    std::string symbol{}; ///< As it is written, without its time: "i", "c̃".
};

/// A value of a cell that can be looked at, [hidden] of each sequence and token: something with a
/// name of its own ("i", "c", "h"), or a term of the equations ("W_i x_t", "h_{t−1}", "b_i").
struct CellQuantity {
    std::string name; ///< "i"; of a term its text.
    std::string text; ///< "i_t"; of a term as its name.
    int node = -1;
    int block = 0; ///< Which of the node's.
    bool term = false;
};

/// A piece of an equation's text. Where it stands for a quantity a view can put numbers.
struct EquationPart {
    std::string text; ///< "σ(", "W_i x_t", " + "
    int quantity = -1; ///< A place among the graph's quantities; -1: just text.
};

/// "i_t = σ(W_i x_t + U_i h_{t−1} + b_i)" of one quantity with a name.
struct CellEquation {
    int quantity = -1; ///< What it defines; also the first of its parts.
    std::vector<EquationPart> parts;

    std::string text() const;
};

class CellGraph;

/// A node while a graph is being written down: what operators and functions below take. Valid as
/// long as the graph stays where it is.
class CellValue {
public:
    CellValue(CellGraph* graph, int node) : m_graph(graph), m_node(node) { }
    /// The block of that name: of "weight_ih" x_t the rows of one gate.
    CellValue operator[](const std::string& block) const;
    CellGraph& graph() const { return *m_graph; }
    int node() const { return m_node; }

private:
    CellGraph* m_graph;
    int m_node;
};

CellValue operator+(CellValue left, CellValue right);
CellValue operator*(CellValue left, CellValue right); ///< Element by element.
CellValue oneMinus(CellValue value);
CellValue sigmoid(CellValue value);
CellValue tanh(CellValue value);
CellValue relu(CellValue value);
CellValue normalised(CellValue value);

/// The equations of one step of a cell. A file of its own for each cell writes them down once:
///
///     const CellGraph graph("RNN", [](CellGraph& cell) {
///         const CellValue h = cell.state("h");
///         cell.next("h", tanh(cell.input("weight_ih", "W", {""})
///                             + cell.product("weight_hh", "U", {""}, h)
///                             + cell.vector("bias", "b", {""})));
///     });
///
/// Parameters are named and shaped as PyTorch's where PyTorch has the cell. Their order, which is
/// that of these calls, is that of an optimiser's state in checkpoints: two calls that make one
/// each stand in statements of their own, since C++ lets a compiler take the operands of + in any
/// order.
class CellGraph {
public:
    using Blocks = std::vector<std::string>;

    /// @param title   "LSTM"
    /// @param write   calls what follows.
    /// @param kernel  computes a step of the same equations; none: their compiled program does.
    CellGraph(std::string title, const std::function<void(CellGraph&)>& write,
              std::optional<CellKind> kernel = {});

    // Writing it down.

    /// What a state was before the step. The first is "h", which the layer gives.
    CellValue state(const std::string& name, const std::string& symbol = "");
    CellValue input(const std::string& parameter, const std::string& symbol, const Blocks& blocks);
    /// x_t where a vector as large as the state is needed.
    CellValue inputItself(const std::string& parameter, const std::string& symbol);
    CellValue product(const std::string& parameter, const std::string& symbol, const Blocks& blocks,
                      CellValue value);
    /// A vector that every step adds, multiplies with or the like.
    CellValue vector(const std::string& parameter, const std::string& symbol, const Blocks& blocks,
                     CellInitial initial = CellInitial::Uniform);
    /// Gives a value of one block a name, under which it can be looked at.
    CellValue define(const std::string& name, CellValue value, const std::string& symbol = "");
    /// The same of what a state becomes.
    CellValue next(const std::string& state, CellValue value);
    CellValue add(CellNode node); ///< For the operators above.

    // Reading it.

    const std::string& title() const { return m_title; }
    const std::optional<CellKind>& kernel() const { return m_kernel; }
    const std::vector<CellNode>& nodes() const { return m_nodes; }
    const std::vector<CellParameter>& parameters() const { return m_parameters; }
    const Blocks& blocks(int node) const { return m_blocks[static_cast<size_t>(node)]; }
    size_t states() const { return m_states.size(); }
    const std::string& stateName(size_t state) const { return m_states[state].name; }
    /// The node that a state becomes. @pre next() was called for each.
    int nextState(size_t state) const { return m_states[state].next; }

    /// Shape of a parameter; empty where the sizes leave it out.
    std::vector<int64_t> shape(size_t parameter, const CellSizes& sizes) const;
    /// Multiplications of products a step of one sequence takes.
    int64_t multiplications(const CellSizes& sizes) const;

    /// Those with names, in the order in which they are computed, then the terms of the equations.
    const std::vector<CellQuantity>& quantities() const { return m_quantities; }
    /// The place of the one with this name; -1: there is none.
    int quantity(const std::string& name) const;
    /// Of every quantity with a name, in their order.
    const std::vector<CellEquation>& equations() const { return m_equations; }

private:
    struct StateSlot {
        std::string name, symbol;
        int next = -1;
    };
    friend class EquationWriter;

    int parameter(const CellParameter& parameter);

    std::string m_title;
    std::optional<CellKind> m_kernel;
    std::vector<CellNode> m_nodes;
    std::vector<Blocks> m_blocks; ///< Names of each node's.
    std::vector<CellParameter> m_parameters;
    std::vector<StateSlot> m_states;
    std::vector<CellQuantity> m_quantities;
    std::vector<CellEquation> m_equations;
};

/// The equations of torch.nn.RNN, LSTM and GRU, with PyTorch's parameters in PyTorch's order. A
/// kernel computes their steps.
///
/// Sources: Elman (1990); Hochreiter & Schmidhuber (1997) with forget gates (Gers et al., 2000);
/// Sak et al. (2014), arXiv:1402.1128 (projection); Cho et al. (2014), arXiv:1406.1078, in the
/// variant of cuDNN, which applies r after the product (GRU).
/// @param projected  an LSTM whose output is smaller than its cell.
const CellGraph& torchCell(CellKind cell, bool projected = false);

} // namespace core
