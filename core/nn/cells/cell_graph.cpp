#include "core/nn/cells/cell_graph.h"

#include "core/base/error.h"

#include <algorithm>

namespace core {

namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& name)
{
    throw Error(ErrorCode::Internal, {"The equations of a cell: %1 %2.", {what, name}});
}

CellValue unary(CellOperation operation, CellValue value)
{
    return value.graph().add(
        {.operation = operation,
         .first = value.node(),
         .blocks = value.graph().nodes()[static_cast<size_t>(value.node())].blocks});
}

CellValue binary(CellOperation operation, CellValue left, CellValue right)
{
    const auto& nodes = left.graph().nodes();
    const int64_t blocks = nodes[static_cast<size_t>(left.node())].blocks;
    if (nodes[static_cast<size_t>(right.node())].blocks != blocks)
        refuse("operands of different sizes in", left.graph().title());
    return left.graph().add(
        {.operation = operation, .first = left.node(), .second = right.node(), .blocks = blocks});
}

std::string indexed(const std::string& symbol, const std::string& index)
{
    return index.empty() ? symbol : symbol + "_" + index;
}

} // namespace

/// Writes the equations and finds their terms on the way.
class EquationWriter {
public:
    explicit EquationWriter(CellGraph& graph) : m_graph(graph)
    {
        for (size_t node = 0; node < graph.m_nodes.size(); ++node)
            if (!graph.m_nodes[node].name.empty())
                graph.m_quantities.push_back({.name = graph.m_nodes[node].name,
                                              .text = graph.m_nodes[node].symbol + "_t",
                                              .node = static_cast<int>(node)});
    }

    void writeAll()
    {
        const size_t named = m_graph.m_quantities.size();
        for (size_t i = 0; i < named; ++i) {
            const CellQuantity defined = m_graph.m_quantities[i];
            m_parts = {{defined.text, static_cast<int>(i)}, {" = "}};
            m_defined = defined.node;
            write(defined.node, 0, Binding::Loose);
            m_graph.m_equations.push_back({static_cast<int>(i), joined()});
        }
    }

private:
    /// The context of an expression: whether a sum needs brackets in it.
    enum class Binding { Loose, Tight };

    const CellNode& node(int place) const { return m_graph.m_nodes[static_cast<size_t>(place)]; }

    const std::string& blockName(int place, int block) const
    {
        return m_graph.blocks(place)[static_cast<size_t>(block)];
    }

    /// Neighbouring texts that stand for no quantity become one.
    std::vector<EquationPart> joined() const
    {
        std::vector<EquationPart> parts;
        for (const EquationPart& part : m_parts)
            if (!parts.empty() && part.quantity < 0 && parts.back().quantity < 0)
                parts.back().text += part.text;
            else
                parts.push_back(part);
        return parts;
    }

    void text(const std::string& piece) { m_parts.push_back({piece}); }

    void term(int place, int block, const std::string& piece)
    {
        auto& all = m_graph.m_quantities;
        const auto found = std::find_if(all.begin(), all.end(), [&](const CellQuantity& each) {
            return each.node == place && each.block == block;
        });
        m_parts.push_back({piece, static_cast<int>(found - all.begin())});
        if (found == all.end())
            all.push_back(
                {.name = piece, .text = piece, .node = place, .block = block, .term = true});
    }

    /// The text of a node by itself. @param block  -1: all of them.
    std::string textOf(int place, int block, Binding binding)
    {
        std::vector<EquationPart> outer;
        std::swap(outer, m_parts);
        write(place, block, binding);
        std::swap(outer, m_parts);
        std::string whole;
        for (const EquationPart& part : outer)
            whole += part.text;
        return whole;
    }

    void function(const char* name, const CellNode& of, int block)
    {
        text(name + std::string("("));
        write(of.first, block, Binding::Loose);
        text(")");
    }

