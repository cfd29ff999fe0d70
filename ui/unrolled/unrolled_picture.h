#pragma once

#include "ui/unrolled/unrolled_cells.h"
#include "ui/unrolled/unrolled_layout.h"

#include <QCoreApplication>
#include <QFont>
#include <QPoint>

class QFontMetricsF;
class QPainter;
class QPointF;

namespace ui {

/// Parts that a picture points out.
struct UnrolledChoice {
    QPoint cell{-1, -1}; ///< Step and row; (-1, -1): none.
    int unit = -1; ///< Shown in all open cells; -1: none.
    // What another view points at; -1: none.
    int source = -1, target = -1; ///< Tokens of a text or of a source, of a target.
    int row = -1; ///< A layer.
};

/// The unrolled network at one beat of its timeline, as a picture without a widget. Vectors that
/// are not computed yet are outlines; others are strips of signed colours whose zero is the
/// background. Gates are lines as long as their mean; a carried state is a line between steps; the
/// gradient is a light around what it has reached, on a logarithmic scale.
class UnrolledPicture {
    Q_DECLARE_TR_FUNCTIONS(ui::UnrolledPicture)
public:
    void setTrace(ShownTrace trace);
    /// Spreads it over the room, within what reads well.
    /// @param smallestText  height in pixels that no text falls below.
    void fit(const QSizeF& room, double zoom, double smallestText = 0.0);
    void restyle(); ///< The theme has changed.
    /// Head of each attention whose weights are drawn; -1: the mean of all.
    void setHead(int head) { m_head = head; }
    int head() const { return m_head; }

    const UnrolledLayout& layout() const { return m_layout; }
    const ShownTrace& shownTrace() const { return m_trace; } ///< Null: none.
    const core::Trace& trace() const { return m_layout.trace(); }
    bool isEmpty() const { return m_layout.isEmpty(); }
    const QFont& font() const { return m_font; }
    double labelWidth() const { return m_labelWidth; } ///< The part that stays at the left.
    QSizeF size() const; ///< With labels.
    /// Row and step of the cell at a position in the picture; (-1, -1): none.
    QPoint cellAt(const QPointF& position) const;
    /// The unit at a position in an open cell; -1: none.
    int unitAt(const QPointF& position) const;
    QRectF cell(int row, int step) const; ///< Empty: there is none.
    /// The first cell that a beat is about; null: none.
    QRectF activeCell(double beat) const;
    /// Where a picture that is larger than its room is scrolled to at a beat.
    QPointF scrolledAt(double beat, const QSizeF& room) const;
    /// @param beat  place in the timeline. @param scrolled  labels stay in sight.
    void draw(QPainter& painter, double beat, const QPointF& scrolled, const QSizeF& room,
              const UnrolledChoice& chosen) const
    {
        drawEdges(painter, beat, scrolled);
        drawRest(painter, beat, scrolled, room, chosen);
    }
    void drawEdges(QPainter& painter, double beat, const QPointF& scrolled) const;
    /// All but the connections, which lie under it.
    void drawRest(QPainter& painter, double beat, const QPointF& scrolled, const QSizeF& room,
                  const UnrolledChoice& chosen) const;

private:
    void drawLight(QPainter& painter, const UnrolledRow& row, size_t step, double beat) const;
    void drawTokens(QPainter& painter, double beat) const;
    void drawPointed(QPainter& painter, const UnrolledChoice& chosen) const;
    void drawOutputs(QPainter& painter, double beat) const;
    void drawOutput(QPainter& painter, const core::TraceOutput& output, const QRectF& place) const;
    void drawLoss(QPainter& painter, double beat) const;
    QRectF tokenRoom(const QFontMetricsF& metrics, bool target, size_t index) const;
    double narrowestColumn(const QFontMetricsF& metrics) const;
    double light(const core::TraceVectors& vectors, size_t step) const; ///< 0 to 1.

    UnrolledLayout m_layout;
    ShownTrace m_trace;
    UnrolledCells m_cells;
    QFont m_font;
    double m_labelWidth = 0.0,
           m_targetLabelWidth = 0.0; ///< At the left; at the right, of a target.
    double m_largestGradient = 0.0;
    int m_head = -1;
};

} // namespace ui
