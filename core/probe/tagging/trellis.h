#pragma once

#include "core/nn/layers/crf.h"
#include "core/probe/tagging/tagging_questions.h"

namespace core {

/// Fills in all that follows from tokens, tags, emissions, `constrained` and the learned scores
/// (on the CPU; zero without a CRF).
void fillTrellis(Trellis& trellis, const CrfScores& learned, const AskTrellis& question);

} // namespace core
