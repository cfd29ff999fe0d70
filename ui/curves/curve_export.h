#pragma once

#include "ui/curves/curve_legend.h"
#include "ui/curves/curve_plot.h"
#include "ui/widgets/picture_file.h"

#include <string>
#include <utility>
#include <vector>

namespace ui {

/// What a picture of the curves is made of: the legend above the plots, each plot where it stands
/// in the window.
struct CurvePicture {
    const CurveLegend* legend = nullptr;
    std::vector<std::pair<CurvePlot*, QRect>> plots;
    int width = 0; ///< In device-independent pixels.
};

/// @throws core::Error{FileUnwritable}.
void saveCurves(const CurvePicture& picture, PictureFormat format, const QString& path);

/// The scores that any of the runs has: those that tasks describe first, in that order.
std::vector<std::string> scoreNames(const std::vector<CurveSource>& sources);

/// Every point of the runs as text, one line an update and one an epoch:
/// run,event,step,epoch,tokens,seconds,loss,smoothed_loss,accuracy,smoothed_accuracy,
/// learning_rate,gradient_norm,clipped,tokens_per_second,teacher_forcing,valid_loss,valid_accuracy,
/// one column for each score that any of the runs has ("valid_bleu"), best. The column of teacher
/// forcing is left out where none of the runs uses it. An epoch's loss and accuracy are its means
/// over the training texts. Numbers read back to the same bits; what is not finite is left empty.
std::string curvesCsv(const std::vector<CurveSource>& sources);

} // namespace ui
