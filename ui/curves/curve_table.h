#pragma once

#include "ui/curves/curve_plot.h"
#include "ui/figure/table_text.h"

#include <string>
#include <vector>

namespace ui {

/// The scores that any of the runs has: those that tasks describe first, in that order.
std::vector<std::string> scoreNames(const std::vector<CurveSource>& sources);
/// Share of unknown tokens in the last validation of each run that measures it.
std::vector<double> unknownShares(const std::vector<CurveSource>& sources);

/// Every point of the runs, one row an update and one an epoch:
/// run,event,step,epoch,tokens,seconds,loss,smoothed_loss,accuracy,smoothed_accuracy,
/// learning_rate,gradient_norm,clipped,tokens_per_second,teacher_forcing,valid_loss,valid_accuracy,
/// one column for each score that any of the runs has ("valid_bleu"), best. The column of teacher
/// forcing is left out where none of the runs uses it. An epoch's loss and accuracy are its means
/// over the training texts.
void writeCurves(TableText& table, const std::vector<CurveSource>& sources);

} // namespace ui
