#pragma once

// The equations of recurrent cells as data: plain values, no LibTorch. Everything else about a cell
// is derived from its graph: cell_equations.h, for example, computes it with LibTorch and lets a
// view inspect it.

#include "core/nn/kernels/recurrent_kernels.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// The connections between the layers of a stack.
enum class LayerConnections {
    None,
    /// y_l = f_l(x_l) + x_l from the second layer on, x_{l+1} = y_l: He et al. (2015),
    /// arXiv:1512.03385; in recurrent layers Wu et al. (2016), arXiv:1609.08144.
    Residual,
    /// x_{l+1} = [x_l; f_l(x_l)]: Huang et al. (2016), arXiv:1608.06993.
    Dense
};

/// The operation of a node in a cell's equations. v and w are its operands.
enum class CellOperation {
    Input, ///< x_t, or P x_t with a parameter P if x_t and the state differ in size.
    InputProduct, ///< W x_t
    State, ///< h_{t-1}: a state after the previous step.
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

/// The default of torch.nn.LayerNorm.
inline constexpr double kCellEpsilon = 1e-5;

/// The initialisation of a parameter.
enum class CellInitial {
    Uniform, ///< Uniform in ±1/sqrt(hidden size), as in torch.nn.LSTM.
    Zero,
    One
};

/// A parameter of one layer and direction: a matrix [blocks * hidden, columns] or a vector [blocks
/// * hidden]. Its name in a state_dict ends with "_l0", "_l0_reverse", "_l1" and so on.
struct CellParameter {
    std::string name; ///< "weight_ih"
    std::string symbol; ///< Symbol in equations: "W".
    std::vector<std::string> blocks; ///< Subscripts of its blocks: "i", "f", "g", "o".
    CellOperation use = CellOperation::Parameter; ///< The operation that reads it.
    CellInitial initial = CellInitial::Uniform;
};

/// Sizes of one layer of a cell.
struct CellSizes {
    int64_t input = 0; ///< Size of x_t.
    int64_t hidden = 0;
    int64_t output = 0; ///< Size of h; differs from `hidden` only with a projection.

    bool projectsInput() const { return input != hidden; } ///< For CellOperation::Input.
};

/// One node. Operands stand before it in the graph.
struct CellNode {
    CellOperation operation = CellOperation::State;
    int first = -1; ///< Operands, as indices in the graph; -1: none.
    int second = -1;
    int64_t blocks = 1; ///< Its size in units of the hidden size.
    int parameter = -1; ///< Index of the parameter that it reads; -1: none.
    int block = 0; ///< For Part: the operand's block.
    int state = -1; ///< For State: the index of the state.
    std::string name{}; ///< Name as a quantity: "i"; empty: it is none.
    std::string symbol{}; ///< Symbol without its time: "i", "c̃".
};

/// A value of a cell that can be inspected, [hidden] for each sequence and token: a value with a
/// name ("i", "c", "h") or a term of the equations ("W_i x_t", "h_{t−1}", "b_i").
struct CellQuantity {
    std::string name; ///< "i"; for a term its text.
    std::string text; ///< "i_t"; for a term the same as its name.
    int node = -1;
    int block = 0; ///< The node's block.
    bool term = false;
};

/// A piece of an equation's text. A view can replace a quantity with its numbers.
struct EquationPart {
    std::string text; ///< "σ(", "W_i x_t", " + "
    int quantity = -1; ///< Index of the graph's quantity; -1: just text.
};

/// The equation of one quantity with a name: "i_t = σ(W_i x_t + U_i h_{t−1} + b_i)".
struct CellEquation {
    int quantity = -1; ///< The quantity that it defines; also the first of its parts.
    std::vector<EquationPart> parts;

