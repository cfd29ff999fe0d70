#pragma once

#include "core/nn/cells/cell_program.h"

#include <map>
#include <utility>
#include <vector>

namespace core {

/// A cell's graph taken apart into single blocks, for the compiler: what is made of what, and what
/// need not be computed by itself.
class CellAtoms {
public:
    /// One block of one node. Those of Part are what they are a part of.
    struct Atom {
        CellOperation operation = CellOperation::State;
        int node = -1;
        int block = 0;
        std::vector<int> operands{}; ///< Add: all terms. Normalise: all blocks, of block 0 only.
        int consumers = 0;
        int sum = -1; ///< A sum that it is a term of.
        int next = -1; ///< The state that it becomes.
        bool alive = true; ///< It is computed by itself, not as part of what uses it.
        bool needed = false; ///< Backward needs its value.
        int stage = 0; ///< When it can be computed.
        int lastUse = 0; ///< The last stage that uses it.
        struct {
            int share = -1, with = -1, rest = -1;
        } blend{}; ///< A sum that is share ⊙ with + (1 - share) ⊙ rest.

        // What the compiler finds out.
        RowOperand place{};
        RowOperand gradient{};
        RowOperand inverse{}; ///< Normalise
        bool started = false; ///< Something is in its gradient.
        bool crosses = false; ///< Its gradient is used by another stage.
        CellProduct::Onto onto = CellProduct::Onto::Nothing; ///< Product
        int64_t vector = 0; ///< Product
    };

    CellAtoms(const CellGraph& graph, const CellSizes& sizes);

    const CellGraph& graph() const { return m_graph; }
    size_t size() const { return m_atoms.size(); }
    int stages() const { return m_stages; }
    std::vector<Atom>& all() { return m_atoms; }
    Atom& operator[](size_t place) { return m_atoms[place]; }
    const Atom& operator[](size_t place) const { return m_atoms[place]; }
    Atom& operator[](int place) { return m_atoms[static_cast<size_t>(place)]; }
    const Atom& operator[](int place) const { return m_atoms[static_cast<size_t>(place)]; }
    Atom* find(int node, int block);
    const std::vector<Atom*>& products() const { return m_products; } ///< By stage, node, block.

    /// Whether x_t is multiplied with a parameter there.
    bool multipliesInput(const CellNode& node) const;
    CellVectorBlock vectorBlock(const Atom& parameter) const;
    /// Which block of all products of the input it is.
    int64_t inputColumn(const Atom& input) const;
    /// The product of the input in which a sum is added up; -1: none.
    int inputTerm(const Atom& sum) const;
    /// The sum that a product of the state is added to; -1: it is used otherwise.
    int soleSum(const Atom& product) const;
    bool isInSum(const Atom& term, const Atom& sum) const; ///< By one of these two.
    /// Whether a vector is an operand of instructions, not just part of products.
    bool usedByItself(const Atom& parameter) const;
    /// The sum whose gradient is that of the atom, too; -1: none.
    int sumWithSameGradient(const Atom& atom) const;
    bool hasGradientOf(const Atom& term, const Atom& sum) const;
    /// Whether a sum over all tokens has to be made of its gradient.
    bool needsGradientOfTokens(const Atom& atom) const;

private:
    int collect(int node, int block);
    int collectNormalised(int node, int block);
    int push(Atom atom);
    void countConsumers();
    void flattenSums();
    void findInstructions(Atom& sum);
    bool findBlend(Atom& sum, const Atom& first, const Atom& second);
    void findStages();
    void findNeeded();
    bool isParameter(int place) const;

    const CellGraph& m_graph;
    CellSizes m_sizes;
    std::vector<Atom> m_atoms; ///< Operands stand before what is made of them.
    std::map<std::pair<int, int>, int> m_places;
    std::vector<Atom*> m_products;
    int m_stages = 1;
};
using CellAtom = CellAtoms::Atom;

// The two halves of compiledCell().

/// Where the values lie and what computes them.
void compileValues(CellAtoms& atoms, CellProgram& program);

/// Where gradients lie and what adds to them. After compileValues().
void compileGradients(CellAtoms& atoms, CellProgram& program);

} // namespace core
