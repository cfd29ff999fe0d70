#pragma once

#include "core/probe/texts/inspection.h"

#include <QString>

namespace ui {

/// The whole view in words, for screen readers and for copying: prediction, tokens, the tokens of
/// the largest weights, and of the map `map` (an index; -1: none) where each word looks most.
QString inspectionText(const core::Inspection& inspection, int map);

/// "After update 1,240 in epoch 3; 12 tokens, 1 of them unknown; ...": names the network and the
/// part of the text.
QString inspectionState(const core::Inspection& inspection);

} // namespace ui