    std::string text() const;
};

class CellGraph;

/// A node of a graph under construction: the operand of the operators and functions below. It is
/// valid as long as the graph is not moved.
class CellValue {
public:
    CellValue(CellGraph* graph, int node) : m_graph(graph), m_node(node) { }
    /// The block of that name, such as the rows of one gate in "weight_ih" x_t.
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

/// The equations of one step of a cell. Each cell has a file that defines them once:
///
///     const CellGraph graph("RNN", [](CellGraph& cell) {
///         const CellValue h = cell.state("h");
///         cell.next("h", tanh(cell.input("weight_ih", "W", {""})
///                             + cell.product("weight_hh", "U", {""}, h)
///                             + cell.vector("bias", "b", {""})));
///     });
///
/// Parameters have PyTorch's names and shapes where PyTorch has the cell. Their order is that of
/// these calls and determines the order of an optimiser's state in checkpoints. Two calls that add
/// a parameter must be separate statements, since C++ may evaluate the operands of + in any order.
class CellGraph {
public:
    using Blocks = std::vector<std::string>;

    /// @param title   "LSTM"
    /// @param write   calls the functions below.
    /// @param kernel  computes a step of the same equations; none: the compiled program does.
    CellGraph(std::string title, const std::function<void(CellGraph&)>& write,
              std::optional<CellKind> kernel = {});

    // Construction.

    /// A state before the step. The first one is "h", the output of the layer.
    CellValue state(const std::string& name, const std::string& symbol = "");
    CellValue input(const std::string& parameter, const std::string& symbol, const Blocks& blocks);
    /// x_t as a vector of the state's size.
    CellValue inputItself(const std::string& parameter, const std::string& symbol);
    CellValue product(const std::string& parameter, const std::string& symbol, const Blocks& blocks,
                      CellValue value);
    /// A vector for element-wise operations in every step.
    CellValue vector(const std::string& parameter, const std::string& symbol, const Blocks& blocks,
                     CellInitial initial = CellInitial::Uniform);
    /// Names a value of one block, so that it can be inspected.
    CellValue define(const std::string& name, CellValue value, const std::string& symbol = "");
    /// Defines the next value of a state.
    CellValue next(const std::string& state, CellValue value);
    CellValue add(CellNode node); ///< For the operators above.

    // Access.

    const std::string& title() const { return m_title; }
    const std::optional<CellKind>& kernel() const { return m_kernel; }
    const std::vector<CellNode>& nodes() const { return m_nodes; }
    const std::vector<CellParameter>& parameters() const { return m_parameters; }
    const Blocks& blocks(int node) const { return m_blocks[static_cast<size_t>(node)]; }
    size_t states() const { return m_states.size(); }
    const std::string& stateName(size_t state) const { return m_states[state].name; }
    /// The node of a state's next value. @pre next() was called for each state.
    int nextState(size_t state) const { return m_states[state].next; }

    /// Shape of a parameter; empty if the sizes do not need it.
    std::vector<int64_t> shape(size_t parameter, const CellSizes& sizes) const;
    /// Number of multiplications in the products of one sequence's step.
    int64_t multiplications(const CellSizes& sizes) const;

    /// Quantities with names, in the order of computation, then the terms of the equations.
    const std::vector<CellQuantity>& quantities() const { return m_quantities; }
    /// Index of the quantity with this name; -1: none.
    int quantity(const std::string& name) const;
    /// The equation of every quantity with a name, in their order.
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
    std::vector<Blocks> m_blocks; ///< [node] names of its blocks.
    std::vector<CellParameter> m_parameters;
    std::vector<StateSlot> m_states;
    std::vector<CellQuantity> m_quantities;
    std::vector<CellEquation> m_equations;
};

/// The equations of torch.nn.RNN, LSTM and GRU with PyTorch's parameters in PyTorch's order. Their
/// steps are computed by a kernel.
///
/// Sources: Elman (1990); Hochreiter & Schmidhuber (1997) with forget gates (Gers et al., 2000);
/// Sak et al. (2014), arXiv:1402.1128 (projection); Cho et al. (2014), arXiv:1406.1078, in the
/// variant of cuDNN, which applies r after the product (GRU).
/// @param projected  an LSTM with an output smaller than its cell.
const CellGraph& torchCell(CellKind cell, bool projected = false);

} // namespace core
