#pragma once

#include "core/base/message.h"
#include "core/experiment/spec.h"

#include <filesystem>
#include <vector>

namespace core {

/// Compares the settings that a run was trained with up to its checkpoint with those that it is to
/// be resumed with. What may change in a run that has begun (what can be tuned, places of files,
/// the machine) is told in `notes`.
/// @param run  for the sentence of an error.
/// @throws Error{BadSetting} naming each setting that decides the run, its old and its new value.
void checkChangedSettings(const ExperimentSpec& before, const ExperimentSpec& now,
                          const std::filesystem::path& run, std::vector<Message>& notes);

} // namespace core
