#pragma once

#include "core/train/training.h"

#include <chrono>
#include <string>

namespace app {

/// Shows a training in the terminal: a progress bar that is redrawn in place, one line an epoch.
/// Without a terminal (a log file) only the lines. Called on the training's thread.
class TerminalReport {
public:
    TerminalReport();
    core::TrainingListener listener();

private:
    void progress(const core::Progress& progress);
    void started(const core::StartReport& report);
    void updated(const core::UpdateReport& report);
    void epochEnded(const core::EpochReport& report);
    void changed(const core::ChangeReport& report);
    void ended(const core::EndReport& report);
    void redraw(const std::string& line);
    void printLasting(const std::string& line); ///< In place of what was drawn.

    core::StartReport m_start;
    std::chrono::steady_clock::time_point m_drawn;
    double m_smoothedLoss = 0.0, m_weight = 0.0;
    std::vector<core::Score> m_smoothedScores;
    bool m_terminal = false;
    size_t m_drawnWidth = 0;
};

/// One JSON object a line on standard output, as in events.jsonl.
core::TrainingListener jsonReport();

} // namespace app
