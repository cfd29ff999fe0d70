#pragma once

#include "ui/setup/setup_panel.h"

#include <string>
#include <vector>

namespace ui {

/// Sections of a spec that stand in one step's form; those of other tasks among them.
const std::vector<std::string>& sectionsOf(SetupStep step);
/// The step in whose form the section `name` stands; Data for an unknown one: what belongs nowhere
/// is told at the first step rather than not at all.
SetupStep stepOf(const std::string& name);

/// The sections of a step as its form shows them for `task`: without a heading where there is but
/// one; "Text" is that of the source where there is a target, too; what follows the main section
/// of the training is folded. The device becomes a choice of those that this machine has.
std::vector<core::OptionDescription> stepOptions(const Knowledge& knowledge, SetupStep step,
                                                 const std::string& task);

/// What stands above the steps.
std::vector<core::OptionDescription> headOptions(const Knowledge& knowledge);

/// The choice of the task; empty while there is only one.
std::vector<core::OptionDescription> taskOptions(const Knowledge& knowledge);

} // namespace ui
