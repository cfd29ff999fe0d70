#pragma once

#include "ui/unrolled/cell_diagram.h"
#include "ui/unrolled/unrolled_network.h"

#include <QSizeF>

#include <algorithm>
#include <vector>

namespace ui {

/// Share of the text's colour in lines and outlines of what is not computed yet.
inline constexpr double kUnrolledFaint = 0.18;

/// A line of a cell: a strip of values, or the bar of a gate.
struct UnrolledLine {
    const core::TraceQuantity* quantity = nullptr; ///< Null: the output of the layer.
    double top = 0.0, height = 0.0; ///< From the top of the cell.
    bool isBar = false;
};

/// The places of an unrolled network: time runs to the right, depth upwards, the target of a
/// translation to the right of its source.
class UnrolledLayout : public UnrolledNetwork {
public:
    static constexpr double kMargin = 8.0; ///< Around the picture.
    static constexpr double kTextOfThinLine
        = 18.0; ///< Height of a text beside which 1 pixel is thin.

    /// Lengths in device-independent pixels; `zoom` scales all of them.
    struct Sizes {
        double column = 64.0, cell = 16.0, text = 16.0, gate = 6.0;
        double spread = 1.0; ///< Distances between levels, by the smallest.
        double outputs = 3.0; ///< Likeliest outputs written above each token.
        /// Recurrent cells show their equations as a graph and each quantity, else states and gates
        /// alone.
        bool isOpen = false;
    };

    UnrolledLayout() = default;
    UnrolledLayout(ShownTrace trace, const Sizes& sizes);
    void setSizes(const Sizes& sizes); ///< Places everything anew.

    const Sizes& sizes() const { return m_sizes; }
    QSizeF size() const { return m_size; }
    /// Width of a thin line: it grows with the text of a presentation.
    double stroke() const { return std::max(m_sizes.text / kTextOfThinLine, 1.0); }
    double heightWith(const Sizes& sizes) const; ///< That of size() with these sizes.
    std::vector<UnrolledLine> lines(const UnrolledRow& row) const; ///< From top to bottom.
    const CellDiagram& diagram() const { return m_diagram; }
    QRectF diagramPlace(const UnrolledRow& row, size_t step) const; ///< Empty: the cell is closed.
    QRectF token(bool target, size_t index) const; ///< Label of a token.
    /// Room for the likeliest outputs at a place of the last layer.
    QRectF outputs(size_t place) const;

    double columns() const; ///< Columns of the picture, with the gap between two texts.
    double openColumn(double text) const; ///< Width of a column from which on cells open.

private:
    std::vector<UnrolledLine> lines(const UnrolledRow& row, const Sizes& sizes) const;
    double diagramHeight(const UnrolledRow& row, const Sizes& sizes) const;
    double rowHeight(const UnrolledRow& row, const Sizes& sizes) const;
    double outputLines(const Sizes& sizes) const;
    double gapBelow(size_t level, bool target, const Sizes& sizes) const;
    std::vector<double> tops(const Sizes& sizes) const;
    void placeSide(bool target, double above, const Sizes& sizes, std::vector<double>& tops) const;
    void placeRow(UnrolledRow& row, double y) const;

    Sizes m_sizes;
    CellDiagram m_diagram;
    QSizeF m_size;
    double m_sourceLeft = 0.0, m_targetLeft = 0.0, m_bottom = 0.0;
};

} // namespace ui
