#pragma once

#include "core/probe/updates/signed_histogram.h"
#include "ui/widgets/plot.h"

#include <QStringList>

namespace ui {

/// Labels of the bins from `first` to `last`, the largest values first: "1.2e-03".
QStringList binLabels(int first, int last);

/// The histogram of one update, one bar per bin.
class HistogramBars : public Plot {
    Q_OBJECT
public:
    explicit HistogramBars(QWidget* parent = nullptr);

    /// @param first, last  the bins that are drawn. @param name  of what is counted.
    void setHistogram(const core::SignedHistogram& histogram, int first, int last,
                      const QString& name);
    void clear();
    void setColour(int index); ///< That of the run.

protected:
    void applyTheme() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void labelBins();

    QCPBars* m_bars;
    int m_colour = 0;
    int m_first = 0, m_last = -1;
};

} // namespace ui
