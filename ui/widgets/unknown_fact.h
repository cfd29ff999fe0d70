#pragma once

#include "ui/widgets/facts_row.h"

namespace ui {

/// What stands beside a perplexity: the share of tokens that the vocabulary lacks, and the
/// perplexity without them. @param knownPerplexity  as core::TokenLoss has it.
Fact unknownFact(double share, double knownPerplexity);

} // namespace ui
