#pragma once

#include "ui/widgets/canvas.h"

#include <vector>

namespace ui {

/// How many things fall into which bin: upright bars with their counts above and the bins' names
/// below, as far as there is room for them.
class SmallBars : public Canvas {
    Q_OBJECT
public:
    struct Bar {
        QString name; ///< Name of the bin, below it.
        int64_t count = 0;
        int level = -1; ///< rankLevel() whose colour and mark it has; -1: none.
        QString said = {}; ///< In place of the name, by screen readers.
    };
    explicit SmallBars(const QString& title, QWidget* parent = nullptr);

    void setBars(std::vector<Bar> bars);
    const std::vector<Bar>& bars() const { return m_bars; }
    const QString& title() const { return m_title; }
    QString words() const; ///< Title, then a line a bin.
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    void draw(QPainter& painter, const QRect& box) const override;

private:
    QString said(int bar) const;
    QString m_title;
    std::vector<Bar> m_bars;
};

} // namespace ui
