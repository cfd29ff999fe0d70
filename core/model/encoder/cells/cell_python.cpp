#include "core/base/python_piece.h"
#include "core/model/encoder/cells/cell_entry.h"

#include <map>
#include <set>

namespace core {

namespace {

/// The statements of one step.
class StepWriter {
public:
    explicit StepWriter(const CellGraph& graph) : m_graph(graph)
    {
        for (const CellNode& node : graph.nodes())
            if (node.operation == CellOperation::Part)
                m_taken.insert(node.first);
    }

    std::string statements()
    {
        const auto& nodes = m_graph.nodes();
        for (size_t i = 0; i < nodes.size(); ++i) {
            const auto place = static_cast<int>(i);
            if (m_taken.contains(place))
                takeApart(place);
            else if (!nodes[i].name.empty())
                define(place);
        }
        return m_text;
    }

    std::string statesBefore() const
    {
        return listed([this](size_t state) { return "last_" + m_graph.stateName(state); });
    }
    std::string statesAfter() const
    {
        return listed([this](size_t state) { return node(m_graph.nextState(state)).name; });
    }

private:
    /// "(h,)" or "h, c"
    template <typename Name> std::string listed(const Name& name) const
    {
        std::string all;
        for (size_t state = 0; state < m_graph.states(); ++state)
            all += (state > 0 ? ", " : "") + name(state);
        return m_graph.states() == 1 ? "(" + all + ",)" : all;
    }

    const CellNode& node(int place) const { return m_graph.nodes()[static_cast<size_t>(place)]; }

    void takeApart(int place)
    {
        const CellNode& here = node(place);
        std::string name = here.operation == CellOperation::InputProduct ? "from_x"
            : here.operation == CellOperation::Product                   ? "from_state"
            : here.parameter >= 0 ? m_graph.parameters()[static_cast<size_t>(here.parameter)].name
                                  : std::string("sum");
        if (const int count = ++m_names[name]; count > 1)
            name += std::to_string(count);
        std::string targets;
        for (const std::string& block : m_graph.blocks(place)) {
            targets += (targets.empty() ? "" : ", ") + name + "_" + block;
            m_parts[place].push_back(name + "_" + block);
        }
        const std::string whole = expression(place);
        const bool bracket
            = here.operation == CellOperation::Add || here.operation == CellOperation::Multiply;
        m_text += targets + (m_parts[place].size() == 1 ? ", = " : " = ")
            + (bracket ? "(" + whole + ")" : whole) + ".chunk(" + std::to_string(here.blocks)
            + ", -1)\n";
    }

    void define(int place)
    {
        m_text += node(place).name + " = " + expression(place) + "\n";
        m_defined.insert(place);
    }

    std::string weight(const CellNode& of) const
    {
        return "weight(\"" + m_graph.parameters()[static_cast<size_t>(of.parameter)].name + "\")";
    }

    std::string function(const char* name, const CellNode& of)
    {
        return std::string(name) + "(" + expression(of.first) + ")";
    }

    /// An operand of a product: sums in brackets.
    std::string factor(int place)
    {
        const CellNode& here = node(place);
        const bool sum = !m_defined.contains(place)
            && (here.operation == CellOperation::Add || here.operation == CellOperation::OneMinus);
        return sum ? "(" + expression(place) + ")" : expression(place);
    }

    std::string expression(int place)
    {
        const CellNode& here = node(place);
        if (m_defined.contains(place))
            return here.name;
        switch (here.operation) {
        case CellOperation::Input:
            return "self.as_state(x, place)";
        case CellOperation::InputProduct:
            return "F.linear(x, " + weight(here) + ")";
        case CellOperation::State:
            return "last_" + m_graph.stateName(static_cast<size_t>(here.state));
        case CellOperation::Product:
            return "F.linear(" + expression(here.first) + ", " + weight(here) + ")";
        case CellOperation::Parameter:
            return weight(here);
        case CellOperation::Part:
            return m_parts.at(here.first)[static_cast<size_t>(here.block)];
        case CellOperation::Add:
            return expression(here.first) + " + " + expression(here.second);
        case CellOperation::Multiply:
            return factor(here.first) + " * " + factor(here.second);
        case CellOperation::OneMinus:
            return "1 - " + factor(here.first);
        case CellOperation::Sigmoid:
            return function("torch.sigmoid", here);
        case CellOperation::Tanh:
            return function("torch.tanh", here);
        case CellOperation::Relu:
            return function("torch.relu", here);
        case CellOperation::Normalise:
            break;
        }
        const std::string whole = expression(here.first);
        const std::string blocks = here.blocks == 1 ? "" : std::to_string(here.blocks) + " * ";
        return "F.layer_norm(" + whole + ", (" + blocks + "self.hidden_size,))";
    }

    const CellGraph& m_graph;
    std::set<int> m_taken; ///< Nodes with parts that are used.
    std::set<int> m_defined; ///< Nodes with a variable.
    std::map<int, std::vector<std::string>> m_parts;
    std::map<std::string, int> m_names;
    std::string m_text;
};

/// "\"weight_ih\": (None, (4 * hidden_size, size)),\n"
std::string shapes(const CellGraph& graph)
{
    std::string all;
    for (const CellParameter& parameter : graph.parameters()) {
        if (parameter.use == CellOperation::Input)
            continue;
        const size_t blocks = parameter.blocks.size();
        const std::string rows
            = (blocks == 1 ? "" : std::to_string(blocks) + " * ") + std::string("hidden_size");
        const std::string columns = parameter.use == CellOperation::Parameter ? ","
            : parameter.use == CellOperation::InputProduct                    ? ", size"
                                                                              : ", hidden_size";
        const std::string begins = parameter.initial == CellInitial::Uniform ? "None"
            : parameter.initial == CellInitial::One                          ? "1.0"
                                                                             : "0.0";
        all += "\"" + parameter.name + "\": (" + begins + ", (" + rows + columns + ")),\n";
    }
    return all;
}

/// The name of the parameter that projects x_t to the size of the state; empty: there is none.
std::string inputParameter(const CellGraph& graph)
{
    for (const CellParameter& parameter : graph.parameters())
        if (parameter.use == CellOperation::Input)
            return parameter.name;
    return {};
}

} // namespace

std::string cellPython(const CellGraph& graph, LayerConnections connections)
{
    std::string equations;
    for (const CellEquation& equation : graph.equations())
        equations += "    " + equation.text() + "\n";
    const std::string itself = inputParameter(graph);
    StepWriter step(graph);
    const std::string statements = step.statements();
    return pythonPiece(
        "layers/recurrent_cell",
        {{"TITLE", graph.title()},
         {"EQUATIONS", equations},
         {"SHAPES", shapes(graph)},
         {"INPUT_ITSELF", !itself.empty()},
         {"INPUT_PARAMETER", pythonLiteral(itself)},
         {"STEP",
          step.statesBefore() + " = states\n" + statements + "return " + step.statesAfter() + "\n"},
         {"STATE_COUNT", graph.states()},
         {"RESIDUAL", connections == LayerConnections::Residual},
         {"DENSE", connections == LayerConnections::Dense}});
}

} // namespace core
