#pragma once

#include "core/probe/states/live_cells.h"
#include "core/probe/trace/trace_question.h"

namespace core {

/// The linear-chain CRF of a network on a text; nullopt: it has none.
/// @param scores  [1, tokens, tags] emissions. @param predicted  the tags of the best path.
std::optional<TraceChain> chainOf(const LiveCells& model, const torch::Tensor& scores,
                                  const std::vector<std::string>& predicted);

} // namespace core
