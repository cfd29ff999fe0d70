#pragma once

#include "core/base/monitor.h"

#include <chrono>
#include <string>

namespace app {

/// A line at the foot of the terminal that is redrawn in place while something lasts. Without a
/// terminal (a log file) only the lines that stay are written.
class ProgressLine {
public:
    ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    ~ProgressLine() { clear(); }

    void redraw(const std::string& line); ///< Ten times a second at most.
    void show(const core::Progress& progress); ///< With a bar where its end is known.
    void printLasting(const std::string& line); ///< In place of what was drawn.
    /// Shows the progress of a job that runs while this object lives.
    core::Monitor monitor();

private:
    void clear();

    std::chrono::steady_clock::time_point m_drawn;
    bool m_terminal = false;
    size_t m_drawnWidth = 0;
};

/// "[######------]"
std::string progressBar(double fraction);

} // namespace app