    void write(int place, int block, Binding binding)
    {
        const CellNode& here = node(place);
        if (!here.name.empty() && place != m_defined) {
            term(place, 0, here.symbol + "_t");
            return;
        }
        const std::string index = block < 0 || here.operation == CellOperation::Part
            ? std::string()
            : blockName(place, block);
        switch (here.operation) {
        case CellOperation::Part:
            return write(here.first, here.block, binding);
        case CellOperation::Add:
            return sum(here, block, binding);
        case CellOperation::Multiply:
            write(here.first, block, Binding::Tight);
            text(" ⊙ ");
            return write(here.second, block, Binding::Tight);
        case CellOperation::OneMinus:
            text(binding == Binding::Tight ? "(1 − " : "1 − ");
            write(here.first, block, Binding::Tight);
            return text(binding == Binding::Tight ? ")" : "");
        case CellOperation::Sigmoid:
            return function("σ", here, block);
        case CellOperation::Tanh:
            return function("tanh", here, block);
        case CellOperation::Relu:
            return function("ReLU", here, block);
        default:
            return leaf(place, here, block, index);
        }
    }

    void sum(const CellNode& here, int block, Binding binding)
    {
        if (binding == Binding::Tight)
            text("(");
        write(here.first, block, Binding::Loose);
        text(" + ");
        write(here.second, block, Binding::Loose);
        if (binding == Binding::Tight)
            text(")");
    }

    /// A term; of all blocks just its text.
    void leaf(int place, const CellNode& here, int block, const std::string& index)
    {
        std::string piece;
        if (here.parameter >= 0)
            piece
                = indexed(m_graph.m_parameters[static_cast<size_t>(here.parameter)].symbol, index);
        if (here.operation == CellOperation::InputProduct)
            piece += " x_t";
        else if (here.operation == CellOperation::Input)
            piece = "x_t";
        else if (here.operation == CellOperation::State)
            piece = m_graph.m_states[static_cast<size_t>(here.state)].symbol + "_{t−1}";
        else if (here.operation == CellOperation::Product)
            piece += " " + operand(here);
        else if (here.operation == CellOperation::Normalise)
            piece = indexed(
                "LN(" + textOf(here.first, here.blocks == 1 ? 0 : -1, Binding::Loose) + ")", index);
        if (block < 0)
            return text(piece);
        term(place, block, piece);
    }

    std::string operand(const CellNode& product)
    {
        const std::string piece = textOf(product.first, 0, Binding::Loose);
        const CellNode& of = node(product.first);
        const bool simple = of.operation == CellOperation::State || !of.name.empty()
            || of.operation == CellOperation::Tanh;
        return simple ? piece : "(" + piece + ")";
    }

    CellGraph& m_graph;
    std::vector<EquationPart> m_parts;
    int m_defined = -1;
};

std::string CellEquation::text() const
{
    std::string all;
    for (const EquationPart& part : parts)
        all += part.text;
    return all;
}

CellValue CellValue::operator[](const std::string& block) const
{
    const auto& names = m_graph->blocks(m_node);
    const auto found = std::find(names.begin(), names.end(), block);
    if (found == names.end())
        refuse("no block is called", block);
    return m_graph->add({.operation = CellOperation::Part,
                         .first = m_node,
                         .block = static_cast<int>(found - names.begin())});
}

CellValue operator+(CellValue left, CellValue right)
{
    return binary(CellOperation::Add, left, right);
}

CellValue operator*(CellValue left, CellValue right)
{
    return binary(CellOperation::Multiply, left, right);
}

CellValue oneMinus(CellValue value)
{
    return unary(CellOperation::OneMinus, value);
}

CellValue sigmoid(CellValue value)
{
    return unary(CellOperation::Sigmoid, value);
}

CellValue tanh(CellValue value)
{
    return unary(CellOperation::Tanh, value);
}

CellValue relu(CellValue value)
{
    return unary(CellOperation::Relu, value);
}

CellValue normalised(CellValue value)
{
    return unary(CellOperation::Normalise, value);
}

CellGraph::CellGraph(std::string title, const std::function<void(CellGraph&)>& write,
                     std::optional<CellKind> kernel)
    : m_title(std::move(title)), m_kernel(kernel)
{
    write(*this);
    for (const StateSlot& state : m_states)
        if (state.next < 0)
            refuse("nothing says what becomes of the state", state.name);
    EquationWriter(*this).writeAll();
}

CellValue CellGraph::add(CellNode node)
{
    if (node.parameter >= 0)
        m_blocks.push_back(m_parameters[static_cast<size_t>(node.parameter)].blocks);
    else if (node.first >= 0 && node.operation != CellOperation::Part)
        m_blocks.push_back(blocks(node.first));
    else
        m_blocks.push_back({""});
    m_nodes.push_back(std::move(node));
    return {this, static_cast<int>(m_nodes.size()) - 1};
}

