#pragma once

#include "core/experiment/spec.h"

namespace core {

/// @throws Error{BadSetting} when `spec` names both a sample and files: one of them would be
/// ignored, and nobody would notice which.
void checkOneSource(const DataSpec& spec);

} // namespace core
