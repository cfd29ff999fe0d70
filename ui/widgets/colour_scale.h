#pragma once

#include "ui/widgets/canvas.h"
#include "ui/widgets/theme.h"

namespace ui {

/// The scale of a picture of weights, always in sight: which colour means which number.
class ColourScale : public Canvas {
    Q_OBJECT
public:
    explicit ColourScale(QWidget* parent = nullptr);
    /// From 0 to `high`; from -high for signed colours.
    void setScale(double high, const QString& title, ColourMap map = ColourMap::Weights);
    double high() const { return m_high; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    void draw(QPainter& painter, const QRect& box) const override;

private:
    double low() const { return m_map == ColourMap::Signed ? -m_high : 0.0; }

    double m_high = 1.0;
    ColourMap m_map = ColourMap::Weights;
    QString m_title;
};

/// Where a scale of weights ends whose largest is `largest`: a round number of at least that. It
/// stays where it was as long as the colours can be told apart, so that a network that learns is
/// seen to change, not the scale.
/// @param before  where the scale ended; 0: there was none.
double steadyScaleEnd(double largest, double before);

} // namespace ui
