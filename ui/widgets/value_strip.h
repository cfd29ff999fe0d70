#pragma once

#include "ui/widgets/canvas.h"

#include <QImage>
#include <QString>

#include <vector>

namespace ui {

/// A vector as a strip of signed colours: its first number left, its last right. The number under
/// the pointer, or the one that the arrow keys chose, is written beneath.
class ValueStrip : public Canvas {
    Q_OBJECT
public:
    explicit ValueStrip(QWidget* parent = nullptr);

    /// @param high  value of the last colour; -high of the first.
    void setValues(std::vector<float> values, double high);
    const std::vector<float>& values() const { return m_values; }
    int current() const { return m_items->currentRow(); } ///< -1: none.
    void setCurrent(int index) { m_items->setCurrentRow(index); }
    QString describe(int index) const; ///< "number 3 of 128: -0.213"
    void draw(QPainter& painter, const QRect& box) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }

Q_SIGNALS:
    void valuePointed(int index); ///< Mouse or keys; -1: none.

protected:
    void restyle() override;

private:
    QRect bar() const;
    QRect placeOf(int index) const;

    std::vector<float> m_values;
    QImage m_colours; ///< One pixel a number.
    double m_high = 1.0;
    Items* m_items;
};

} // namespace ui
