#pragma once

#include "ui/curves/curve_plot.h"
#include "ui/figure/figure.h"
#include "ui/series/run_curves.h"

#include <QString>

#include <string>
#include <vector>

namespace ui {

/// The scores of all runs: those that tasks describe first, in that order.
std::vector<std::string> scoreNames(const std::vector<CurveSource>& sources);
/// Share of unknown tokens in the last validation of each run that reports it.
std::vector<double> unknownShares(const std::vector<CurveSource>& sources);

/// Writes every point of the runs, one row for each update and each epoch:
/// run,event,step,epoch,tokens,seconds,loss,smoothed_loss,accuracy,smoothed_accuracy,
/// learning_rate,gradient_norm,clipped,tokens_per_second,teacher_forcing,valid_loss,valid_accuracy,
/// one column for each score that any of the runs has ("valid_bleu"), best. The column of teacher
/// forcing is left out where none of the runs uses it. An epoch's loss and accuracy are its means
/// over the training texts.
void writeCurves(TableText& table, const std::vector<CurveSource>& sources);

/// The state of a run in a sentence, for users who cannot see the curves:
/// "validation loss has risen for 2 epochs; best was epoch 3, 0.412".
/// @param monitor  the measure of the best epoch: "valid_accuracy".
QString curveSentence(const RunCurves& curves, const std::string& monitor);

} // namespace ui
