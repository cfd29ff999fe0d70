#pragma once

#include "ui/gradients/flow_plot.h"

#include <optional>

namespace ui {

/// Norms over the steps of a laboratory, from 0 to T, with a mark at one step. Lines may be shown
/// in part, as far as a pass has come: the axes stay those of all of them.
class LaboratoryPlot : public FlowPlot {
    Q_OBJECT
public:
    explicit LaboratoryPlot(const QString& name, QWidget* parent = nullptr);

    /// @param y  title of the axis.
    void setNorms(std::vector<Line> lines, int steps, const QString& y);
    /// The plot above it has the same lines: it needs no legend.
    void leaveOutLegend();
    void leaveOutStepTitle(); ///< The plot below it has the same axis.
    /// Names only these lines in the legend. After setNorms().
    void setLegend(const QStringList& names);
    void showOnly(int first, int last); ///< After setNorms(); once.
    void setMark(int step);

Q_SIGNALS:
    void stepChosen(int step); ///< The plot was clicked there.

protected:
    void applyTheme() override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void styleMark();

    QCPItemStraightLine* m_mark;
    int m_steps = 0;
    bool m_hasLegend = true, m_hasStepTitle = true;
};

} // namespace ui
