#pragma once

#include "app/cli/progress_line.h"
#include "core/train/training.h"

#include <vector>

namespace app {

/// Shows a training in the terminal: a progress bar that is redrawn in place, one line an epoch.
/// Without a terminal (a log file) only the lines. Called on the training's thread.
class TerminalReport {
public:
    core::TrainingListener listener();

private:
    void started(const core::StartReport& report);
    void updated(const core::UpdateReport& report);
    void epochEnded(const core::EpochReport& report);
    void changed(const core::ChangeReport& report);
    void ended(const core::EndReport& report);

    ProgressLine m_line;
    core::StartReport m_start;
    double m_smoothedLoss = 0.0, m_weight = 0.0;
    std::vector<core::Score> m_smoothedScores;
};

/// One JSON object a line on standard output, as in events.jsonl.
core::TrainingListener jsonReport();

} // namespace app
