#pragma once

#include "ui/decoding/tree_picture.h"
#include "ui/widgets/canvas.h"
#include "ui/widgets/key_help.h"

#include <QVariantAnimation>

namespace ui {

/// The tree of hypotheses: it grows to the right, one column a token. Scrolls, zooms (Ctrl and
/// wheel, + and -, 0 for all of it), and has one current node that mouse and arrow keys move: left
/// to the parent, right to the best child, up and down within the column. Hover says what became
/// of a node and why. Return, or the context menu, asks to force the node's prefix.
class HypothesisTree : public ScrollCanvas {
    Q_OBJECT
public:
    explicit HypothesisTree(QWidget* parent = nullptr);

    void setSearch(ShownSearch search); ///< Keeps zoom and, as far as there is one, the step.
    void setStep(int step); ///< One step forward grows, unless motion is reduced.
    int step() const { return m_picture.step(); }
    void setCurrent(int32_t node); ///< Unfolds and scrolls to it; without nodeChosen().
    int32_t current() const { return m_current; }
    void setDroppedShown(int perStep);
    void setNumberForm(NumberForm form);
    void setPartingStep(int step); ///< From 1; 0: none.
    void setReducedMotion(bool reduced) { m_reducedMotion = reduced; }
    bool isMoving() const { return m_growth.state() == QAbstractAnimation::Running; }
    void setWaitingText(const QString& text); ///< Shown while there is no search.

    double zoom() const { return m_zoom; }
    void zoomBy(double factor, const QPointF& fixed);
    void zoomBy(double factor); ///< About the middle.
    void zoomToFit();

    std::vector<int32_t> shownNodes() const { return m_picture.shownNodes(); }
    QRect nodeRect(int32_t node) const; ///< In the viewport.
    static KeyHelps keys();
    QSize wholeSize() const;
    void drawWhole(QPainter& painter) const; ///< The tree at the step, for exported pictures.
    QSize sizeHint() const override { return {480, 260}; }
    QSize minimumSizeHint() const override { return {160, 110}; }

Q_SIGNALS:
    void nodeChosen(int node); ///< By mouse or keys.
    void forceRequested(int node); ///< Its prefix is to be forced.
    void touched(); ///< Clicked or focused: this search is the one that is looked at.

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void layOut() override;
    void restyle() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    QPointF origin() const; ///< Origin of the picture in the viewport.
    QPointF toPicture(const QPointF& position) const { return (position - origin()) / m_zoom; }
    Items* makeItems();
    std::optional<QPoint> itemByKey(int key) const;
    void choose(int32_t node);
    bool canForce(int32_t node) const;
    void chooseZoom();
    void setZoom(double zoom);
    void reveal(int32_t node);
    void describe();
    QPoint itemOf(int32_t node) const; ///< (-1, -1): it is not shown.

    TreePicture m_picture;
    std::vector<int32_t> m_nodes; ///< Shown nodes in ascending order.
    Items* m_items;
    QVariantAnimation m_growth;
    QString m_waiting;
    double m_zoom = 1.0;
    enum class Zoom {
        Readable, ///< As large as there is room, and never unreadable; until the user zooms.
        Whole,
        User
    };
    Zoom m_zoomed = Zoom::Readable;
    bool m_reducedMotion;
    int32_t m_current = -1;
    QPoint m_dragFrom;
    bool m_dragging = false;
};

} // namespace ui
