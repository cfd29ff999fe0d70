#include "core/model/encoder/cells/cell_python.h"

#include "core/model/python_text.h"

#include <map>
#include <set>

namespace core {

namespace {

constexpr const char* kClass = R"(class Recurrent(nn.Module):
    """<<title>>, one step after another on true lengths:

<<equations>>
    """

    def __init__(self, input_size, hidden_size, layers, dropout, bidirectional):
        super().__init__()
        self.hidden_size, self.layers, self.dropout = hidden_size, layers, dropout
        self.directions = ("", "_reverse") if bidirectional else ("",)
        bound = hidden_size ** -0.5
        for layer in range(layers):
            size = input_size if layer == 0 else len(self.directions) * hidden_size
            parameters = {
<<shapes>>            }
<<itself>>            for name, (begins, shape) in parameters.items():
                for direction in self.directions:
                    values = torch.empty(shape)
                    if begins is None:
                        values.uniform_(-bound, bound)
                    else:
                        values.fill_(begins)
                    self.register_parameter(f"{name}_l{layer}{direction}", nn.Parameter(values))

    def step(self, x, states, place):
        """One step of one layer and direction.

        x [batch, size], each state [batch, hidden] -> the states after it.
        """
        def weight(name):
            return getattr(self, name + place)

        <<before>> = states
<<statements>>        return <<after>>

    def walk(self, x, lengths, states, layer, direction):
        """All tokens of one layer and direction -> outputs [batch, length, hidden], last states."""
        tokens = range(x.size(1))
        outputs = [None] * x.size(1)
        for t in reversed(tokens) if direction else tokens:
            true = (t < lengths).unsqueeze(1)
            after = self.step(x[:, t], states, f"_l{layer}{direction}")
            states = tuple(torch.where(true, new, old) for new, old in zip(after, states))
            outputs[t] = torch.where(true, after[0], torch.zeros_like(after[0]))
        return torch.stack(outputs, 1), states

    def forward(self, x, lengths=None, states=None):
        """States of all tokens, and the last ones of all layers and directions."""
        rows = x.size(0)
        if lengths is None:
            lengths = torch.full((rows,), x.size(1))
        lengths = lengths.to(x.device)
        if states is None:
            zeros = x.new_zeros(self.layers * len(self.directions), rows, self.hidden_size)
            states = (zeros,) * <<count>>
        last = []
        for layer in range(self.layers):
            outputs = []
            for direction in self.directions:
                begins = tuple(state[len(last)] for state in states)
                output, after = self.walk(x, lengths, begins, layer, direction)
                outputs.append(output)
                last.append(after)
            x = torch.cat(outputs, 2)
            if layer + 1 < self.layers:
                x = F.dropout(x, self.dropout, self.training)
        return x, tuple(torch.stack(each) for each in zip(*last))


)";

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
        m_text += "        " + targets + (m_parts[place].size() == 1 ? ", = " : " = ")
            + (bracket ? "(" + whole + ")" : whole) + ".chunk(" + std::to_string(here.blocks)
            + ", -1)\n";
    }

    void define(int place)
    {
        m_text += "        " + node(place).name + " = " + expression(place) + "\n";
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
    std::set<int> m_taken; ///< Nodes of which parts are used.
    std::set<int> m_defined; ///< Nodes that are variables already.
    std::map<int, std::vector<std::string>> m_parts;
    std::map<std::string, int> m_names;
    std::string m_text;
};

/// "                "weight_ih": (None, (4 * hidden_size, size)),\n"
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
        all += "                \"" + parameter.name + "\": (" + begins + ", (" + rows + columns
            + ")),\n";
    }
    return all;
}

/// What x_t itself needs: a parameter where it is not as large as the state, and a function.
struct InputItself {
    std::string parameter, function;
};

InputItself inputItself(const CellGraph& graph)
{
    for (const CellParameter& parameter : graph.parameters())
        if (parameter.use == CellOperation::Input)
            return {filledIn(R"(            if size != hidden_size:  # P x stands for x there
                parameters["<<name>>"] = (None, (hidden_size, size))
)",
                             {{"name", parameter.name}}),
                    filledIn(R"(
    def as_state(self, x, place):
        """x where it has the size of a state, otherwise P x."""
        name = "<<name>>" + place
        return F.linear(x, getattr(self, name)) if hasattr(self, name) else x
)",
                             {{"name", parameter.name}})};
    return {};
}

} // namespace

std::string cellPython(const CellGraph& graph)
{
    std::string equations;
    for (const CellEquation& equation : graph.equations())
        equations += "        " + equation.text() + "\n";
    equations.pop_back();
    const InputItself itself = inputItself(graph);
    StepWriter step(graph);
    const std::string statements = step.statements();
    std::string whole = filledIn(kClass,
                                 {{"title", graph.title()},
                                  {"equations", equations},
                                  {"shapes", shapes(graph)},
                                  {"itself", itself.parameter},
                                  {"before", step.statesBefore()},
                                  {"statements", statements},
                                  {"after", step.statesAfter()},
                                  {"count", std::to_string(graph.states())}});
    const size_t place = whole.find("\n    def walk(");
    return whole.insert(place, itself.function);
}

} // namespace core
