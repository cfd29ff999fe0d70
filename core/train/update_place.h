#pragma once

#include "core/experiment/spec.h"
#include "core/task/updates/update_questions.h"
#include "core/train/run_folder.h"

#include <optional>

namespace core {

/// Which batch an update of a run was, as far as its events tell: the epoch, where that begins, and
/// how large batches were.
/// @param spec  of the run as it is now, with its changes. @return nothing where no event speaks of
/// the update. Torch-free; any thread.
std::optional<UpdatePlace> placeOfUpdate(const RunHistory& history, const ExperimentSpec& spec,
                                         int64_t step);

} // namespace core
