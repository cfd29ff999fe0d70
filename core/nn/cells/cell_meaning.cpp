#include "core/nn/cells/cell_meaning.h"

#include "core/base/option.h"
#include "core/nn/cells/cell_program.h"
#include "core/nn/cells/cell_text.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>

namespace core {

namespace {

using ExpressionKind = CellExpression::Kind;

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

} // namespace

std::pair<std::string, std::string> CellMeaning::divided(const std::string& name)
{
    const size_t end = std::min(name.find('_'), name.size());
    return {name.substr(0, end), end < name.size() ? name.substr(end + 1) : std::string()};
}

CellMeaning::CellMeaning(const CellSyntax& syntax) : m_syntax(syntax)
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

bool CellMeaning::isState(const std::string& name) const
{
    return std::find(m_states.begin(), m_states.end(), name) != m_states.end();
}

std::string CellMeaning::keyOf(const CellExpression& matrix, size_t line) const
{
    return matrixKey(divided(matrix.name).first, canonical(matrix.operands.front(), line));
}

void CellMeaning::addDefinition(size_t place)
{
    const CellLine& line = m_syntax.lines[place];
    if (isCapital(line.name))
        refuseMeaning(line, {"%1 begins with a capital letter, as matrices do.", {line.name}},
                      {"Give the value a name in lower case.", {}});
    if (isReserved(asciiName(line.name)))
        refuseMeaning(line, {"%1 cannot be defined: it has a meaning already.", {line.name}},
                      {"Choose another name.", {}});
    if (!m_lines.emplace(line.name, place).second || !m_names.insert(asciiName(line.name)).second)
        refuseMeaning(line, {"%1 is defined twice.", {line.name}},
                      {"Delete one of the lines, or give it another name.", {}});
}

CellMeaning::Meaning CellMeaning::meaningOf(const CellExpression& name, size_t line) const
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

void CellMeaning::resolve(const CellExpression& each, size_t line)
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

bool CellMeaning::isConstant(const CellExpression& each) const
{
    if (each.kind == ExpressionKind::Name)
        return !m_lines.contains(each.name) && each.name != "x";
    return std::all_of(each.operands.begin(), each.operands.end(),
                       [this](const CellExpression& operand) { return isConstant(operand); });
}

void CellMeaning::checkChange(const CellExpression& each) const
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

void CellMeaning::addState(const std::string& name)
{
    if (std::find(m_states.begin(), m_states.end(), name) == m_states.end())
        m_states.push_back(name);
}

void CellMeaning::addVector(const CellExpression& each)
{
    const auto [symbol, index] = divided(each.name);
    const bool isGreek = symbol.size() > 1 && static_cast<unsigned char>(symbol[0]) >= 0xCE;
    if (isCapital(symbol))
        refuseMeaning(each, {"%1 stands alone, but a matrix multiplies something.", {each.name}},
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
    addBlock(vectorKey(symbol), index);
}

void CellMeaning::addBlock(const std::string& key, const std::string& block)
{
    if (!m_parameters.contains(key))
        m_order.push_back(key);
    std::vector<std::string>& blocks = m_parameters[key].blocks;
    if (std::find(blocks.begin(), blocks.end(), block) == blocks.end())
        blocks.push_back(block);
}

void CellMeaning::addMatrix(const CellExpression& each, size_t line)
{
    const auto [symbol, index] = divided(each.name);
    if (m_lines.contains(each.name))
        refuseMeaning(each, {"%1 is a value and multiplies nothing without a sign.", {each.name}},
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
    if (!m_joined.contains(&each))
        addBlock(matrixKey(symbol, operand), index);
}

void CellMeaning::addNormalised(const CellExpression& each, size_t line)
{
    const CellExpression& inside = each.operands.front();
    if (inside.kind != ExpressionKind::Apply || inside.name.find('_') != std::string::npos)
        refuseMeaning(each, {"LN(...)_%1 normalises all blocks of a matrix together.", {each.name}},
                      {"Write LN(W x)_%1, with a matrix without a subscript.", {each.name}});
    addBlock(keyOf(inside, line), each.name);
}

std::string CellMeaning::canonical(const CellExpression& each, size_t line) const
{
    std::string text = std::to_string(static_cast<int>(each.kind)) + each.name;
    if (each.kind == ExpressionKind::Name && meaningOf(each, line).before)
        text += "'";
    text += "(";
    for (const CellExpression& operand : each.operands)
        text += canonical(operand, line) + ",";
    return text + ")";
}

void CellMeaning::checkUse() const
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
        refuseMeaning(m_syntax.lines[m_lines.at("h")], {"The cell does not read its input x.", {}},
                      {"Add W x to a line.", {}});
    for (const CellBeginning& each : m_syntax.beginnings)
        if (!m_vectors.contains(divided(each.name).first))
            refuseCell(each.begin, each.end,
                       {"%1 is no learned vector of these equations.", {each.name}},
                       {"Correct the name, or delete the line.", {}});
}

void CellMeaning::addStates()
{
    std::erase(m_states, "h");
    m_states.insert(m_states.begin(), "h");
    if (m_states.size() > kMostCellStates)
        refuseCell(0, 0,
                   {"The cell keeps %1 values from step to step; at most %2 are possible.",
                    {std::to_string(m_states.size()), std::to_string(kMostCellStates)}},
                   {"Values that are read before their line are states.", {}});
}

void CellMeaning::checkStates() const
{
    if (m_parameters.empty())
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

void CellMeaning::gatherBlocks()
{
    std::map<std::string, int> symbols;
    const auto symbolOf = [](const std::string& key) {
        const size_t begin = key.find(' ') + 1;
        return key.substr(begin, key.find(' ', begin) - begin);
    };
    for (const std::string& key : m_order)
        ++symbols[symbolOf(key)];
    for (const std::string& key : m_order) {
        Parameter& parameter = m_parameters[key];
        const std::string symbol = symbolOf(key);
        parameter.name = (key.starts_with("matrix ")       ? "weight_"
                              : m_factors.contains(symbol) ? "vector_"
                                                           : "bias_")
            + asciiName(symbol);
        if (symbols[symbol] > 1)
            for (const std::string& block : parameter.blocks)
                parameter.name += "_" + asciiName(block);
    }
}

} // namespace core
