#pragma once

#include "ui/curves/curve_sampling.h"
#include "ui/series/run_curves.h"

#include <qcustomplot.h>

#include <vector>

namespace ui {

/// What changes from one update on, in words: "Learning rate 0.001 → 0.0003".
QString changeText(const core::SettingChange& change);

/// Upright lines where settings of a run were changed, with what was changed beside them.
class ChangeMarks {
public:
    enum class Words { Shown, None };

    /// @param plot  outlives this and owns what is drawn.
    explicit ChangeMarks(QCustomPlot& plot) : m_plot(plot) { }

    void clear();
    /// Adds those of one run. @pre the ranges of the axes are set.
    void add(const RunCurves& curves, XAxis axis, const QPen& pen, Words words);

    /// The first row is taken by other words. @pre nothing was added since clear()
    void leaveFirstRow() { m_row = 1; }

private:
    void place(QCPItemText& text, QStringList lines, double x, double y) const;

    QCustomPlot& m_plot;
    std::vector<QCPAbstractItem*> m_items;
    int m_row = 0; ///< Of the next words, so that near ones do not cover each other.
};

} // namespace ui
