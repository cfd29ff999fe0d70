#pragma once

#include "core/base/message.h"
#include "core/experiment/spec.h"

#include <vector>

namespace core {

/// What a run with this spec would take over from the one that it starts from, and what not, said
/// before it begins. On the compute thread.
/// @return nothing when it starts from fresh weights. @throws Error{FileMissing, FileMalformed,
/// BadSetting}.
std::vector<Message> plannedTransfer(const ExperimentSpec& spec);

} // namespace core
