#pragma once

#include "ui/setup/setup_panel.h"

#include <string>
#include <vector>

namespace ui {

/// The section of a spec that stands in a step's form.
std::string sectionOf(SetupStep step);
/// The task's own options; none of an unknown task.
const std::vector<core::OptionDescription>& ownOptions(const Knowledge& knowledge,
                                                       const std::string& task);
/// The step in whose form one of them stands.
SetupStep stepOf(const core::OptionDescription& own);
/// The step whose form has a setting; Data for an unknown one, so that its problem is shown.
SetupStep stepOf(const Knowledge& knowledge, const std::string& task, const std::string& path);

/// The sections of a step as its form shows them for `task`, followed by the task's own options. A
/// single section has no heading; "Text" is called "Source text" if there is a target. The device
/// is a choice of the devices of this machine.
std::vector<core::OptionDescription> stepOptions(const Knowledge& knowledge, SetupStep step,
                                                 const std::string& task);

/// The options above the steps.
std::vector<core::OptionDescription> headOptions(const Knowledge& knowledge);

/// The choice of the task; empty while there is only one.
std::vector<core::OptionDescription> taskOptions(const Knowledge& knowledge);

/// The first preset of a task (for such data, if there is one), with the device of `spec` and, if
/// the user chose it, its name.
core::Json presetSettings(const Knowledge& knowledge, const core::Json& spec,
                          const std::string& task, SetupPanel::DataFrom from);

} // namespace ui
