#pragma once

#include "core/experiment/spec.h"

#include <string>

namespace app {

/// What runs on these data are called while nobody gives them a name: "spam" for /data/spam.csv,
/// "imdb" for /data/imdb/train. Empty: there is nothing to go by.
std::string proposedName(const core::DataSpec& data);

/// Whether a person has chosen the name of `spec`, rather than a preset or proposedName().
bool hasOwnName(const core::ExperimentSpec& spec);

} // namespace app
