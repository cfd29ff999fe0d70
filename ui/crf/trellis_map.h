#pragma once

#include "ui/crf/trellis_picture.h"

#include <QAbstractScrollArea>

namespace ui {

class Readable;

/// The trellis of a text. Hover, or arrow keys and click, point at a node; Home and End go to the
/// first token and the last.
class TrellisMap : public QAbstractScrollArea {
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
    QSize sizeHint() const override;

Q_SIGNALS:
    void nodePointed(int token, int tag); ///< Mouse or keys; -1, -1: none.

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    QPoint scrolled() const;
    QPoint cellOf(QPoint node) const; ///< Column and row; (-1, -1): not shown.
    QPoint nodeOf(QPoint cell) const;
    QPoint nodeAt(const QPoint& position) const;
    QString describe(int row, int column) const;
    void layOut();
    void reveal(const QRect& cell);

    TrellisPicture m_picture;
    QPoint m_current{-1, -1};
    Readable* m_readable;
};

} // namespace ui
