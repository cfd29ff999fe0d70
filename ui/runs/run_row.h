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
    int colourIndex = 0; ///< Theme::series; kept for as long as the run is listed.
    bool shown = true; ///< Drawn in the curves.
    bool live = false; ///< Being trained at this moment.
};

} // namespace ui
