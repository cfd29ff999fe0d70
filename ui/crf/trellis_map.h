#pragma once

#include "ui/crf/trellis_picture.h"
#include "ui/widgets/canvas.h"

namespace ui {

/// The trellis of a text. Hover, or arrow keys and click, point at a node; Home and End go to the
/// first token and the last.
class TrellisMap : public ScrollCanvas {
    Q_OBJECT
public:
    explicit TrellisMap(QWidget* parent = nullptr);

    /// @param tags  those that have a row, in their order.
    void setTrellis(ShownTrellis trellis, std::vector<int> tags);
    void setStep(int step); ///< Brings the column that it is about into sight.
    void setValues(TrellisValues values);
    void setArrows(bool shown);
    void setPath(int path); ///< A runner-up to be marked; below 1: none.
    const TrellisPicture& picture() const { return m_picture; }
    /// Token and tag of the current node; (-1, -1): none.
    QPoint currentNode() const { return m_current; }
    void setCurrentNode(QPoint node);
    QRect nodeRect(int token, int tag) const; ///< In the viewport; empty: folded away.

    QSize wholeSize() const { return m_picture.size(); }
    void drawWhole(QPainter& painter) const; ///< For exported pictures.
    QSize sizeHint() const override { return {560, 320}; }

Q_SIGNALS:
    void nodePointed(int token, int tag); ///< Mouse or keys; -1, -1: none.

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void layOut() override;

private:
    QPoint cellOf(QPoint node) const; ///< Column and row; (-1, -1): not shown.
    QPoint nodeOf(QPoint cell) const;
    QPoint cellAt(const QPoint& position) const;
    QRect nodesInSight() const; ///< In the viewport.
    QString describe(int row, int column) const;
    void reveal(const QRect& cell);

    TrellisPicture m_picture;
    QPoint m_current{-1, -1};
    Items* m_items;
};

} // namespace ui
