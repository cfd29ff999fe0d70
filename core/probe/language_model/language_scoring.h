#pragma once

#include "core/probe/language_model/language_reading.h"

namespace core {

/// Reads all rows of a set as the validation reads them, and says how well: the losses are equal.
ScoredReadings scoreRows(const ViewedLanguageModel& model, const CorpusPart& rows,
                         const Monitor& monitor);

} // namespace core
