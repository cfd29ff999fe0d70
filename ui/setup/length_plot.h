#pragma once

#include "core/data/preview.h"
#include "ui/setup/histogram_plot.h"

namespace ui {

/// How many texts have how many tokens, with the maximum length of the spec marked.
class LengthPlot : public HistogramPlot {
    Q_OBJECT
public:
    explicit LengthPlot(QWidget* parent = nullptr);

    void setLengths(const core::LengthHistogram& lengths);
    void setMaximumLength(qint64 tokens); ///< 0: no mark.

private:
    void describe();

    core::LengthHistogram m_lengths;
    qint64 m_maximum = 0;
};

} // namespace ui
