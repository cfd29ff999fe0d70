#pragma once

#include "ui/widgets/canvas.h"

#include <vector>

namespace ui {

/// From where to where a value moves, one a row: an arrow on one axis, with both numbers in words.
/// In a presentation the rows and their type grow with the room that there is.
class EffectBars : public Canvas {
    Q_OBJECT
public:
    struct Row {
        QString name;
        double before = 0.0, after = 0.0;
        QString said; ///< "98 % → 3 %, now positive"
        bool turns = false; ///< The prediction becomes another one.
    };
    explicit EffectBars(const QString& name, QWidget* parent = nullptr);

    /// @param low, high  ends of the axis.
    void setRows(std::vector<Row> rows, double low, double high);
    const std::vector<Row>& rows() const { return m_rows; }
    void setCurrent(int row); ///< Marked; -1: none.
    QSize sizeHint() const override { return {480, leastRowHeight() * int(m_rows.size())}; }
    QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }
    void draw(QPainter& painter, const QRect& box) const override;

Q_SIGNALS:
    void rowChosen(int row); ///< By mouse or keys.

private:
    void restyle() override;
    int leastRowHeight() const;
    int rowHeight() const { return rowHeight(size()); }
    int rowHeight(const QSize& room) const;
    double growth(const QSize& room) const;
    void drawRow(QPainter& painter, size_t index, const QRect& place, double growth) const;

    std::vector<Row> m_rows;
    double m_low = 0.0, m_high = 1.0;
    int m_current = -1;
};

} // namespace ui