int CellGraph::parameter(const CellParameter& parameter)
{
    m_parameters.push_back(parameter);
    return static_cast<int>(m_parameters.size()) - 1;
}

CellValue CellGraph::state(const std::string& name, const std::string& symbol)
{
    m_states.push_back({name, symbol.empty() ? name : symbol});
    return add({.operation = CellOperation::State, .state = static_cast<int>(m_states.size()) - 1});
}

CellValue CellGraph::input(const std::string& name, const std::string& symbol, const Blocks& blocks)
{
    return add({.operation = CellOperation::InputProduct,
                .blocks = static_cast<int64_t>(blocks.size()),
                .parameter = parameter({name, symbol, blocks, CellOperation::InputProduct})});
}

CellValue CellGraph::inputItself(const std::string& name, const std::string& symbol)
{
    return add({.operation = CellOperation::Input,
                .parameter = parameter({name, symbol, {""}, CellOperation::Input})});
}

CellValue CellGraph::product(const std::string& name, const std::string& symbol,
                             const Blocks& blocks, CellValue value)
{
    return add({.operation = CellOperation::Product,
                .first = value.node(),
                .blocks = static_cast<int64_t>(blocks.size()),
                .parameter = parameter({name, symbol, blocks, CellOperation::Product})});
}

CellValue CellGraph::vector(const std::string& name, const std::string& symbol,
                            const Blocks& blocks, CellInitial initial)
{
    return add({.operation = CellOperation::Parameter,
                .blocks = static_cast<int64_t>(blocks.size()),
                .parameter = parameter({name, symbol, blocks, CellOperation::Parameter, initial})});
}

CellValue CellGraph::define(const std::string& name, CellValue value, const std::string& symbol)
{
    CellNode& node = m_nodes[static_cast<size_t>(value.node())];
    if (node.blocks != 1 || !node.name.empty())
        refuse("this cannot be named:", name);
    node.name = name;
    node.symbol = symbol.empty() ? name : symbol;
    return value;
}

CellValue CellGraph::next(const std::string& name, CellValue value)
{
    for (StateSlot& state : m_states)
        if (state.name == name) {
            state.next = value.node();
            return m_nodes[static_cast<size_t>(value.node())].name.empty()
                ? define(name, value, state.symbol)
                : value;
        }
    refuse("no state is called", name);
}

std::vector<int64_t> CellGraph::shape(size_t place, const CellSizes& sizes) const
{
    const CellParameter& parameter = m_parameters[place];
    const int64_t rows = static_cast<int64_t>(parameter.blocks.size()) * sizes.hidden;
    switch (parameter.use) {
    case CellOperation::Parameter:
        return {rows};
    case CellOperation::InputProduct:
        return {rows, sizes.input};
    case CellOperation::Input:
        return sizes.projectsInput() ? std::vector<int64_t>{rows, sizes.input}
                                     : std::vector<int64_t>();
    default:
        break;
    }
    const auto reader = std::find_if(m_nodes.begin(), m_nodes.end(), [&](const CellNode& each) {
        return each.parameter == static_cast<int>(place);
    });
    const auto makes = static_cast<int>(reader - m_nodes.begin());
    const CellNode& of = m_nodes[static_cast<size_t>(reader->first)];
    const bool projects = makes == nextState(0);
    const bool readsOutput = of.operation == CellOperation::State && of.state == 0;
    return {projects ? sizes.output : rows, readsOutput ? sizes.output : sizes.hidden};
}

int64_t CellGraph::multiplications(const CellSizes& sizes) const
{
    int64_t sum = 0;
    for (size_t i = 0; i < m_parameters.size(); ++i)
        if (const std::vector<int64_t> matrix = shape(i, sizes); matrix.size() == 2)
            sum += matrix[0] * matrix[1];
    return sum;
}

int CellGraph::quantity(const std::string& name) const
{
    const auto found = std::find_if(m_quantities.begin(), m_quantities.end(),
                                    [&](const CellQuantity& each) { return each.name == name; });
    return found == m_quantities.end() ? -1 : static_cast<int>(found - m_quantities.begin());
}

} // namespace core
