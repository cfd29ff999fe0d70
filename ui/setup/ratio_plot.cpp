#include "ui/setup/ratio_plot.h"

#include "ui/text/sentences.h"

#include <cmath>

namespace ui {

RatioPlot::RatioPlot(QWidget* parent) : HistogramPlot(parent)
{
    setObjectName(QStringLiteral("ratioPlot"));
    setAxisTitles(tr("target / source words"), {});
}

void RatioPlot::setRatios(const core::RatioHistogram& ratios)
{
    std::vector<double> bounds = ratios.upperBounds;
    if (!bounds.empty() && !std::isfinite(bounds.back())) // "And more": as wide as the first.
        bounds.back() = bounds.size() > 1 ? bounds[bounds.size() - 2] + bounds.front() : 1.0;
    setBins(bounds, ratios.counts);
    const QString median = value(ratios.median);
    if (ratios.counts.empty())
        clearMark();
    else
        setMark(ratios.median, tr("median %1").arg(median), median);
    setAccessibleTexts(
        tr("Length ratios of the pairs"),
        tr("In the median a target has %1 times as many words as its source.").arg(median));
}

} // namespace ui
