#include "core/nn/cells/cell_builder.h"

#include "core/base/error.h"
#include "core/nn/cells/cell_meaning.h"
#include "core/nn/cells/cell_program.h"

#include <map>

namespace core {

namespace {

using MadeKind = CellExpression::Kind;

/// Makes the graph of lines whose names have their meaning.
class CellBuilder {
public:
    explicit CellBuilder(const CellSyntax& syntax) : m_meaning(syntax) { }

    void write(CellGraph& graph)
    {
        const std::vector<CellLine>& lines = m_meaning.syntax().lines;
        for (const std::string& state : m_meaning.states())
            m_before.emplace(state, graph.state(asciiName(state), state));
        for (size_t line = 0; line < lines.size(); ++line) {
            const CellLine& each = lines[line];
            m_line = line;
            const CellValue value = built(each.value, graph);
            if (!graph.nodes()[static_cast<size_t>(value.node())].name.empty()
                || isOperation(graph, value, CellOperation::State)
                || isOperation(graph, value, CellOperation::Parameter))
                refuseMeaning(
                    each.value,
                    {"%1 would be another name of a value that there is already.", {each.name}},
                    {"Compute something, or use that value.", {}});
            m_now.emplace(each.name,
                          m_meaning.isState(each.name)
                              ? graph.next(asciiName(each.name), value)
                              : graph.define(asciiName(each.name), value, each.name));
        }
    }

private:
    /// The values of a parameter.
    struct Group {
        const CellMeaning::Parameter* parameter = nullptr;
        std::optional<CellValue> value; ///< Made when it is first needed.
        std::optional<CellValue> normalised; ///< As a whole.
    };

    static bool isOperation(const CellGraph& graph, CellValue value, CellOperation operation)
    {
        return graph.nodes()[static_cast<size_t>(value.node())].operation == operation;
    }

    Group& groupAt(const std::string& key)
    {
        Group& group = m_groups[key];
        group.parameter = &m_meaning.parameters().at(key);
        return group;
    }

    CellValue built(const CellExpression& each, CellGraph& graph)
    {
        switch (each.kind) {
        case MadeKind::Name:
            return named(each, graph);
        case MadeKind::Apply:
            return product(each, graph);
        case MadeKind::Add: {
            const CellValue left = built(each.operands[0], graph);
            return left + built(each.operands[1], graph);
        }
        case MadeKind::Multiply: {
            const CellValue left = built(each.operands[0], graph);
            return left * built(each.operands[1], graph);
        }
        case MadeKind::OneMinus:
            return oneMinus(built(each.operands[0], graph));
        case MadeKind::Sigmoid:
            return sigmoid(built(each.operands[0], graph));
        case MadeKind::Tanh:
            return tanh(built(each.operands[0], graph));
        case MadeKind::Relu:
            return relu(built(each.operands[0], graph));
        case MadeKind::Normalise:
            break;
        }
        return each.name.empty() ? normalised(built(each.operands[0], graph))
                                 : normalisedBlock(each, graph);
    }

    CellValue named(const CellExpression& each, CellGraph& graph)
    {
        if (const CellMeaning::Meaning meaning = m_meaning.meaningOf(each, m_line); meaning.line)
            return (meaning.before ? m_before : m_now).at(each.name);
        if (each.name == "x") {
            if (!m_input)
                m_input = graph.inputItself("weight_x", "P");
            return *m_input;
        }
        const auto [symbol, index] = CellMeaning::divided(each.name);
        Group& group = groupAt(CellMeaning::vectorKey(symbol));
        if (!group.value)
            group.value = graph.vector(group.parameter->name, symbol, group.parameter->blocks,
                                       beginningOf(symbol));
        return blockOf(*group.value, group, index);
    }

    static CellValue blockOf(const CellValue& value, const Group& group, const std::string& block)
    {
        return group.parameter->blocks.size() > 1 ? value[block] : value;
    }

    CellInitial beginningOf(const std::string& symbol) const
    {
        for (const CellBeginning& each : m_meaning.syntax().beginnings)
            if (CellMeaning::divided(each.name).first == symbol)
                return each.isOne ? CellInitial::One : CellInitial::Zero;
        return CellInitial::Uniform;
    }

    Group& groupOf(const CellExpression& matrix, CellGraph& graph)
    {
        const std::string symbol = CellMeaning::divided(matrix.name).first;
        const CellExpression& operand = matrix.operands.front();
        Group& group = groupAt(m_meaning.keyOf(matrix, m_line));
        if (group.value)
            return group;
        const CellMeaning::Parameter& parameter = *group.parameter;
        const bool ofInput = operand.kind == MadeKind::Name && operand.name == "x";
        group.value = ofInput
            ? graph.input(parameter.name, symbol, parameter.blocks)
            : graph.product(parameter.name, symbol, parameter.blocks, built(operand, graph));
        return group;
    }

    CellValue product(const CellExpression& each, CellGraph& graph)
    {
        Group& group = groupOf(each, graph);
        return blockOf(*group.value, group, CellMeaning::divided(each.name).second);
    }

    CellValue normalisedBlock(const CellExpression& each, CellGraph& graph)
    {
        Group& group = groupOf(each.operands.front(), graph);
        if (!group.normalised)
            group.normalised = normalised(*group.value);
        return blockOf(*group.normalised, group, each.name);
    }

    CellMeaning m_meaning;
    std::map<std::string, Group> m_groups; ///< By the keys of the parameters.
    size_t m_line = 0; ///< The line that is built.
    std::map<std::string, CellValue> m_before, m_now;
    std::optional<CellValue> m_input;
};

/// Whether the engine can compute it. The sizes decide whether x is projected.
void compile(const CellGraph& graph)
{
    for (const int64_t input : {3, 4})
        compiledCell(graph, {input, 4, 4});
}

} // namespace

TypedCell builtCell(const CellSyntax& syntax)
{
    try {
        CellBuilder builder(syntax);
        const auto graph = std::make_shared<const CellGraph>(
            "Typed cell", [&](CellGraph& cell) { builder.write(cell); });
        compile(*graph);
        return {graph, std::nullopt};
    } catch (const InvalidCell& fault) {
        return {nullptr, fault.fault};
    } catch (const Error& error) {
        return {
            nullptr,
            CellFault{0,
                      0,
                      {"These equations cannot be computed: %1", {error.failure().what.plain()}},
                      {"Divide long lines into several.", {}}}};
    }
}

} // namespace core
