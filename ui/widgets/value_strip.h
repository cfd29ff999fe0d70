#pragma once

#include <QImage>
#include <QString>
#include <QWidget>

#include <vector>

namespace ui {

class Readable;

/// A vector as a strip of signed colours: its first number left, its last right. The number under
/// the pointer, or the one that the arrow keys chose, is written beneath.
class ValueStrip : public QWidget {
    Q_OBJECT
public:
    explicit ValueStrip(QWidget* parent = nullptr);

    /// @param high  value of the last colour; -high of the first.
    void setValues(std::vector<float> values, double high);
    const std::vector<float>& values() const { return m_values; }
    int current() const { return m_current; } ///< -1: none.
    void setCurrent(int index);
    QString describe(int index) const; ///< "number 3 of 128: -0.213"
    int indexAt(int x) const; ///< -1: beside the strip.

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void valuePointed(int index); ///< Mouse or keys; -1: none.

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRect bar() const;
    QRect placeOf(int index) const;
    void point(int index);

    void colour();

    std::vector<float> m_values;
    QImage m_colours; ///< One pixel a number.
    double m_high = 1.0;
    int m_current = -1, m_pointed = -1;
    Readable* m_readable;
};

} // namespace ui
