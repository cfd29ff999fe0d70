#pragma once

#include "ui/curves/curve_plot.h"

#include <QTableWidget>

#include <optional>
#include <vector>

namespace ui {

/// The values at the cursor, one row a run, each snapped to its nearest point; without a cursor
/// the latest values. Where there is no room for all columns the least wanted are left out. It
/// stands below the plots, so that it covers nothing and magnifiers and screen readers can reach
/// it. The run nearest to the cursor is bold.
class HoverTable : public QTableWidget {
    Q_OBJECT
public:
    enum Column {
        Run,
        Update,
        Epoch,
        Loss,
        SmoothLoss,
        ValidLoss,
        Accuracy,
        SmoothAccuracy,
        ValidAccuracy,
        LearningRate,
        GradientNorm,
        Speed,
        Tokens,
        Time,
        Columns
    };

    explicit HoverTable(QWidget* parent = nullptr);
    /// @param cursor a place on `axis`; none: the end of each run.
    void showValues(const std::vector<CurveSource>& sources, XAxis axis,
                    std::optional<double> cursor);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fillRow(int row, const CurveSource& source, XAxis axis, std::optional<double> cursor);
    void setText(int row, Column column, const QString& text);
    void restyle();
    void fitColumns();
    int heightOf(int rows) const;
};

} // namespace ui
