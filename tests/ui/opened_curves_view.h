#pragma once

#include "tests/support/test_case.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_sample.h"
#include "ui/curves/curve_plot.h"
#include "ui/curves/curves_view.h"
#include "ui/curves/hover_table.h"

namespace sample {

/// The only run of a view that `open` has filled.
inline QString openedRun()
{
    return u"/runs/lstm"_s;
}

/// The end of the x axis: a little beyond the last point.
inline double padded(double first, double last)
{
    return last + 0.02 * (last - first);
}

/// Shows one run in `view` and waits until it is drawn; the x axis counts updates.
inline void open(ui::CurvesView& view, const core::RunHistory& history)
{
    view.setRuns({row("lstm", 0)});
    view.store().setHistory(openedRun(), history);
    showSized(view, {1000, 700});
    const auto* plot = namedChild<ui::CurvePlot>(view, "lossPlot");
    QTRY_VERIFY(
        qFuzzyCompare(plot->xAxis->range().upper, padded(1.0, double(history.updates.size()))));
}

/// A cell of the table beneath the plots.
inline QString hoverCell(const ui::CurvesView& view, ui::HoverTable::Column column, int row = 0)
{
    const auto* item = namedChild<ui::HoverTable>(view, "hoverTable")->item(row, column);
    return item != nullptr ? item->text() : QString();
}

} // namespace sample
