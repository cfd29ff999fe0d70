#pragma once

#include "core/base/option.h"

#include <string>

namespace app {

/// "training.epochs=10": the option with its default value. A section has none.
/// @param path  of the section that holds it, with a dot behind; else empty.
std::string optionWithDefault(const core::OptionDescription& option, const std::string& path);

/// "Epochs; 1 to 100000 epochs"
std::string labelAndRange(const core::OptionDescription& option);

} // namespace app
