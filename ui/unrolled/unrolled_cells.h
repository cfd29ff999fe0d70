#pragma once

#include "ui/unrolled/unrolled_layout.h"

#include <QImage>

#include <map>

class QPainter;

namespace ui {

/// Draws the vectors of the unrolled network: strips of signed colours whose zero is the
/// background, gates as bars as long as their mean, and the tags of a CRF with their transitions.
class UnrolledCells {
public:
    static constexpr int kFirstGateColour = 3; ///< Place in Theme::series(); more gates follow.

    /// Prepares the colours. @pre `layout` outlives the drawing.
    void setLayout(const UnrolledLayout& layout);
    /// Vectors that are not computed yet are outlines.
    void draw(QPainter& painter, const UnrolledLayout& layout, size_t row, size_t step, double beat,
              bool current) const;

private:
    void drawVectors(QPainter& painter, const UnrolledLayout& layout, const UnrolledRow& row,
                     size_t step) const;

    /// A line of pixels for each step, by the vectors that it shows.
    std::map<const core::TraceVectors*, QImage> m_strips;
};

} // namespace ui
