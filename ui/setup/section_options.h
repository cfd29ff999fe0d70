#pragma once

#include "ui/setup/setup_panel.h"

#include <string>
#include <vector>

namespace ui {

/// The options of a spec's section as the set-up shows them: the device becomes a choice of those
/// that this machine has.
std::vector<core::OptionDescription> sectionOptions(const Knowledge& knowledge,
                                                    const std::string& section);

/// What stands above the steps: the name, and the task once there is more than one.
std::vector<core::OptionDescription> headOptions(const Knowledge& knowledge);

} // namespace ui
