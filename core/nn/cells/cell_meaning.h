#pragma once

#include "core/nn/cells/cell_syntax.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// The meaning of the names in the equations of a typed cell: which are states, which values of
/// this step or the one before, which learned vectors and matrices, and how these share parameters.
class CellMeaning {
public:
    /// @throws InvalidCell at the first name that has no meaning.
    explicit CellMeaning(const CellSyntax& syntax);

    /// The definition that a name means, and whether it is that of the step before.
    struct Meaning {
        std::optional<size_t> line; ///< None: x or a vector.
        bool before = false;
    };
    /// A parameter with its blocks, in the order in which they are met.
    struct Parameter {
        std::string name;
        std::vector<std::string> blocks;
    };

    const CellSyntax& syntax() const { return m_syntax; }
    const std::vector<std::string>& states() const { return m_states; } ///< h first.
    bool isState(const std::string& name) const;
    /// @param line  number of the line that reads the name.
    Meaning meaningOf(const CellExpression& name, size_t line) const;
    /// The parameters, by vectorKey() and keyOf().
    const std::map<std::string, Parameter>& parameters() const { return m_parameters; }
    static std::string vectorKey(const std::string& symbol) { return "vector " + symbol; }
    /// @param matrix  in front of its operand, in this line.
    std::string keyOf(const CellExpression& matrix, size_t line) const;

    /// "W_i" -> "W" and "i"
    static std::pair<std::string, std::string> divided(const std::string& name);

private:
    void addDefinition(size_t place);
    void resolve(const CellExpression& each, size_t line);
    /// Whether it is the same at every step.
    bool isConstant(const CellExpression& each) const;
    /// Vectors are added or multiplied to values that change: alone they need no function.
    void checkChange(const CellExpression& each) const;
    void addState(const std::string& name);
    void addVector(const CellExpression& each);
    void addBlock(const std::string& key, const std::string& block);
    void addMatrix(const CellExpression& each, size_t line);
    void addNormalised(const CellExpression& each, size_t line);
    /// The same text for the same value.
    std::string canonical(const CellExpression& each, size_t line) const;
    /// Refuses lines that nothing reads: their parameters would learn nothing.
    void checkUse() const;
    /// h comes first, whether the step before is read or not.
    void addStates();
    /// The engine needs something learned for the sizes, and states that are computed: a product or
    /// the output as a norm by itself has no place where a step could keep it.
    void checkStates() const;
    /// Names the parameters: by their symbol, and where several have it by their blocks as well.
    void gatherBlocks();
    static std::string matrixKey(const std::string& symbol, const std::string& operand)
    {
        return "matrix " + symbol + " " + operand;
    }

    const CellSyntax& m_syntax;
    std::map<std::string, size_t> m_lines; ///< By the name that they define.
    std::map<size_t, std::set<size_t>> m_reads; ///< Lines that a line reads.
    std::set<size_t> m_readers; ///< Lines that read x.
    std::vector<std::string> m_states;
    std::set<std::string> m_names; ///< Definitions in ASCII.
    std::set<std::string> m_vectors, m_factors; ///< Symbols; the latter of those that multiply.
    std::map<std::string, std::string> m_operands; ///< By the name of the matrix.
    /// Matrices that have their blocks from the LN(...) around them.
    std::set<const CellExpression*> m_joined;
    std::map<std::string, Parameter> m_parameters;
    std::vector<std::string> m_order; ///< Their keys as they are met.
};

/// @param at  an expression or a line. @throws InvalidCell.
template <class Place>
[[noreturn]] void refuseMeaning(const Place& at, Message what, Message advice)
{
    refuseCell(at.begin, at.end, std::move(what), std::move(advice));
}

} // namespace core
