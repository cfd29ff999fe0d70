#pragma once

#include "core/probe/translation/translation_inspection.h"

#include <QString>

namespace ui {

/// "probability 0.31 (log -1.17); likeliest: "cat" 0.42".
QString targetTokenRemark(const core::TargetToken& token);
/// The same with the token's text in front.
QString targetTokenText(const core::TargetToken& token);

/// Names the network, and reports truncated, unknown or unfinished texts in sentences.
QString translationState(const core::TranslationInspection& inspection);

/// The whole view in words, for screen readers and for copying: source, translation, the loss of
/// each token, and of the map `map` (an index; -1: none) where each row looks most.
QString translationText(const core::TranslationInspection& inspection, int map);

/// Where the reference and the network's own translation part, in a sentence.
QString comparisonText(const core::TeacherComparison& comparison);

} // namespace ui
