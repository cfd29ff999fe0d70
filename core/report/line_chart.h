#pragma once

#include <string>
#include <vector>

namespace core {

/// A line of a chart; numbers that are not finite leave a gap.
struct ChartLine {
    std::string name;
    std::vector<double> x, y; ///< Equally many.
};

/// Curves over a common axis.
struct LineChart {
    std::string title;
    std::string xTitle, yTitle;
    std::vector<ChartLine> lines;
    bool isEmpty() const; ///< There is no number to draw.
};

/// The chart as an SVG element, with lines and texts as such. The lines differ in colour, dashes
/// and marks, so that they can be told apart in print as well.
/// @pre !chart.isEmpty().
std::string svgOf(const LineChart& chart);
/// The chart in words: where each line begins and ends, and its extremes.
std::string wordsOf(const LineChart& chart);

} // namespace core
