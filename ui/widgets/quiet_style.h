#pragma once

#include <QProxyStyle>

namespace ui {

/// Fusion that underlines the letters of shortcuts only while Alt is held, gives fields an edge
/// that is seen on dark grounds, too, and puts the arrow of a menu button beside its text. The
/// wheel changes a box or a slider only while that has the focus: else it scrolls what lies below.
/// A click beside the handle of a slider brings it to that place.
class QuietStyle : public QProxyStyle {
    Q_OBJECT
public:
    QuietStyle();
    /// How many times larger icons, boxes and distances are than Fusion's, for large type. To be
    /// followed by a change of the style sheet, which makes all widgets ask for them again.
    static void setScale(double scale);
    using QProxyStyle::polish;
    void polish(QWidget* widget) override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option,
                    const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                            QPainter* painter, const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void setAltHeld(bool held);
    bool m_altHeld = false;
};

} // namespace ui
