#pragma once

#include "core/probe/attention/attention_answers.h"
#include "core/probe/states/live_cells.h"

#include <memory>

namespace core {

// The attention of networks with an encoder of texts.

std::unique_ptr<AttentionReading> openAttention(const LiveEncoder& model, const Example& example,
                                                const Monitor& monitor);
/// @pre the question has its rows.
std::unique_ptr<AttentionRows> openRows(const LiveEncoder& model,
                                        const AskAttentionScores& question, const Monitor& monitor);

} // namespace core
