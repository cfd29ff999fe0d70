#pragma once

#include "ui/decoding/tree_picture.h"
#include "ui/widgets/canvas.h"

namespace ui {

class NumberBox;

/// Legend of the tree's outlines and of its thick line; wraps if it is too wide.
class TreeLegend : public Canvas {
    Q_OBJECT
public:
    explicit TreeLegend(QWidget* parent = nullptr);
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    void draw(QPainter& painter, const QRect& box) const override;
};

/// Under the trees: the legend, how many dropped candidates are shown, in which form the numbers
/// stand, and zoom.
class TreeControls : public QWidget {
    Q_OBJECT
public:
    explicit TreeControls(QWidget* parent = nullptr);
    int droppedShown() const;
    NumberForm numberForm() const { return m_form; }

Q_SIGNALS:
    void droppedShownChanged(int perStep);
    void numberFormChanged(ui::NumberForm form);
    void zoomRequested(double factor);
    void fitRequested();

private:
    void addZoom(const char* name, const QString& iconName, const QString& help, double factor);

    NumberBox* m_dropped;
    NumberForm m_form = NumberForm::Logarithms;
};

} // namespace ui
