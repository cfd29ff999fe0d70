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
/// The step in whose form a setting stands; Data for an unknown one: what belongs nowhere is told
/// at the first step rather than not at all.
SetupStep stepOf(const Knowledge& knowledge, const std::string& task, const std::string& path);

/// The sections of a step as its form shows them for `task`, behind them the task's own options
/// beside them: without a heading where there is but one; "Text" is that of the source where there
/// is a target, too. The device becomes a choice of those that this machine has.
std::vector<core::OptionDescription> stepOptions(const Knowledge& knowledge, SetupStep step,
                                                 const std::string& task);

/// What stands above the steps.
std::vector<core::OptionDescription> headOptions(const Knowledge& knowledge);

/// The choice of the task; empty while there is only one.
std::vector<core::OptionDescription> taskOptions(const Knowledge& knowledge);

} // namespace ui
