#pragma once

#include "core/base/json.h"
#include "core/base/option.h"
#include "core/nn/cells/cell_graph.h"

#include <string>
#include <vector>

// The option of networks whose cell is typed as equations.

namespace core {

inline constexpr const char* kTypedCell = "typed_cell"; ///< Beside the ids of namedCells().

/// The cell with which typing begins: an LSTM.
inline constexpr const char* kTypedExample = "i = sigmoid(W_i x + U_i h + b_i)\n"
                                             "f = sigmoid(W_f x + U_f h + b_f)\n"
                                             "g = tanh(W_g x + U_g h + b_g)\n"
                                             "o = sigmoid(W_o x + U_o h + b_o)\n"
                                             "c = f * c + i * g\n"
                                             "h = o * tanh(c)\n";

/// "cell_text". @param help  a sentence in front of the usual ones; may be empty.
OptionDescription cellTextOption(const std::string& help = {});
/// "compared_with": a known cell that is trained after the typed one, or "none".
OptionDescription comparedCellOption();
/// The equations of the known cell that "compared_with" of a network names; empty for none, and
/// for a network whose cell is not typed.
std::string comparedEquations(const Selection& network);
/// Refuses equations that cannot be compiled, with their line.
/// @param options  those of model.network.
void checkCellText(const Json& options, std::vector<Problem>& problems);

/// The cell with this id, or for kTypedCell that of the equations; for ever.
/// @throws Error{BadSetting} for equations that cannot be compiled.
const CellGraph& cellNamed(const std::string& id, const std::string& equations);

} // namespace core
