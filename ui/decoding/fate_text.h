#pragma once

#include "ui/decoding/decoding_steps.h"
#include "ui/text/score_text.h"

#include <QString>

#include <vector>

namespace ui {

/// "kept", "finished", "dropped": for a table.
QString fateWord(core::Fate fate);

/// Why a candidate became what it became, as it was known after `step`: "Dropped: its score −4.21
/// is below the 5th best, −3.87."
QString fateSentence(const DecodingSteps& search, int32_t node, int step);

/// Token, numbers and fate of a node in sentences, for hover and screen readers.
QString nodeSentence(const DecodingSteps& search, int32_t node, int step);

/// Candidates that were weighed but are not listed; empty when all are.
QString unlistedSentence(const DecodingSteps& search, int step);

/// Describes a step: "Step 3 of 12: 5 of 40 candidates go on ..."; at the end also why it stopped.
QString stepSentence(const DecodingSteps& search, int step);

/// Where the answers of searches part, known up to `step`; empty for fewer than two.
QString partingSentence(const std::vector<const DecodingSteps*>& searches,
                        const QStringList& titles, int step);

/// "43.1 %"; "0.012 %" where one decimal would hide it.
QString probabilityText(double logProbability);

} // namespace ui
