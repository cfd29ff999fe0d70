#pragma once

#include <QProxyStyle>

namespace ui {

/// Fusion that underlines the letters of shortcuts only while Alt is held.
class QuietStyle : public QProxyStyle {
    Q_OBJECT
public:
    QuietStyle();
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void setAltHeld(bool held);
    bool m_altHeld = false;
};

} // namespace ui
