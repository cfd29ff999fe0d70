#pragma once

#include "core/train/run_folder.h"

#include <QMetaType>
#include <QString>

namespace ui {

/// A run as every view knows it.
struct RunRow {
    QString id; ///< Path of the run folder; names the run everywhere.
    core::RunSummary summary;
    core::LossDescription loss = core::crossEntropyLoss(); ///< Of its task.
    QString task; ///< Its title.
    QString data; ///< Title of the sample, or name of the first file.
    int colourIndex = 0; ///< Theme::series; of this run for good.
    bool shown = true; ///< Drawn in the curves.
    bool live = false; ///< Being trained at this moment.
    bool deletable = false; ///< It lies in the program's own folder of runs.
};

/// Whether the curves of two runs may stand on one axis: the runs learn the same task by the same
/// loss.
inline bool comparable(const RunRow& a, const RunRow& b)
{
    return a.summary.spec.task.kind == b.summary.spec.task.kind && a.loss == b.loss;
}

} // namespace ui
