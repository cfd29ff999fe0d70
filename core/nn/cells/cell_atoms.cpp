#include "core/nn/cells/cell_atoms.h"

#include "core/base/error.h"

#include <algorithm>
#include <tuple>

namespace core {

CellAtoms::CellAtoms(const CellGraph& graph, const CellSizes& sizes)
    : m_graph(graph), m_sizes(sizes)
{
    for (size_t state = 0; state < graph.states(); ++state) {
        const int place = collect(graph.nextState(state), 0);
        Atom& atom = (*this)[place];
        // What a step only reads has no place of its own; a norm is not written to the output.
        if (atom.next >= 0 || atom.operation == CellOperation::State
            || atom.operation == CellOperation::Parameter || atom.operation == CellOperation::Input
            || atom.operation == CellOperation::InputProduct
            || (state == 0 && atom.operation == CellOperation::Normalise))
            throw Error(ErrorCode::Internal,
                        {"The state %1 of a cell becomes what cannot be compiled.",
                         {graph.stateName(state)}});
        atom.next = static_cast<int>(state);
    }
    countConsumers();
    flattenSums();
    for (Atom& atom : m_atoms)
        if (atom.alive && atom.operation == CellOperation::Add)
            findInstructions(atom);
    findStages();
    findNeeded();
    for (Atom& atom : m_atoms)
        if (atom.operation == CellOperation::Product)
            m_products.push_back(&atom);
    std::sort(m_products.begin(), m_products.end(), [](const Atom* a, const Atom* b) {
        return std::tie(a->stage, a->node, a->block) < std::tie(b->stage, b->node, b->block);
    });
}

int CellAtoms::push(Atom atom)
{
    m_atoms.push_back(std::move(atom));
    const Atom& added = m_atoms.back();
    return m_places[{added.node, added.block}] = static_cast<int>(m_atoms.size()) - 1;
}

int CellAtoms::collect(int node, int block)
{
    const CellNode& here = m_graph.nodes()[static_cast<size_t>(node)];
    if (here.operation == CellOperation::Part)
        return collect(here.first, here.block);
    if (const auto found = m_places.find({node, block}); found != m_places.end())
        return found->second;
    if (here.operation == CellOperation::Normalise)
        return collectNormalised(node, block);
    Atom atom{.operation = here.operation, .node = node, .block = block};
    const int operandBlock = here.operation == CellOperation::Product ? 0 : block;
    for (const int operand : {here.first, here.second})
        if (operand >= 0)
            atom.operands.push_back(collect(operand, operandBlock));
    return push(std::move(atom));
}

int CellAtoms::collectNormalised(int node, int block)
{
    const CellNode& here = m_graph.nodes()[static_cast<size_t>(node)];
    Atom owner{.operation = here.operation, .node = node};
    for (int each = 0; each < here.blocks; ++each)
        owner.operands.push_back(collect(here.first, each));
    const int first = push(std::move(owner));
    for (int each = 1; each < here.blocks; ++each)
        push({.operation = here.operation, .node = node, .block = each, .operands = {first}});
    return first + block;
}

CellAtoms::Atom* CellAtoms::find(int node, int block)
{
    while (m_graph.nodes()[static_cast<size_t>(node)].operation == CellOperation::Part) {
        block = m_graph.nodes()[static_cast<size_t>(node)].block;
        node = m_graph.nodes()[static_cast<size_t>(node)].first;
    }
    const auto found = m_places.find({node, block});
    return found != m_places.end() ? &(*this)[found->second] : nullptr;
}

void CellAtoms::countConsumers()
{
    for (const Atom& atom : m_atoms)
        for (const int operand : atom.operands)
            ++(*this)[operand].consumers;
}

void CellAtoms::flattenSums()
{
    for (Atom& atom : m_atoms) {
        if (atom.operation != CellOperation::Add)
            continue;
        std::vector<int> terms;
        for (const int operand : atom.operands) {
            Atom& term = (*this)[operand];
            if (term.operation == CellOperation::Add && term.consumers == 1 && term.next < 0) {
                terms.insert(terms.end(), term.operands.begin(), term.operands.end());
                term.alive = false;
            } else {
                terms.push_back(operand);
            }
        }
        atom.operands = std::move(terms);
    }
    for (size_t i = 0; i < m_atoms.size(); ++i)
        if (m_atoms[i].alive && m_atoms[i].operation == CellOperation::Add)
            for (const int term : m_atoms[i].operands)
                (*this)[term].sum = static_cast<int>(i);
}

/// Products of two values that are only added here are not stored.
void CellAtoms::findInstructions(Atom& sum)
{
    std::vector<const Atom*> products;
    for (const int operand : sum.operands) {
        Atom& term = (*this)[operand];
        if (term.operation != CellOperation::Multiply || term.consumers != 1 || term.next >= 0)
            continue;
        term.alive = false;
        products.push_back(&term);
    }
    if (sum.operands.size() == 2 && products.size() == 2
        && !findBlend(sum, *products[0], *products[1]))
        findBlend(sum, *products[1], *products[0]);
}

/// Whether `first` is share ⊙ with and `second` (1 - share) ⊙ rest.
bool CellAtoms::findBlend(Atom& sum, const Atom& first, const Atom& second)
{
    for (const size_t s : {0, 1})
        for (const size_t r : {0, 1}) {
            Atom& rest = (*this)[second.operands[r]];
            if (rest.operation != CellOperation::OneMinus || rest.consumers != 1 || rest.next >= 0
                || rest.operands[0] != first.operands[s] || isParameter(first.operands[1 - s])
                || isParameter(second.operands[1 - r])) // Their gradients are sums over tokens.
                continue;
            rest.alive = false;
            sum.blend.share = first.operands[s];
            sum.blend.with = first.operands[1 - s];
            sum.blend.rest = second.operands[1 - r];
            return true;
        }
    return false;
}

void CellAtoms::findStages()
{
    for (Atom& atom : m_atoms) {
        for (const int operand : atom.operands)
            atom.stage = std::max(atom.stage, (*this)[operand].stage);
        if (atom.operation == CellOperation::Product
            && (*this)[atom.operands[0]].operation != CellOperation::State)
            ++atom.stage;
        atom.lastUse = atom.stage;
        m_stages = std::max(m_stages, atom.stage + 1);
    }
    for (const Atom& atom : m_atoms)
        if (atom.alive)
            for (const int operand : atom.operands) {
                int& last = (*this)[operand].lastUse;
                last = std::max(last, atom.stage);
            }
}

void CellAtoms::findNeeded()
{
    for (Atom& atom : m_atoms) {
        switch (atom.operation) {
        case CellOperation::Multiply:
        case CellOperation::Product:
            for (const int operand : atom.operands)
                (*this)[operand].needed = true;
            break;
        case CellOperation::Sigmoid:
        case CellOperation::Tanh:
        case CellOperation::Relu:
        case CellOperation::Normalise:
            atom.needed = true;
            break;
        default:
            break;
        }
    }
}

bool CellAtoms::multipliesInput(const CellNode& node) const
{
    return node.operation == CellOperation::InputProduct
        || (node.operation == CellOperation::Input && m_sizes.projectsInput());
}

CellVectorBlock CellAtoms::vectorBlock(const Atom& parameter) const
{
    const CellNode& node = m_graph.nodes()[static_cast<size_t>(parameter.node)];
    return {static_cast<size_t>(node.parameter), parameter.block};
}

int64_t CellAtoms::inputColumn(const Atom& input) const
{
    int64_t column = input.block;
    for (int node = 0; node < input.node; ++node)
        if (const CellNode& each = m_graph.nodes()[static_cast<size_t>(node)];
            multipliesInput(each))
            column += each.blocks;
    return column;
}

int CellAtoms::inputTerm(const Atom& sum) const
{
    if (sum.operation != CellOperation::Add || !sum.alive || sum.next >= 0)
        return -1;
    for (const int operand : sum.operands) {
        const Atom& term = (*this)[operand];
        if (term.consumers == 1 && multipliesInput(m_graph.nodes()[static_cast<size_t>(term.node)]))
            return operand;
    }
    return -1;
}

int CellAtoms::soleSum(const Atom& product) const
{
    return product.operation == CellOperation::Product && product.consumers == 1 && product.next < 0
        ? product.sum
        : -1;
}

bool CellAtoms::isInSum(const Atom& term, const Atom& sum) const
{
    const int input = inputTerm(sum);
    const int of = soleSum(term);
    return (input >= 0 && &(*this)[input] == &term) || (of >= 0 && &(*this)[of] == &sum);
}

bool CellAtoms::isParameter(int place) const
{
    return (*this)[place].operation == CellOperation::Parameter;
}

bool CellAtoms::usedByItself(const Atom& parameter) const
{
    for (const Atom& atom : m_atoms) {
        const bool reads = std::any_of(atom.operands.begin(), atom.operands.end(),
                                       [&](int each) { return &(*this)[each] == &parameter; });
        if (!reads || (!atom.alive && atom.operation == CellOperation::Add))
            continue;
        const bool inProduct = atom.operation == CellOperation::Add
            && std::any_of(atom.operands.begin(), atom.operands.end(),
                           [&](int each) { return isInSum((*this)[each], atom); });
        if (!inProduct)
            return true;
    }
    return false;
}

int CellAtoms::sumWithSameGradient(const Atom& atom) const
{
    switch (atom.operation) {
    case CellOperation::State:
    case CellOperation::Parameter:
    case CellOperation::Normalise:
    case CellOperation::Input:
    case CellOperation::InputProduct:
        return -1;
    default:
        return atom.consumers == 1 && atom.next < 0 ? atom.sum : -1;
    }
}

bool CellAtoms::hasGradientOf(const Atom& term, const Atom& sum) const
{
    const int same = sumWithSameGradient(term), input = inputTerm(sum);
    return (same >= 0 && &(*this)[same] == &sum) || (input >= 0 && &(*this)[input] == &term);
}

bool CellAtoms::needsGradientOfTokens(const Atom& atom) const
{
    const auto meetsVector = [this](const Atom& product) {
        return std::any_of(product.operands.begin(), product.operands.end(),
                           [this](int each) { return isParameter(each); });
    };
    if (atom.operation == CellOperation::Product)
        return true;
    if (atom.operation == CellOperation::Multiply)
        return meetsVector(atom);
    if (atom.operation != CellOperation::Add)
        return false;
    return std::any_of(atom.operands.begin(), atom.operands.end(), [&](int place) {
        const Atom& term = (*this)[place];
        return isParameter(place) || isInSum(term, atom)
            || (!term.alive && term.operation == CellOperation::Multiply && meetsVector(term));
    });
}

} // namespace core
