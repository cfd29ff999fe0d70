#pragma once

#include <QLabel>

namespace ui {

/// One line of text that is cut with an ellipsis where there is no room; the tool tip has it whole.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideMiddle);

    void setFullText(const QString& text);
    QString fullText() const { return m_full; }
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_full;
    Qt::TextElideMode m_mode;
};

} // namespace ui
