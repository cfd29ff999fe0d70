#pragma once

#include "core/projection/vectors.h"
#include "ui/map/map_colouring.h"
#include "ui/map/map_labels.h"

#include <QFont>
#include <QPointF>
#include <QPolygonF>

#include <vector>

class QPainter;

namespace ui {

/// The points of a map with their marks, and how they are drawn.
class MapDrawing {
public:
    core::MapPoints points;
    MapColouring colouring;
    mutable MapLabels labels; ///< It keeps the widths of texts.
    /// Earlier maps, oldest first: chosen points get a line along their places.
    std::vector<core::MapPoints> trails;
    std::vector<int> chosen;
    std::vector<int> neighbours; ///< Nearest to the current one; framed.
    std::vector<int> found; ///< Marked, and labelled before others.
    int current = -1; ///< -1: none.
    double zoom = 1.0; ///< 1: all points have room.
    QPointF moved; ///< Pixels by which the user has moved the picture.
    QPolygonF lasso; ///< Being drawn; empty: none.
    QFont font;

    /// From places in the map to places in a box.
    struct View {
        QPointF middle, centre; ///< In the map; in the box.
        double scale = 1.0;
        QPointF at(const core::MapPoints& map, size_t point) const
        {
            return {centre.x() + (double(map[2 * point]) - middle.x()) * scale,
                    centre.y() - (double(map[2 * point + 1]) - middle.y()) * scale};
        }
    };
    View viewIn(const QRect& box) const;
    int count() const { return int(points.size() / 2); }
    QRect pictureBox(const QRect& box) const; ///< Without the legend.
    double markerSize() const;
    std::vector<MapLabel> labelsIn(const View& view, const QRect& box) const;

    /// Shapes, which can be scaled.
    void draw(QPainter& painter, const QRect& box) const;
    /// The same in pixels, many times as fast: with the whole box as the background.
    void drawFast(QPainter& painter, const QRect& box, double ratio) const;
    /// @param painter  null: it is only measured. @return its height.
    int drawLegend(QPainter* painter, const QRect& box) const;

private:
    std::vector<QPointF> places(const View& view) const;
    std::vector<int> labelledFirst() const;
    template <class Draw> void forPoints(Draw draw) const;
    void drawPixels(QImage& image, const View& view, double ratio) const;
    void drawOver(QPainter& painter, const View& view, const QRect& box) const;
    void drawTrails(QPainter& painter, const View& view) const;
    void drawLabels(QPainter& painter, const View& view, const QRect& box) const;
};

} // namespace ui
