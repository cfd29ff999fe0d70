#pragma once

#include "core/probe/states/batch_gradients.h"
#include "core/probe/states/state_questions.h"
#include "ui/gradients/flow_plot.h"
#include "ui/series/run_curves.h"

#include <QString>

#include <vector>

namespace ui {

/// The recurrent matrices, and how the gradient changes through the sentence.
QString matricesText(const core::GradientFlow& flow);
/// The norms after each word.
QString flowWords(const core::GradientFlow& flow);

/// Where texts of different lengths are laid side by side.
enum class Aligned { AtEnd, AtStart };

/// For each state the mean norm over the texts that have a step, dashed except for the first state,
/// with the quartiles as a band around it. Time goes to the right; Aligned::AtEnd: the last step is
/// 0.
/// @param run  before the names of the states; empty: nothing.
std::vector<FlowPlot::Line> batchLines(const core::BatchGradients& batch, Aligned aligned,
                                       const QString& run, int colour);
QString stepTitle(Aligned aligned); ///< Title of the axis.
/// Describes the texts, and how the gradient changes through them.
QString batchText(const core::BatchGradients& batch);
/// Everything in words: also of each step, and the texts.
QString batchWords(const core::BatchGradients& batch, Aligned aligned);

/// The last update of each epoch.
std::vector<core::UpdatePlace> epochEnds(const RunCurves& run, const core::ExperimentSpec& spec);

} // namespace ui
