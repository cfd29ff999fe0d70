#pragma once

#include "ui/updates/update_series.h"
#include "ui/widgets/plot.h"

namespace ui {

/// The loss of each update, one of which is chosen: by a click, or by the arrow keys (Page Up and
/// Down take ten at once, Home and End the first and the last).
class LossPicker : public Plot {
    Q_OBJECT
public:
    explicit LossPicker(QWidget* parent = nullptr);

    /// @param series  borrowed: outlives its use here. @param first  the first update drawn.
    void setSeries(const UpdateSeries& series, int64_t first, const QString& loss);
    void setChosen(int64_t step);
    void setColour(int index); ///< That of the run.
    int colour() const { return m_colour; }

Q_SIGNALS:
    void picked(qint64 step);

protected:
    void applyTheme() override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void markChosen();
    int64_t stepAt(double pixel) const;

    const UpdateSeries* m_series = nullptr;
    int64_t m_first = 0, m_chosen = 0;
    int m_colour = 0;
    QCPItemLine* m_line;
    QCPGraph* m_point;
};

} // namespace ui
