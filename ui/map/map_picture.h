#pragma once

#include "ui/map/map_drawing.h"
#include "ui/widgets/canvas.h"
#include "ui/widgets/key_help.h"

#include <functional>
#include <optional>
#include <vector>

namespace ui {

/// The points of a map, with labels where there is room. The wheel and + - zoom, a drag moves the
/// picture or chooses points, arrow keys lead from point to point.
class MapPicture : public Canvas {
    Q_OBJECT
public:
    explicit MapPicture(QWidget* parent = nullptr);

    enum class Tool { Move, Lasso, Rectangle };
    void setTool(Tool tool);
    /// Other points. @param labels  one a point, in the order in which they are labelled.
    void setPoints(const core::MapPoints& points, const QStringList& labels);
    void movePoints(const core::MapPoints& points); ///< The same points at other places.
    void setColouring(MapColouring colouring);
    void setDescriber(std::function<QString(int point)> describe)
    {
        m_describe = std::move(describe);
    }
    /// Earlier maps, oldest first: chosen points get a line along their places.
    void setTrails(std::vector<core::MapPoints> maps);
    void setNeighbours(std::vector<int> points); ///< Nearest to the current one; framed.
    void setFound(std::vector<int> points); ///< Labelled before others.

    const core::MapPoints& points() const { return m_drawing.points; }
    const MapColouring& colouring() const { return m_drawing.colouring; }
    int count() const { return m_drawing.count(); }
    int current() const { return m_drawing.current; } ///< -1: none.
    void setCurrent(int point);
    const std::vector<int>& chosen() const { return m_drawing.chosen; }
    void setChosen(std::vector<int> points);
    void zoom(double factor, const QPointF& around);
    void fit(); ///< All points have room.
    void bringIntoSight(int point);
    double zoomed() const { return m_drawing.zoom; } ///< 1: all points have room.
    QPointF place(int point) const; ///< In the widget.
    /// Labels that are drawn now.
    std::vector<MapLabel> labels() const;

    void draw(QPainter& painter, const QRect& box) const override { m_drawing.draw(painter, box); }
    int legendHeight(int width) const
    {
        return m_drawing.drawLegend(nullptr, QRect(0, 0, width, 0));
    }
    QSize sizeHint() const override { return {480, 360}; }
    QSize minimumSizeHint() const override { return {240, 160}; }
    static KeyHelps keys();

Q_SIGNALS:
    void currentChanged(int point);
    void chosenChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool drawsLasso() const; ///< A press begins one.
    int pointAt(const QPointF& position) const;
    std::optional<QPoint> byKey(int key) const;
    void chooseInside();

    MapDrawing m_drawing;
    std::function<QString(int point)> m_describe;
    Items* m_items;
    Tool m_tool = Tool::Move;
    QPointF m_pressed;
    bool m_drags = false;
    bool m_adds = false; ///< To what is chosen.
};

} // namespace ui
