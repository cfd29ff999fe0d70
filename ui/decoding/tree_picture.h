#pragma once

#include "ui/decoding/tree_layout.h"
#include "ui/decoding/tree_painter.h"

#include <QRectF>
#include <QSizeF>

#include <memory>
#include <vector>

namespace ui {

/// A search that several widgets show; never null where it is used, empty at first.
using ShownSearch = std::shared_ptr<const DecodingSteps>;

enum class NumberForm { Logarithms, Probabilities };

/// The tree of one search as a picture at zoom 1: places, sizes and drawing, without a widget.
class TreePicture {
public:
    TreePicture();

    void setSearch(ShownSearch search);
    const DecodingSteps& search() const { return *m_search; }
    const ShownSearch& shared() const { return m_search; }
    void setStep(int step);
    int step() const { return m_step; }
    void setChoice(const TreeChoice& choice);
    const TreeChoice& choice() const { return m_choice; }
    void setNumberForm(NumberForm form);
    void setPartingStep(int step) { m_parting = step; } ///< From 1; 0: none.
    void restyle() { arrange(); } ///< After the theme's type changed.
    /// Whether columns that find no room go on below the first ones, as lines of a text do.
    enum class Folding { Never, Allowed };
    /// Spreads the columns over a width, within what reads well, or folds them into it.
    void fitInto(double width, Folding folding);
    double leastWidth() const; ///< In one line, with the columns as close as they may stand.
    int lines() const { return m_lines; } ///< More than 1: the columns are folded.
    double lineHeight() const; ///< Height of all rows with the gap to the next line.

    QSizeF size() const { return m_size; } ///< Size of all steps with margins.
    double headerHeight() const; ///< Height of the step numbers on top; 0 if folded.
    /// Has a place, and was weighed at or before the step.
    bool isShown(int32_t node) const;
    std::vector<int32_t> shownNodes() const;
    QRectF box(int32_t node) const; ///< Empty when folded away.
    int32_t nodeAt(const QPointF& position) const; ///< -1: none.
    int32_t nearest(int32_t node, int rows) const; ///< In its column, so many nodes up or down.

    /// @param growth  0 to 1: how far the step's own nodes have come out of their parents.
    void draw(QPainter& painter, double zoom, const QRectF& part, int32_t current,
              double growth) const;
    /// Numbers of the steps above the columns of a picture that is not folded; positions, not
    /// `painter`, are scaled by `zoom`.
    void drawHeader(QPainter& painter, double zoom, double offset, double width) const;

private:
    QString numbersOf(const core::TraceNode& node) const;
    NodeLook lookOf(int32_t node, double growth) const;
    QRectF grownBox(int32_t node, double growth) const;
    int foldedBelow(int32_t node) const;
    QRectF boxAt(int column, int row, int line) const;
    void drawParting(QPainter& painter) const;
    void drawArc(TreePainter& tree, int32_t node, double growth, const QRectF& part) const;
    void drawLineNumbers(QPainter& painter, double zoom) const;
    QString stepText(int column) const;
    void arrange();
    void placeColumns();
    double lineTop(int line) const;
    void findBest();

    ShownSearch m_search;
    TreeChoice m_choice;
    NumberForm m_form = NumberForm::Logarithms;
    TreeLayout m_layout;
    std::vector<double> m_left, m_width; ///< Positions of the columns.
    std::vector<int> m_lineOf; ///< Lines of the columns: 0 unless folded.
    int m_lines = 1;
    double m_foldAt = 0.0; ///< The width that columns are folded into; 0: they are not.
    std::vector<bool> m_best; ///< On the path of the best at the step.
    QSizeF m_size;
    double m_height = 40.0; ///< Height of a node.
    double m_gap = 44.0; ///< Between columns.
    int m_step = 0;
    int m_parting = 0;
};

} // namespace ui
