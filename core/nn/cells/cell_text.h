#pragma once

#include "core/nn/cells/cell_graph.h"
#include "core/nn/cells/cell_syntax.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// A cell that was typed as equations, or the first fault in them.
struct TypedCell {
    std::shared_ptr<const CellGraph> graph; ///< Null: there is a fault.
    std::optional<CellFault> fault;
};

/// The graph of a cell from its equations, one on each line:
///
///     z = sigmoid(W_z x + U_z h + b_z)
///     n = tanh(W_n x + U_n (z * h) + b_n)
///     h = (1 - z) * h + z * n
///
/// x is the input and h the output, which some line defines. A name that a line defines is the
/// value of this step below the line. In the line and above it, it is that of the step before: a
/// state. There are four states at most. "c_{t-1}" and "c_t" say the step explicitly. A name with a
/// capital letter before an operand is a matrix; its subscript names a block, so that W_f and W_i
/// are rows of one parameter. Names in lower case that no line defines are learned vectors: with a
/// subscript, "b_f", or one of the letters in kVectorLetters. "b_f := 1" lets all blocks of b begin
/// with 1.
///
/// Names are kept in ASCII where files and exported Python hold them: "c̃" becomes "c_tilde".
/// Matrices that read x or a value are initialised as in torch.nn.LSTM, vectors likewise unless
/// ":=" says otherwise. Thread-safe.
TypedCell typedCell(const std::string& text);
inline constexpr const char* kVectorLetters = "abdepquvw";

/// The same graph for the same text, for ever, so that networks can keep it.
/// @throws Error{BadSetting} with the line of the fault.
const CellGraph& cellOfText(const std::string& text);

/// "Line 2, \"gat\": ..." @param text  that the fault is in.
Message faultText(const CellFault& fault, const std::string& text);

/// The equations of a cell as they can be typed: typedCell() of them computes the same.
std::string textOfCell(const CellGraph& graph);

/// "c̃" -> "c_tilde", "α" -> "alpha"
std::string asciiName(const std::string& name);

} // namespace core
