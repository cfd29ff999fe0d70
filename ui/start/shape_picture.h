#pragma once

#include <QTimer>
#include <QWidget>

#include <vector>

namespace ui {

/// One of the shapes of sequence problems: which steps read an input and which write an output.
struct SequenceShape {
    struct Step {
        bool reads = false, writes = false;
    };
    std::vector<Step> steps;
};

/// The diagram of a shape: inputs below, states in the middle, outputs above, computed one step
/// after the other. It stands still where the desktop asks for no motion.
class ShapePicture : public QWidget {
    Q_OBJECT
public:
    explicit ShapePicture(SequenceShape shape, QWidget* parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void restyle();
    QSizeF wholeSize() const; ///< At scale 1.
    void drawArrow(QPainter& painter, QPointF from, QPointF to, bool active) const;
    void drawBox(QPainter& painter, const QRectF& place, const QColor& colour, bool active) const;

    SequenceShape m_shape;
    QTimer m_timer;
    int m_beat = 0; ///< The step that is computed; beyond the last: a pause.
};

} // namespace ui
