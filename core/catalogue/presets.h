#pragma once

#include "core/task/task_kinds.h"

#include <string>
#include <vector>

namespace core {

/// The presets of all tasks; the first is the bundled sample's, "reviews".
const std::vector<Preset>& presets();

/// @throws Error{BadSetting} listing the names there are.
const Preset& findPreset(const std::string& id);

} // namespace core
