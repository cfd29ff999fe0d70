#pragma once

#include "ui/unrolled/unrolled_cells.h"
#include "ui/unrolled/unrolled_layout.h"

#include <QCoreApplication>
#include <QPoint>

#include <vector>

class QPainter;
class QPointF;

namespace ui {

/// The unrolled network at one beat of its timeline, as a picture without a widget. Vectors that
/// are not computed yet are outlines; others are strips of signed colours whose zero is the
/// background. Gates are lines as long as their mean; a carried state is a line between steps; the
/// gradient is a light around what it has reached, on a logarithmic scale.
class UnrolledPicture {
    Q_DECLARE_TR_FUNCTIONS(ui::UnrolledPicture)
public:
    static constexpr double kOpenColumn = 280.0; ///< Cells open from this width of a column on.

    void setTrace(ShownTrace trace);
    void fit(const QSizeF& room,
             double zoom); ///< Spreads it over the room, within what reads well.
    void restyle(); ///< The theme has changed.
    /// Head of each attention whose weights are drawn; -1: the mean of all.
    void setHead(int head) { m_head = head; }

    const UnrolledLayout& layout() const { return m_layout; }
    const ShownTrace& shownTrace() const { return m_trace; } ///< Null: none.
    const core::Trace& trace() const { return m_layout.trace(); }
    bool isEmpty() const { return m_layout.isEmpty(); }
    double labelWidth() const { return m_labelWidth; }
    QSizeF size() const; ///< With labels.
    /// Row and step of the cell at a position in the picture; (-1, -1): none.
    QPoint cellAt(const QPointF& position) const;
    QRectF cell(int row, int step) const; ///< Empty: there is none.
    /// @param beat  place in the timeline. @param scrolled  labels stay in sight.
    /// @param current  step and row of the current cell; (-1, -1): none.
    void draw(QPainter& painter, double beat, const QPointF& scrolled, const QSizeF& room,
              const QPoint& current) const;

private:
    void drawLight(QPainter& painter, const UnrolledRow& row, size_t step, double beat) const;
    void drawTokens(QPainter& painter, double beat) const;
    void drawOutputs(QPainter& painter, double beat) const;
    void drawLoss(QPainter& painter, double beat) const;
    void drawTargetNames(QPainter& painter) const;
    void drawLabels(QPainter& painter, const QPointF& scrolled, const QSizeF& room) const;
    std::vector<QRectF> labelPlaces(double scrolled) const;
    void drawUpdate(QPainter& painter, const QPointF& scrolled) const;
    void drawLegend(QPainter& painter) const;
    double light(const core::TraceVectors& vectors, size_t step) const; ///< 0 to 1.

    UnrolledLayout m_layout;
    ShownTrace m_trace;
    UnrolledCells m_cells;
    double m_labelWidth = 0.0, m_largestGradient = 0.0;
    int m_head = -1;
};

/// "Bidirectional LSTM, layer 2, backward"
QString unrolledRowName(const UnrolledRow& row);

} // namespace ui
