#pragma once

#include "core/decode/trace.h"

#include <QPainter>
#include <QPixmap>
#include <QRectF>
#include <QString>

namespace ui {

/// How a candidate is drawn: each has its own outline, not only its own colour.
enum class NodeShape {
    Open, ///< Round corners, solid.
    Finished, ///< Double outline.
    Chosen, ///< Double outline, filled, with a star.
    CutOff, ///< The right side torn off.
    Dropped, ///< Dashed, square corners.
    Blocked ///< Dotted, with a sign of refusal.
};

NodeShape nodeShape(core::Fate fate);
QString shapeName(NodeShape shape); ///< For the legend.

/// A node as it is to be drawn.
struct NodeLook {
    QString token;
    QString numbers; ///< Second line; not drawn when it would be unreadably small.
    NodeShape shape = NodeShape::Open;
    bool best = false; ///< On the path of the best hypothesis.
    bool current = false;
    double opacity = 1.0;
};

/// Draws nodes and arcs of the tree in the theme's colours. Sizes are of zoom 1.
class TreePainter {
public:
    /// @param zoom  by which `painter` is scaled; what would be too small to read is left out.
    TreePainter(QPainter& painter, double zoom);

    void drawNode(const QRectF& box, const NodeLook& look);
    /// From the right side of one node to the left of another.
    void drawArc(const QRectF& from, const QRectF& to, const NodeLook& look);
    /// Beside the foot of a node, that `folded` of its candidates are not shown.
    void drawFolded(const QRectF& box, double width, int folded);
    /// Only the outline, for legends and tables.
    static void drawShape(QPainter& painter, const QRectF& box, NodeShape shape, bool best);

    /// The outline, as large as a line of text.
    static QPixmap shapePixmap(NodeShape shape);

    static constexpr double kLoneToken = 1.4; ///< Times the size of one above its numbers.
    static QFont tokenFont();
    static QFont numberFont();

private:
    void drawTexts(const QRectF& box, const NodeLook& look);

    QPainter& m_painter;
    double m_zoom;
};

} // namespace ui
