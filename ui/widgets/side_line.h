#pragma once

#include "ui/widgets/theme.h"

#include <QPainter>
#include <QWidget>

namespace ui {

/// A thin line at the left of what belongs to the control above: no box in a box.
class SideLine : public QWidget {
    Q_OBJECT
public:
    explicit SideLine(QWidget* parent = nullptr) : QWidget(parent)
    {
        connect(&Theme::instance(), &Theme::changed, this, [this] { update(); });
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.fillRect(QRect(2, 0, 2, height()), Theme::instance().line());
    }
};

} // namespace ui
