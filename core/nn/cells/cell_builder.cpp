#include "core/nn/cells/cell_builder.h"

#include "core/base/error.h"
#include "core/base/option.h"
#include "core/nn/cells/cell_program.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <map>
#include <set>

namespace core {

namespace {

using ExpressionKind = CellExpression::Kind;

/// @param at  an expression or a line.
template <class Place>
[[noreturn]] void refuseMeaning(const Place& at, Message what, Message advice)
{
    refuseCell(at.begin, at.end, std::move(what), std::move(advice));
}

/// "W_i" -> "W" and "i"
std::pair<std::string, std::string> divided(const std::string& name)
{
    const size_t end = std::min(name.find('_'), name.size());
    return {name.substr(0, end), end < name.size() ? name.substr(end + 1) : std::string()};
}

UChar32 firstOf(const std::string& name)
{
    int32_t place = 0;
    UChar32 character = 0;
    U8_NEXT(name.data(), place, static_cast<int32_t>(name.size()), character);
    return character;
}

bool isCapital(const std::string& name)
{
    return u_isUUppercase(firstOf(name)) != 0;
}

/// "Wx": a matrix and its operand without a blank.
bool isTogether(const std::string& symbol)
{
    return symbol.size() > 1 && u_isUUppercase(symbol.back()) == 0
        && static_cast<unsigned char>(symbol.back()) < 128;
}

/// Words that exported Python needs itself.
bool isReserved(const std::string& name)
{
    static const std::set<std::string> words{
        "x",      "self",   "torch", "nn",    "F",      "place", "weight", "states",
        "and",    "as",     "def",   "del",   "elif",   "else",  "for",    "from",
        "if",     "import", "in",    "is",    "not",    "or",    "pass",   "return",
        "try",    "while",  "with",  "yield", "class",  "break", "None",   "lambda",
        "global", "raise",  "last",  "sum",   "from_x", "mask",  "sigmoid"};
    return words.contains(name);
}

/// Makes the graph of lines that were read.
class CellBuilder {
public:
    explicit CellBuilder(const CellSyntax& syntax) : m_syntax(syntax)
    {
        for (size_t line = 0; line < syntax.lines.size(); ++line)
            addDefinition(line);
        if (!m_lines.contains("h"))
            refuseCell(0, 0, {"No line defines h, the output.", {}},
                       {"Write one that begins with h =.", {}});
        for (size_t line = 0; line < syntax.lines.size(); ++line) {
            const CellExpression& value = syntax.lines[line].value;
            resolve(value, line);
            if (isConstant(value))
                refuseMeaning(value, {"%1 is the same at every step.", {syntax.lines[line].name}},
                              {"Use a learned vector in its place.", {}});
        }
        checkUse();
        addStates();
        checkStates();
        gatherBlocks();
    }

    void write(CellGraph& graph)
    {
        for (const std::string& state : m_states)
            m_before.emplace(state, graph.state(asciiName(state), state));
        for (size_t line = 0; line < m_syntax.lines.size(); ++line) {
            const CellLine& each = m_syntax.lines[line];
            m_line = line;
            const CellValue value = built(each.value, graph);
            if (!graph.nodes()[static_cast<size_t>(value.node())].name.empty()
                || isOperation(graph, value, CellOperation::State)
                || isOperation(graph, value, CellOperation::Parameter))
                refuseMeaning(
                    each.value,
                    {"%1 would be another name of a value that there is already.", {each.name}},
                    {"Compute something, or use that value.", {}});
            const bool isState
                = std::find(m_states.begin(), m_states.end(), each.name) != m_states.end();
            m_now.emplace(each.name,
                          isState ? graph.next(asciiName(each.name), value)
                                  : graph.define(asciiName(each.name), value, each.name));
        }
    }

private:
    /// Blocks of a parameter, in the order in which they are met.
    struct Group {
        std::string name; ///< That of the parameter.
        std::vector<std::string> blocks;
        std::optional<CellValue> value; ///< Made when it is first needed.
        std::optional<CellValue> normalised; ///< As a whole.
    };

