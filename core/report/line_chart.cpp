#include "core/report/line_chart.h"

#include "core/report/html.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace core {

namespace {

constexpr double kChartWidth = 720.0, kChartHeight = 300.0; ///< User units of the SVG.
constexpr double kChartLeft = 72.0, kChartRight = 16.0, kChartTop = 12.0, kChartBottom = 46.0;
constexpr double kLegendLine = 20.0; ///< Height of a line of the legend.
constexpr size_t kMostMarks = 40; ///< A line with more points has no marks.

/// Colours that people with colour-blindness can tell apart (Okabe and Ito, 2008).
constexpr std::array<const char*, 7> kChartColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                   "#56b4e9", "#e69f00", "#000000"};
constexpr std::array<const char*, 4> kDashes{
    "", " stroke-dasharray=\"6 3\"", " stroke-dasharray=\"2 2\"", " stroke-dasharray=\"8 3 2 3\""};

template <class... Values> std::string printed(const char* format, Values... values)
{
    std::array<char, 400> text{};
    std::snprintf(text.data(), text.size(), format, values...); // NOLINT(*-vararg)
    return text.data();
}

std::string numberAt(double value)
{
    return printed("%.5g", std::abs(value) < 1e-12 ? 0.0 : value);
}

/// The values between which an axis runs, and the distance of its ticks.
struct ChartAxis {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    double step = 1.0;

    void include(double value)
    {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    bool isEmpty() const { return low > high; }
    /// Ends at ticks whose distance is 1, 2 or 5 times a power of ten.
    /// @param least  the least distance.
    void round(int ticks, double least)
    {
        if (high <= low) { // A single value.
            const double margin = low == 0.0 ? 1.0 : std::abs(low) * 0.1;
            low -= margin;
            high += margin;
        }
        const double rough = std::max((high - low) / ticks, least);
        const double power = std::pow(10.0, std::floor(std::log10(rough)));
        step = 10.0 * power;
        for (const double factor : {5.0, 2.0, 1.0})
            if (factor * power >= rough)
                step = factor * power;
        low = std::floor(low / step) * step;
        high = std::ceil(high / step) * step;
    }
    double share(double value) const { return (value - low) / (high - low); }
};

bool isDrawn(const ChartLine& line, size_t i)
{
    return std::isfinite(line.x[i]) && std::isfinite(line.y[i]);
}

/// Epochs and updates are counted.
bool isWhole(const LineChart& chart)
{
    return std::all_of(chart.lines.begin(), chart.lines.end(), [](const ChartLine& line) {
        return std::all_of(line.x.begin(), line.x.end(),
                           [](double value) { return value == std::floor(value); });
    });
}

class ChartWriter {
public:
    explicit ChartWriter(const LineChart& chart) : m_chart(chart)
    {
        for (const ChartLine& line : chart.lines)
            for (size_t i = 0; i < line.x.size(); ++i)
                if (isDrawn(line, i)) {
                    m_x.include(line.x[i]);
                    m_y.include(line.y[i]);
                }
        m_x.round(8, isWhole(chart) ? 1.0 : 0.0);
        m_y.round(5, 0.0);
        m_top = kChartTop + kLegendLine * double(chart.lines.size());
        m_height = kChartHeight + kLegendLine * double(chart.lines.size());
    }

    std::string written()
    {
        m_svg = printed("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"%g\" "
                        "height=\"%g\" viewBox=\"0 0 %g %g\" font-family=\"sans-serif\" "
                        "font-size=\"13\">\n",
                        kChartWidth, m_height, kChartWidth, m_height)
            + "<title>" + escapedHtml(m_chart.title) + "</title>\n<desc>"
            + escapedHtml(wordsOf(m_chart)) + "</desc>\n"
            + printed("<rect width=\"%g\" height=\"%g\" fill=\"#ffffff\"/>\n", kChartWidth,
                      m_height);
        addAxes();
        for (size_t i = 0; i < m_chart.lines.size(); ++i)
            addLine(i);
        return m_svg + "</svg>\n";
    }

private:
    double x(double value) const
    {
        return kChartLeft + m_x.share(value) * (kChartWidth - kChartLeft - kChartRight);
    }
    double y(double value) const
    {
        return m_height - kChartBottom - m_y.share(value) * (m_height - kChartBottom - m_top);
    }

