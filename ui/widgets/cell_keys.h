#pragma once

#include <QPoint>
#include <Qt>

#include <algorithm>
#include <optional>

namespace ui {

/// Where arrow keys, Home and End lead from a cell (column and row) of a grid; none: another key,
/// or a grid without cells.
inline std::optional<QPoint> cellByKey(QPoint cell, int key, int rows, int columns)
{
    switch (key) {
    case Qt::Key_Left:
        cell.rx()--;
        break;
    case Qt::Key_Right:
        cell.rx()++;
        break;
    case Qt::Key_Up:
        cell.ry()--;
        break;
    case Qt::Key_Down:
        cell.ry()++;
        break;
    case Qt::Key_Home:
        cell.setX(0);
        break;
    case Qt::Key_End:
        cell.setX(columns - 1);
        break;
    default:
        return {};
    }
    if (rows < 1 || columns < 1)
        return {};
    return QPoint(std::clamp(cell.x(), 0, columns - 1), std::clamp(cell.y(), 0, rows - 1));
}

} // namespace ui
