#pragma once

#include "core/probe/by_hand/state_plane.h"
#include "ui/widgets/plot.h"

#include <array>

namespace ui {

/// The states of a network with two units as a plane: the grid after the words that were read, the
/// way of the states, the ellipses of the gradient on the way back, and the columns of U as arrows
/// that can be dragged.
class PlanePlot : public Plot {
    Q_OBJECT
public:
    explicit PlanePlot(const QString& name, QWidget* parent = nullptr);

    using Columns = std::array<QPointF, 2>; ///< U (1, 0) and U (0, 1).
    void setPlane(const core::StatePlane& plane, const Columns& columns);
    /// @param backwards  the gradient has come back to this step; else the words up to it were
    /// read.
    void setMoment(int step, bool backwards);
    /// The gradients of the end that are drawn have this length.
    static constexpr double kGradientLength = 0.3;

Q_SIGNALS:
    void columnDragged(int column, QPointF to); ///< Rounded to hundredths.

protected:
    void applyTheme() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void draw();
    void drawGrid();
    void drawWay();
    void drawEllipses();
    void drawColumns();
    QCPCurve* addCurve(const std::vector<QPointF>& points, const QPen& pen, const QString& name);
    void addText(const QPointF& at, const QString& text, const QColor& colour);
    void setReach();
    void keepSquare();
    int columnAt(const QPointF& position) const; ///< -1: none.
    QPointF pixelsOf(const QPointF& point) const;
    int lastDrawn() const; ///< Words up to here were read.

    core::StatePlane m_plane;
    Columns m_columns;
    int m_step = 0;
    bool m_backwards = false;
    int m_dragged = -1;
    double m_reach = 1.0; ///< The axes reach at least so far from the origin.
};

} // namespace ui