    static bool isOperation(const CellGraph& graph, CellValue value, CellOperation operation)
    {
        return graph.nodes()[static_cast<size_t>(value.node())].operation == operation;
    }

    void addDefinition(size_t place)
    {
        const CellLine& line = m_syntax.lines[place];
        if (isCapital(line.name))
            refuseMeaning(line, {"%1 begins with a capital letter, as matrices do.", {line.name}},
                          {"Give the value a name in lower case.", {}});
        if (isReserved(asciiName(line.name)))
            refuseMeaning(line, {"%1 cannot be defined: it has a meaning already.", {line.name}},
                          {"Choose another name.", {}});
        if (!m_lines.emplace(line.name, place).second
            || !m_names.insert(asciiName(line.name)).second)
            refuseMeaning(line, {"%1 is defined twice.", {line.name}},
                          {"Delete one of the lines, or give it another name.", {}});
    }

    /// The definition that a name means, and whether it is that of the step before.
    struct Meaning {
        std::optional<size_t> line; ///< None: x or a vector.
        bool before = false;
    };

    Meaning meaningOf(const CellExpression& name, size_t line) const
    {
        const auto found = m_lines.find(name.name);
        if (found == m_lines.end()) {
            if (name.time == CellTime::Before || (name.time == CellTime::Now && name.name != "x"))
                refuseMeaning(name, {"No line defines %1.", {name.name}},
                              {"Add one, or correct the name.", {}});
            return {};
        }
        const bool above = found->second < line;
        if (name.time == CellTime::Now && !above)
            refuseMeaning(name,
                          {"%1 of this step is not known yet: its line stands below.", {name.name}},
                          {"Move that line up, or read %1_{t-1}.", {name.name}});
        return {found->second, name.time == CellTime::Before || !above};
    }

    void resolve(const CellExpression& each, size_t line)
    {
        if (each.kind == ExpressionKind::Normalise && !each.name.empty())
            m_joined.insert(&each.operands.front());
        for (const CellExpression& operand : each.operands)
            if (each.kind == ExpressionKind::Multiply && operand.kind == ExpressionKind::Name
                && !m_lines.contains(operand.name))
                m_factors.insert(divided(operand.name).first);
        for (const CellExpression& operand : each.operands)
            resolve(operand, line);
        checkChange(each);
        if (each.kind == ExpressionKind::Apply)
            addMatrix(each, line);
        if (each.kind == ExpressionKind::Normalise && !each.name.empty())
            addNormalised(each, line);
        if (each.kind != ExpressionKind::Name)
            return;
        const Meaning meaning = meaningOf(each, line);
        if (meaning.line) {
            m_reads[line].insert(*meaning.line);
            if (meaning.before)
                addState(each.name);
        } else if (each.name == "x") {
            m_readers.insert(line);
        } else {
            addVector(each);
        }
    }

    /// Whether it is the same at every step.
    bool isConstant(const CellExpression& each) const
    {
        if (each.kind == ExpressionKind::Name)
            return !m_lines.contains(each.name) && each.name != "x";
        return std::all_of(each.operands.begin(), each.operands.end(),
                           [this](const CellExpression& operand) { return isConstant(operand); });
    }

    /// Vectors are added or multiplied to values that change: alone they need no function.
    void checkChange(const CellExpression& each) const
    {
        if (each.kind == ExpressionKind::Name || each.kind == ExpressionKind::Add)
            return;
        const auto isRefused = [&](const CellExpression& operand) {
            const bool isVector = operand.kind == ExpressionKind::Name;
            return isConstant(operand) && !(each.kind == ExpressionKind::Multiply && isVector);
        };
        const auto found = std::find_if(each.operands.begin(), each.operands.end(), isRefused);
        if (found != each.operands.end() || isConstant(each))
            refuseMeaning(found != each.operands.end() ? *found : each,
                          {"This is made of learned vectors alone, so that it is the same at "
                           "every step.",
                           {}},
                          {"Write one vector in its place, or add a value that changes.", {}});
    }

