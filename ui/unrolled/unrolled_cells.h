#pragma once

#include "ui/unrolled/unrolled_layout.h"

#include <QImage>

#include <map>

class QPainter;

namespace ui {

/// Draws the vectors of the unrolled network: strips of signed colours whose zero is the
/// background, gates as bars as long as their mean, and the tags of a CRF with their transitions.
/// An open recurrent cell has its equations as a graph, and a strip for each quantity.
class UnrolledCells {
public:
    /// Prepares the colours. @pre `layout` outlives the drawing.
    void setLayout(const UnrolledLayout& layout);
    struct Look {
        double beat = 0.0; ///< Vectors that are not computed yet are outlines.
        bool isCurrent = false;
        int unit = -1; ///< Pointed out in open cells; -1: none.
    };
    void draw(QPainter& painter, const UnrolledLayout& layout, size_t row, size_t step,
              const Look& look) const;
    /// The unit whose value an open cell shows at `position`; -1: none.
    int unitAt(const UnrolledLayout& layout, size_t row, size_t step,
               const QPointF& position) const;

private:
    void drawVectors(QPainter& painter, const UnrolledLayout& layout, const UnrolledRow& row,
                     size_t step, int unit) const;
    void drawQuantity(QPainter& painter, const UnrolledLine& line, size_t step, const QRectF& place,
                      int unit) const;

    /// A line of pixels for each step, by the vectors that it shows.
    std::map<const core::TraceVectors*, QImage> m_strips;
};

} // namespace ui
