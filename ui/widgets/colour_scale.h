#pragma once

#include <QString>
#include <QWidget>

namespace ui {

/// The scale of a picture of weights, always in sight: which colour means which number.
class ColourScale : public QWidget {
    Q_OBJECT
public:
    explicit ColourScale(QWidget* parent = nullptr);
    /// From 0 to `high`.
    void setScale(double high, const QString& title);
    double high() const { return m_high; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    void draw(QPainter& painter, const QRect& box) const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_high = 1.0;
    QString m_title;
};

} // namespace ui