    void addState(const std::string& name)
    {
        if (std::find(m_states.begin(), m_states.end(), name) == m_states.end())
            m_states.push_back(name);
    }

    void addVector(const CellExpression& each)
    {
        const auto [symbol, index] = divided(each.name);
        const bool isGreek = symbol.size() > 1 && static_cast<unsigned char>(symbol[0]) >= 0xCE;
        if (isCapital(symbol))
            refuseMeaning(
                each, {"%1 stands alone, but a matrix multiplies something.", {each.name}},
                isTogether(symbol)
                    ? Message{"Put a blank between a matrix and its operand: W x.", {}}
                    : Message{"Write %1 x or %1 h, or a vector in lower case.", {each.name}});
        const bool isLetter
            = symbol.size() == 1 && std::string(kVectorLetters).find(symbol) != std::string::npos;
        if (index.empty() && !isLetter && !isGreek)
            refuseMeaning(
                each, {"No line defines %1.", {each.name}},
                {"Correct the name, or add its line. A learned vector has a subscript, such as "
                 "b_f, or is called b.",
                 {}});
        m_vectors.insert(symbol);
        addBlock("vector " + symbol, index);
    }

    void addBlock(const std::string& key, const std::string& block)
    {
        if (!m_groups.contains(key))
            m_order.push_back(key);
        std::vector<std::string>& blocks = m_groups[key].blocks;
        if (std::find(blocks.begin(), blocks.end(), block) == blocks.end())
            blocks.push_back(block);
    }

    void addMatrix(const CellExpression& each, size_t line)
    {
        const auto [symbol, index] = divided(each.name);
        if (m_lines.contains(each.name))
            refuseMeaning(each,
                          {"%1 is a value and multiplies nothing without a sign.", {each.name}},
                          {"Write %1 * for a product of elements.", {each.name}});
        if (const std::string near = nearestWord(symbol, {"sigmoid", "tanh", "relu"});
            symbol.size() > 2 && !isCapital(symbol) && symbol != near)
            refuseMeaning(each, {"There is no function %1.", {symbol}},
                          near.empty() ? Message{"Use sigmoid, tanh, relu or LN.", {}}
                                       : Message{"Did you mean %1?", {near}});
        if (each.time != CellTime::Open || !isCapital(symbol) || symbol == "LN" || symbol == "ReLU")
            refuseMeaning(each,
                          {"%1 stands before an operand as a matrix does, but is written as a "
                           "value.",
                           {each.name}},
                          {"Begin a matrix with a capital letter, W_f x; write * for a product of "
                           "elements, and brackets behind functions: tanh(c).",
                           {}});
        const std::string operand = canonical(each.operands.front(), line);
        const auto [known, isNew] = m_operands.emplace(each.name, operand);
        if (!isNew && known->second != operand)
            refuseMeaning(each, {"%1 multiplies two values.", {each.name}},
                          {"Give one of the matrices another name.", {}});
        if (!isJoined(each))
            addBlock(keyOf(symbol, operand), index);
    }

    /// Whether a matrix has its blocks from the LN(...) around it.
    bool isJoined(const CellExpression& matrix) const { return m_joined.contains(&matrix); }

    void addNormalised(const CellExpression& each, size_t line)
    {
        const CellExpression& inside = each.operands.front();
        if (inside.kind != ExpressionKind::Apply || inside.name.find('_') != std::string::npos)
            refuseMeaning(each,
                          {"LN(...)_%1 normalises all blocks of a matrix together.", {each.name}},
                          {"Write LN(W x)_%1, with a matrix without a subscript.", {each.name}});
        addBlock(keyOf(inside.name, canonical(inside.operands.front(), line)), each.name);
    }

