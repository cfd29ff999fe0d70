#include "core/probe/trace/trace_cell.h"

#include <algorithm>
#include <map>
#include <utility>

namespace core {

namespace {

using Kind = TraceOperation::Kind;

/// Collects the operations of a graph from its named values down to its inputs.
class OperationCollector {
public:
    explicit OperationCollector(const CellGraph& graph) : m_graph(graph) { }

    std::vector<TraceOperation> all()
    {
        for (const CellQuantity& each : m_graph.quantities())
            if (!each.term)
                operation(each.node, each.block);
        return std::move(m_all);
    }

private:
    const CellNode& node(int place) const { return m_graph.nodes()[static_cast<size_t>(place)]; }

    /// Number among the named values; -1: it has no name.
    int quantityOf(int place, int block) const
    {
        int number = 0;
        for (const CellQuantity& each : m_graph.quantities()) {
            if (each.term)
                continue;
            if (each.node == place && each.block == block)
                return number;
            ++number;
        }
        return -1;
    }

    const std::string& symbolOf(int state) const
    {
        return node(m_graph.nextState(static_cast<size_t>(state))).symbol;
    }

    TraceOperation made(const CellNode& of) const
    {
        switch (of.operation) {
        case CellOperation::Input:
        case CellOperation::InputProduct:
            return {Kind::Input, "x_t", {}};
        case CellOperation::State:
            return {Kind::State, symbolOf(of.state) + "_{t−1}", {}};
        case CellOperation::Multiply:
            return {Kind::Product, "⊙", {}};
        case CellOperation::OneMinus:
            return {Kind::OneMinus, "1−", {}};
        case CellOperation::Sigmoid:
            return {Kind::Sigmoid, "σ", {}};
        case CellOperation::Tanh:
            return {Kind::Tanh, "tanh", {}};
        case CellOperation::Relu:
            return {Kind::Relu, "relu", {}};
        case CellOperation::Normalise:
            return {Kind::Normalise, "norm", {}, -1, /*weighted=*/true};
        case CellOperation::Product:
        case CellOperation::Parameter:
        case CellOperation::Part:
        case CellOperation::Add:
            break;
        }
        return {Kind::Sum, "+", {}};
    }

    /// The index of the operation that computes a block of a node.
    int operation(int place, int block)
    {
        const CellNode& here = node(place);
        const int name = quantityOf(place, block);
        if (here.operation == CellOperation::Part) {
            const int whole = operation(here.first, here.block);
            if (m_all[static_cast<size_t>(whole)].quantity < 0)
                m_all[static_cast<size_t>(whole)].quantity = name;
            return whole;
        }
        if (const auto known = m_known.find({place, block}); known != m_known.end())
            return known->second;
        TraceOperation made = this->made(here); // Without its operands.
        made.quantity = name;
        if (here.operation == CellOperation::State)
            made.quantity = quantityOf(m_graph.nextState(static_cast<size_t>(here.state)), 0);
        else if (made.kind == Kind::Product)
            for (const int factor : {here.first, here.second})
                addFactor(factor, block, made);
        else if (made.kind == Kind::Sum)
            addTerms(place, block, made, /*isWhole=*/true);
        else if (made.kind != Kind::Input)
            addTerms(here.first, block, made, /*isWhole=*/false);
        m_all.push_back(std::move(made));
        return m_known[{place, block}] = static_cast<int>(m_all.size()) - 1;
    }

    /// All products with x_t have the same input.
    int input()
    {
        if (m_input < 0) {
            m_all.push_back({Kind::Input, "x_t", {}});
            m_input = static_cast<int>(m_all.size()) - 1;
        }
        return m_input;
    }

    static void add(int operand, TraceOperation& to)
    {
        if (std::find(to.operands.begin(), to.operands.end(), operand) == to.operands.end())
            to.operands.push_back(operand);
    }

    /// A vector of parameters is no operand.
    void addFactor(int place, int block, TraceOperation& to)
    {
        const CellOperation kind = node(place).operation;
        to.weighted = to.weighted || kind == CellOperation::Parameter;
        if (kind == CellOperation::Input)
            add(input(), to);
        else if (kind != CellOperation::Parameter)
            add(operation(place, block), to);
    }

    /// @param isWhole  `to` is the operation of this node itself.
    void addTerms(int place, int block, TraceOperation& to, bool isWhole)
    {
        const CellNode& here = node(place);
        if (!isWhole && quantityOf(place, block) >= 0)
            return add(operation(place, block), to);
        switch (here.operation) {
        case CellOperation::Part:
            return addTerms(here.first, here.block, to, /*isWhole=*/false);
        case CellOperation::Add:
            addTerms(here.first, block, to, /*isWhole=*/false);
            return addTerms(here.second, block, to, /*isWhole=*/false);
        case CellOperation::Input:
        case CellOperation::InputProduct:
            to.weighted = true;
            return add(input(), to);
        case CellOperation::Product:
            to.weighted = true;
            return add(operation(here.first, 0), to);
        case CellOperation::Parameter:
            to.weighted = true;
            return;
        default:
            add(operation(place, block), to);
        }
    }

    const CellGraph& m_graph;
    std::vector<TraceOperation> m_all;
    std::map<std::pair<int, int>, int> m_known; ///< By node and block.
    int m_input = -1;
};

} // namespace

std::vector<TraceOperation> operationsOf(const CellGraph& graph)
{
    return OperationCollector(graph).all();
}

} // namespace core
