#pragma once

#include "core/probe/live_model.h"
#include "core/probe/texts/inspection.h"
#include "ui/setup/setup_panel.h"

/// Values as the window meets them, made by hand: a catalogue with every option type, and what the
/// services would answer. Small; of the real registries it reads only the list of views.
namespace fixture {

core::Catalogue catalogue();
std::vector<core::OptionDescription> specOptions();
core::Json spec(); ///< Complete, as validation would leave it.
core::Json translationSpec();
ui::Knowledge knowledge();

core::DataPreview dataPreview();
core::DataPreview pairPreview();
core::TextPreview textPreview();
core::PairTextPreview pairTextPreview();
core::ModelSummary modelSummary();
core::ScheduleCurve scheduleCurve();
core::TeacherForcingCurve teacherForcingCurve();
std::vector<core::PositionTable> positions(); ///< Sinusoidal, 120 x 64.

core::OptionDescription integer(const std::string& name, const std::string& label, int64_t standard,
                                double minimum, double maximum);
core::OptionDescription real(const std::string& name, const std::string& label, double standard,
                             double minimum, double maximum);

} // namespace fixture
