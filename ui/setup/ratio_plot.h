#pragma once

#include "core/data/preview.h"
#include "ui/setup/histogram_plot.h"

namespace ui {

/// How many pairs have which ratio of target to source words, with the median marked: sides that
/// do not belong together scatter far from it.
class RatioPlot : public HistogramPlot {
    Q_OBJECT
public:
    explicit RatioPlot(QWidget* parent = nullptr);

    void setRatios(const core::RatioHistogram& ratios);
};

} // namespace ui
