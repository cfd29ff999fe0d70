#pragma once

#include <QColor>
#include <QImage>
#include <QString>

#include <cstdint>
#include <string>
#include <vector>

class QPainter;
class QPointF;

namespace ui {

/// How one kind of points is drawn: never told by its colour alone.
struct MapMarker {
    /// Post is for kinds that share it.
    enum class Shape {
        Circle,
        Square,
        Triangle,
        Diamond,
        Wedge,
        Plus,
        Cross,
        Bar,
        Star,
        Left,
        Right,
        Post
    };
    enum class Fill {
        Whole,
        None, ///< An outline.
        Dot ///< An outline around a dot.
    };
    QString text; ///< For the legend; empty: it has no entry.
    Shape shape = Shape::Circle;
    Fill fill = Fill::Whole;
    /// Theme::series; those after the last are the same, mixed with the colour of text. -1: muted.
    int series = -1;
    double share = 1.0; ///< Its size relative to that of others.
    double level = -1.0; ///< 0 to 1 of a scale, in place of a series; larger is drawn larger.

    QColor colour() const;
    double size(double whole) const
    {
        return level < 0.0 ? whole * share : whole * (0.6 + 0.9 * level);
    }
};

void drawMarker(QPainter& painter, const QPointF& centre, double size, const MapMarker& marker);

/// The marker of each point, by a property of the points.
struct MapColouring {
    QString title; ///< Empty: all points are alike.
    std::vector<MapMarker> markers;
    std::vector<uint8_t> codes; ///< Index of the marker of each point.

    static MapColouring alike(size_t points);
    static constexpr size_t kNames = 20; ///< That have a marker of their own.
    /// The most frequent names, all others, and the points without a name.
    static MapColouring byNames(const QString& title, const std::vector<std::string>& names);
    /// Levels with equally many points.
    static MapColouring byNumbers(const QString& title, const std::vector<double>& numbers);
};

} // namespace ui
