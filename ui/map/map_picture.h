#pragma once

#include "core/projection/vectors.h"
#include "ui/map/map_colouring.h"
#include "ui/map/map_labels.h"
#include "ui/widgets/canvas.h"
#include "ui/widgets/key_help.h"

#include <QImage>
#include <QPolygonF>

#include <functional>
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

    const core::MapPoints& points() const { return m_points; }
    const MapColouring& colouring() const { return m_colouring; }
    int count() const { return int(m_points.size() / 2); }
    int current() const { return m_current; } ///< -1: none.
    void setCurrent(int point);
    const std::vector<int>& chosen() const { return m_chosen; }
    void setChosen(std::vector<int> points);
    void zoom(double factor, const QPointF& around);
    void fit(); ///< All points have room.
    void bringIntoSight(int point);
    double zoomed() const { return m_zoom; } ///< 1: all points have room.
    QPointF place(int point) const; ///< In the widget.
    /// Labels that are drawn now.
    std::vector<MapLabel> labels() const;

    void draw(QPainter& painter, const QRect& box) const override;
    int legendHeight(int width) const { return drawLegend(nullptr, QRect(0, 0, width, 0)); }
    QSize sizeHint() const override { return {480, 360}; }
    QSize minimumSizeHint() const override { return {240, 160}; }
    static KeyHelps keys();

Q_SIGNALS:
    void currentChanged(int point);
    void chosenChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// From places in the map to places in a box.
    struct View {
        QPointF middle, centre; ///< In the map; in the box.
        double scale = 1.0;
        QPointF at(const core::MapPoints& points, size_t point) const
        {
            return {centre.x() + (double(points[2 * point]) - middle.x()) * scale,
                    centre.y() - (double(points[2 * point + 1]) - middle.y()) * scale};
        }
    };
    View viewIn(const QRect& box) const;
    QRect pictureBox(const QRect& box) const; ///< Without the legend.
    double markerSize() const;
    bool drawsLasso() const; ///< A press begins one.
    int pointAt(const QPointF& position) const;
    std::optional<QPoint> byKey(int key) const;
    std::vector<QPointF> places(const View& view) const;
    std::vector<int> labelledFirst() const;
    std::vector<MapLabel> labelsIn(const View& view, const QRect& box,
                                   const QFontMetrics& font) const;
    template <class Draw> void forPoints(Draw draw) const;
    void drawPixels(QImage& image, const View& view, double ratio) const;
    void drawOver(QPainter& painter, const View& view, const QRect& box) const;
    void drawTrails(QPainter& painter, const View& view) const;
    void drawLabels(QPainter& painter, const View& view, const QRect& box) const;
    int drawLegend(QPainter* painter, const QRect& box) const; ///< @return its height.
    void chooseInside();

    core::MapPoints m_points;
    MapColouring m_colouring;
    mutable MapLabels m_labels;
    std::function<QString(int point)> m_describe;
    std::vector<core::MapPoints> m_trails;
    std::vector<int> m_chosen, m_neighbours, m_found;
    Items* m_items;
    Tool m_tool = Tool::Move;
    int m_current = -1;
    double m_zoom = 1.0;
    QPointF m_moved; ///< Pixels by which the user has moved the picture.
    QPolygonF m_lasso; ///< Being drawn; empty: none.
    QPointF m_pressed;
    bool m_drags = false;
    bool m_adds = false; ///< To what is chosen.
};

} // namespace ui
