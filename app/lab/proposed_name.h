#pragma once

#include "core/experiment/spec.h"

#include <string>

namespace app {

/// The default name of runs on these data: "spam" for /data/spam.csv, "imdb" for /data/imdb/train.
/// Empty: none.
std::string proposedName(const core::DataSpec& data);

/// Whether the user chose the name of `spec`; not a preset or proposedName().
bool hasOwnName(const core::ExperimentSpec& spec);

} // namespace app
