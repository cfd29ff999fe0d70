#pragma once

#include "core/base/message.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// A fault in the equations of a cell and the bytes of the text that it is about.
struct CellFault {
    size_t begin = 0, end = 0;
    Message what, advice;
};

/// Thrown where a text is read, to leave nested expressions; typedCell() returns what it holds.
struct InvalidCell {
    CellFault fault;
};

/// @throws InvalidCell.
[[noreturn]] void refuseCell(size_t begin, size_t end, Message what, Message advice = {});

/// The step to which a name belongs.
enum class CellTime {
    Open, ///< "h": of this step where a line above defines it, else of the step before.
    Now, ///< "h_t"
    Before ///< "h_{t-1}"
};

/// An expression as it was typed.
struct CellExpression {
    enum class Kind {
        Name, ///< "h", "b_i", "x"
        Apply, ///< "W_i x": a matrix times its operand
        Add,
        Multiply,
        OneMinus,
        Sigmoid,
        Tanh,
        Relu,
        Normalise ///< "LN(v)", or "LN(W x)_i": a block of what is normalised as a whole.
    };

    Kind kind = Kind::Name;
    size_t begin = 0, end = 0; ///< Bytes of the text.
    std::string name{}; ///< Name: without its time; Apply: the matrix; Normalise: the block.
    CellTime time = CellTime::Open;
    std::vector<CellExpression> operands{};
};

/// "name = expression"
struct CellLine {
    std::string name;
    size_t begin = 0, end = 0; ///< Bytes of the name.
    CellExpression value;
};

/// "b_f := 1": the value with which the numbers of a vector begin.
struct CellBeginning {
    std::string name;
    size_t begin = 0, end = 0;
    bool isOne = false; ///< Else zero.
};

/// The lines of a text, or its first fault.
struct CellSyntax {
    std::vector<CellLine> lines;
    std::vector<CellBeginning> beginnings;
    std::optional<CellFault> fault;
};

/// Divides the text of a cell into lines and expressions. Lines end at line breaks and semicolons;
/// "#" begins a remark. Products of elements are written *, ⊙ or ∘; a matrix stands before its
/// operand, "W x". Time is written "_t", "_{t-1}" or left out. Functions: sigmoid or σ, tanh, relu
/// or ReLU, LN.
/// @param text  UTF-8; of kLongestCell bytes at most.
CellSyntax readCellSyntax(const std::string& text);
inline constexpr size_t kLongestCell = 4000;

} // namespace core
