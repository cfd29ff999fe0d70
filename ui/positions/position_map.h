#pragma once

#include "core/probe/live_model.h"
#include "ui/widgets/plot.h"

namespace ui {

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
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void setCurrent(QPoint cell);
    QRect cellRect(int position, int dimension) const;
    void colour();
    /// Column: dimension, row: position; (-1, -1) beside the map.
    QPoint cellAt(const QPointF& place) const;

    class Raster;
    Raster* m_raster; ///< Owned by its layer.
    std::vector<float> m_values; ///< Of the positions shown.
    int m_rows = 0, m_columns = 0;
    QPoint m_current{-1, -1}; ///< Dimension and position.
    double m_highest = 1.0;
};

} // namespace ui