    static std::string keyOf(const std::string& symbol, const std::string& operand)
    {
        return "matrix " + symbol + " " + operand;
    }

    /// The same text for the same value.
    std::string canonical(const CellExpression& each, size_t line) const
    {
        std::string text = std::to_string(static_cast<int>(each.kind)) + each.name;
        if (each.kind == ExpressionKind::Name && meaningOf(each, line).before)
            text += "'";
        text += "(";
        for (const CellExpression& operand : each.operands)
            text += canonical(operand, line) + ",";
        return text + ")";
    }

    /// Refuses lines that nothing reads: their parameters would learn nothing.
    void checkUse() const
    {
        std::set<size_t> used;
        std::vector<size_t> open{m_lines.at("h")};
        while (!open.empty()) {
            const size_t line = open.back();
            open.pop_back();
            if (!used.insert(line).second || !m_reads.contains(line))
                continue;
            const std::set<size_t>& reads = m_reads.at(line);
            open.insert(open.end(), reads.begin(), reads.end());
        }
        for (size_t line = 0; line < m_syntax.lines.size(); ++line)
            if (!used.contains(line))
                refuseMeaning(m_syntax.lines[line],
                              {"Nothing that leads to h reads %1.", {m_syntax.lines[line].name}},
                              {"Delete the line, or use it.", {}});
        if (m_readers.empty())
            refuseMeaning(m_syntax.lines[m_lines.at("h")],
                          {"The cell does not read its input x.", {}}, {"Add W x to a line.", {}});
        for (const CellBeginning& each : m_syntax.beginnings)
            if (!m_vectors.contains(divided(each.name).first))
                refuseCell(each.begin, each.end,
                           {"%1 is no learned vector of these equations.", {each.name}},
                           {"Correct the name, or delete the line.", {}});
    }

    /// h comes first, whether the step before is read or not.
    void addStates()
    {
        std::erase(m_states, "h");
        m_states.insert(m_states.begin(), "h");
        if (m_states.size() > kMostCellStates)
            refuseCell(0, 0,
                       {"The cell keeps %1 values from step to step; at most %2 are possible.",
                        {std::to_string(m_states.size()), std::to_string(kMostCellStates)}},
                       {"Values that are read before their line are states.", {}});
    }

    /// The engine needs something learned for the sizes, and states that are computed: a product or
    /// the output as a norm by itself has no place where a step could keep it.
    void checkStates() const
    {
        if (m_groups.empty())
            refuseMeaning(m_syntax.lines[m_lines.at("h")],
                          {"The cell has no matrix and no vector, so that it learns nothing.", {}},
                          {"Write W x in place of x.", {}});
        for (const std::string& state : m_states) {
            const CellExpression& value = m_syntax.lines[m_lines.at(state)].value;
            const bool isNorm = value.kind == ExpressionKind::Normalise && state == "h";
            if (value.kind == ExpressionKind::Apply || value.kind == ExpressionKind::Name || isNorm)
                refuseMeaning(value, {"%1 is a product, a norm or a name alone.", {state}},
                              {"Add a vector or use a function: %1 = W x + b.", {state}});
        }
    }

    /// Names the parameters: by their symbol, and where several have it by their blocks as well.
    void gatherBlocks()
    {
        std::map<std::string, int> symbols;
        const auto symbolOf = [](const std::string& key) {
            const size_t begin = key.find(' ') + 1;
            return key.substr(begin, key.find(' ', begin) - begin);
        };
        for (const std::string& key : m_order)
            ++symbols[symbolOf(key)];
        for (const std::string& key : m_order) {
            Group& group = m_groups[key];
            const std::string symbol = symbolOf(key);
            group.name = (key.starts_with("matrix ")       ? "weight_"
                              : m_factors.contains(symbol) ? "vector_"
                                                           : "bias_")
                + asciiName(symbol);
            if (symbols[symbol] > 1)
                for (const std::string& block : group.blocks)
                    group.name += "_" + asciiName(block);
        }
    }

