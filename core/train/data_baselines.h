#pragma once

#include "core/base/monitor.h"
#include "core/experiment/spec.h"
#include "core/probe/baselines/baseline_questions.h"

namespace core {

/// The baselines of the validation data of a set-up, without a run: the vocabulary is learned as a
/// training would learn it. A run with the same data and vocabulary finds them in the cache.
/// @throws Error{BadData, BadSetting, FileMissing, FileMalformed, FileUnwritable, Cancelled}.
BaselineReport dataBaselines(const ExperimentSpec& spec, const Monitor& monitor);

} // namespace core
