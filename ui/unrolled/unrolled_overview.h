#pragma once

#include "ui/widgets/canvas.h"

namespace ui {

class UnrolledMap;

/// The whole width of the unrolled network in one line, in sight while the picture scrolls: its
/// tokens by the norm of their last vector, a frame around the visible part. A click or a drag
/// moves the picture there, as its scroll bar does.
class UnrolledOverview : public Canvas {
    Q_OBJECT
public:
    explicit UnrolledOverview(UnrolledMap& map, QWidget* parent = nullptr);

    void follow(); ///< The picture, its beat or its place has changed.
    void draw(QPainter& painter, const QRect& box) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void drawToken(QPainter& painter, const QRectF& place, bool target, size_t index) const;
    void go(double x);

    UnrolledMap& m_map;
};

} // namespace ui