    CellValue built(const CellExpression& each, CellGraph& graph)
    {
        switch (each.kind) {
        case ExpressionKind::Name:
            return named(each, graph);
        case ExpressionKind::Apply:
            return product(each, graph);
        case ExpressionKind::Add: {
            const CellValue left = built(each.operands[0], graph);
            return left + built(each.operands[1], graph);
        }
        case ExpressionKind::Multiply: {
            const CellValue left = built(each.operands[0], graph);
            return left * built(each.operands[1], graph);
        }
        case ExpressionKind::OneMinus:
            return oneMinus(built(each.operands[0], graph));
        case ExpressionKind::Sigmoid:
            return sigmoid(built(each.operands[0], graph));
        case ExpressionKind::Tanh:
            return tanh(built(each.operands[0], graph));
        case ExpressionKind::Relu:
            return relu(built(each.operands[0], graph));
        case ExpressionKind::Normalise:
            break;
        }
        return each.name.empty() ? normalised(built(each.operands[0], graph))
                                 : normalisedBlock(each, graph);
    }

    CellValue named(const CellExpression& each, CellGraph& graph)
    {
        if (const Meaning meaning = meaningOf(each, m_line); meaning.line)
            return (meaning.before ? m_before : m_now).at(each.name);
        if (each.name == "x") {
            if (!m_input)
                m_input = graph.inputItself("weight_x", "P");
            return *m_input;
        }
        const auto [symbol, index] = divided(each.name);
        Group& group = m_groups.at("vector " + symbol);
        if (!group.value)
            group.value = graph.vector(group.name, symbol, group.blocks, beginningOf(symbol));
        return blockOf(*group.value, group, index);
    }

    static CellValue blockOf(const CellValue& value, const Group& group, const std::string& block)
    {
        return group.blocks.size() > 1 ? value[block] : value;
    }

    CellInitial beginningOf(const std::string& symbol) const
    {
        for (const CellBeginning& each : m_syntax.beginnings)
            if (divided(each.name).first == symbol)
                return each.isOne ? CellInitial::One : CellInitial::Zero;
        return CellInitial::Uniform;
    }

    Group& groupOf(const CellExpression& matrix, CellGraph& graph)
    {
        const std::string symbol = divided(matrix.name).first;
        const CellExpression& operand = matrix.operands.front();
        Group& group = m_groups.at(keyOf(symbol, canonical(operand, m_line)));
        if (group.value)
            return group;
        const bool ofInput = operand.kind == ExpressionKind::Name && operand.name == "x";
        group.value = ofInput
            ? graph.input(group.name, symbol, group.blocks)
            : graph.product(group.name, symbol, group.blocks, built(operand, graph));
        return group;
    }

    CellValue product(const CellExpression& each, CellGraph& graph)
    {
        Group& group = groupOf(each, graph);
        return blockOf(*group.value, group, divided(each.name).second);
    }

    CellValue normalisedBlock(const CellExpression& each, CellGraph& graph)
    {
        Group& group = groupOf(each.operands.front(), graph);
        if (!group.normalised)
            group.normalised = normalised(*group.value);
        return blockOf(*group.normalised, group, each.name);
    }

    const CellSyntax& m_syntax;
    std::map<std::string, size_t> m_lines; ///< By the name that they define.
    std::map<size_t, std::set<size_t>> m_reads; ///< Lines that a line reads.
    std::set<size_t> m_readers; ///< Lines that read x.
    std::vector<std::string> m_states;
    std::set<std::string> m_names; ///< Definitions in ASCII.
    std::set<std::string> m_vectors, m_factors; ///< Symbols; the latter of those that multiply.
    std::map<std::string, std::string> m_operands; ///< By the name of the matrix.
    std::set<const CellExpression*> m_joined;
    std::map<std::string, Group> m_groups;
    std::vector<std::string> m_order; ///< Keys of groups as they are met.
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
