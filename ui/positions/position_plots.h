#pragma once

#include "core/probe/live_model.h"
#include "ui/figure/figure.h"
#include "ui/widgets/canvas.h"
#include "ui/widgets/plot.h"

#include <vector>

namespace ui {

/// Whether the table holds the sines and cosines of Vaswani et al. (2017), section 3.5.
bool isSinusoidal(const core::PositionTable& table);

/// Dimensions worth looking at first: quick and slow ones, one of them with its neighbour, which
/// is its cosine in a sinusoidal table. Ascending, each in the table, none twice.
std::vector<int> firstDimensions(int64_t features);

/// Chosen dimensions of a position table as curves over the positions, told apart by colour and
/// line style. Each line's name stands at the right of the plot.
class PositionCurves : public Plot {
    Q_OBJECT
public:
    explicit PositionCurves(QWidget* parent = nullptr);

    /// @param positions  the first so many are drawn.
    void show(const core::PositionTable& table, const std::vector<int>& dimensions, int positions);

protected:
    void applyTheme() override;

private:
    void stylePlottables();
};

/// A position table in colours: one row a position, the first at the top, one column a dimension;
/// white is zero. The cell under the mouse, or the one that arrow keys moved to, is said by a
/// signal.
class PositionMap : public Plot {
    Q_OBJECT
public:
    explicit PositionMap(QWidget* parent = nullptr);

    /// @param positions  the first so many are drawn.
    /// @param highest    of the colour scale, which runs from -highest.
    void show(const core::PositionTable& table, int positions, double highest);

Q_SIGNALS:
    void pointed(int position, int dimension); ///< -1, -1: nowhere.
    void dimensionPicked(int dimension); ///< By a click or Return.

protected:
    void applyTheme() override;

private:
    Items* makeItems();
    QRect cellRect(int position, int dimension) const;
    void colour();
    /// Column: dimension, row: position; (-1, -1) beside the map.
    QPoint cellAt(const QPointF& place) const;

    class Raster;
    Raster* m_raster; ///< Owned by its layer.
    Items* m_items;
    std::vector<float> m_values; ///< Values of the shown positions.
    int m_rows = 0, m_columns = 0;
    double m_highest = 1.0;
};

} // namespace ui
