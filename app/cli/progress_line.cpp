#include "app/cli/progress_line.h"

#include "app/cli/output.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace app {

namespace {

constexpr auto kRedrawInterval = std::chrono::milliseconds(100);
constexpr int kBarWidth = 24;

} // namespace

std::string progressBar(double fraction)
{
    const auto filled
        = static_cast<size_t>(std::lround(std::clamp(fraction, 0.0, 1.0) * kBarWidth));
    return "[" + std::string(filled, '#') + std::string(kBarWidth - filled, '-') + "]";
}

ProgressLine::ProgressLine() : m_terminal(::isatty(STDOUT_FILENO) == 1) { }

void ProgressLine::redraw(const std::string& line)
{
    const auto now = std::chrono::steady_clock::now();
    if (!m_terminal || now - m_drawn < kRedrawInterval)
        return;
    m_drawn = now;
    const size_t blank = m_drawnWidth > line.size() ? m_drawnWidth - line.size() : 0;
    redrawLine(line + std::string(blank, ' '));
    m_drawnWidth = line.size();
}

void ProgressLine::show(const core::Progress& progress)
{
    std::string line = progress.stage.plain();
    if (progress.fraction >= 0)
        line = progressBar(progress.fraction) + " " + line;
    redraw(line);
}

void ProgressLine::clear()
{
    if (m_drawnWidth == 0)
        return;
    redrawLine(std::string(m_drawnWidth, ' '));
    redrawLine("");
    m_drawnWidth = 0;
}

void ProgressLine::printLasting(const std::string& line)
{
    clear();
    printLine(line);
    std::fflush(stdout);
}

core::Monitor ProgressLine::monitor()
{
    return {{}, [this](const core::Progress& each) { show(each); }};
}

} // namespace app