    void addAxes()
    {
        const double bottom = m_height - kChartBottom, right = kChartWidth - kChartRight;
        for (int i = 0; m_y.low + i * m_y.step <= m_y.high + 0.5 * m_y.step; ++i) {
            const double value = m_y.low + i * m_y.step;
            m_svg += printed("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
                             "stroke=\"#dddddd\"/>\n",
                             kChartLeft, y(value), right, y(value));
            addText(kChartLeft - 8.0, y(value) + 4.5, "end", numberAt(value));
        }
        for (int i = 0; m_x.low + i * m_x.step <= m_x.high + 0.5 * m_x.step; ++i) {
            const double value = m_x.low + i * m_x.step;
            m_svg += printed("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" "
                             "stroke=\"#555555\"/>\n",
                             x(value), bottom, x(value), bottom + 5.0);
            addText(x(value), bottom + 19.0, "middle", numberAt(value));
        }
        m_svg += printed("<path d=\"M%.1f %.1fV%.1fH%.1f\" fill=\"none\" stroke=\"#555555\"/>\n",
                         kChartLeft, m_top, bottom, right);
        addText((kChartLeft + right) / 2.0, m_height - 8.0, "middle", m_chart.xTitle);
        const double middle = (m_top + bottom) / 2.0;
        m_svg += printed("<text x=\"16\" y=\"%.1f\" text-anchor=\"middle\" fill=\"#222222\" "
                         "transform=\"rotate(-90 16 %.1f)\">",
                         middle, middle)
            + escapedHtml(m_chart.yTitle) + "</text>\n";
    }

    void addText(double x, double y, const char* anchor, const std::string& text)
    {
        m_svg += printed("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"#222222\">", x, y,
                         anchor)
            + escapedHtml(text) + "</text>\n";
    }

    std::string strokeOf(size_t line) const
    {
        return printed("fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s",
                       kChartColours[line % kChartColours.size()], kDashes[line % kDashes.size()]);
    }

    void addLine(size_t number)
    {
        const ChartLine& line = m_chart.lines[number];
        std::string path, marks;
        bool joined = false;
        for (size_t i = 0; i < line.x.size(); ++i) {
            if (isDrawn(line, i)) {
                path += printed("%c%.1f %.1f", joined ? 'L' : 'M', x(line.x[i]), y(line.y[i]));
                marks += markAt(number, x(line.x[i]), y(line.y[i]));
            }
            joined = isDrawn(line, i);
        }
        const double legend = kChartTop + kLegendLine * (double(number) + 0.5);
        path += printed("M%.1f %.1fh28", kChartLeft, legend);
        m_svg += "<path d=\"" + path + "\" " + strokeOf(number) + "/>\n";
        if (line.x.size() <= kMostMarks)
            m_svg += marks + markAt(number, kChartLeft + 14.0, legend);
        addText(kChartLeft + 36.0, legend + 4.5, "start", line.name);
    }

    /// A circle, a square, a triangle or a diamond.
    static std::string markAt(size_t line, double x, double y)
    {
        const char* const colour = kChartColours[line % kChartColours.size()];
        switch (line % 4) {
        case 0:
            return printed("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>\n", x, y,
                           colour);
        case 1:
            return printed("<path d=\"M%.1f %.1fh6v6h-6z\" fill=\"%s\"/>\n", x - 3.0, y - 3.0,
                           colour);
        case 2:
            return printed("<path d=\"M%.1f %.1fl4 7h-8z\" fill=\"%s\"/>\n", x, y - 4.0, colour);
        default:
            return printed("<path d=\"M%.1f %.1fl4 4l-4 4l-4 -4z\" fill=\"%s\"/>\n", x, y - 4.0,
                           colour);
        }
    }

    const LineChart& m_chart;
    ChartAxis m_x, m_y;
    double m_top = 0.0, m_height = 0.0;
    std::string m_svg;
};

} // namespace

bool LineChart::isEmpty() const
{
    return std::none_of(lines.begin(), lines.end(), [](const ChartLine& line) {
        for (size_t i = 0; i < line.x.size(); ++i)
            if (isDrawn(line, i))
                return true;
        return false;
    });
}

std::string svgOf(const LineChart& chart)
{
    return ChartWriter(chart).written();
}

std::string wordsOf(const LineChart& chart)
{
    std::string words;
    for (const ChartLine& line : chart.lines) {
        std::vector<size_t> drawn;
        for (size_t i = 0; i < line.x.size(); ++i)
            if (isDrawn(line, i))
                drawn.push_back(i);
        if (drawn.empty())
            continue;
        const auto [least, most] = std::minmax_element(
            drawn.begin(), drawn.end(), [&](size_t a, size_t b) { return line.y[a] < line.y[b]; });
        words += (words.empty() ? "" : " ") + line.name + ": from "
            + numberAt(line.y[drawn.front()]) + " to " + numberAt(line.y[drawn.back()]) + ", least "
            + numberAt(line.y[*least]) + " at " + chart.xTitle + ' ' + numberAt(line.x[*least])
            + ", most " + numberAt(line.y[*most]) + " at " + chart.xTitle + ' '
            + numberAt(line.x[*most]) + '.';
    }
    return words;
}

} // namespace core
