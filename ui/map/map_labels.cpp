#include "ui/map/map_labels.h"

#include <algorithm>

namespace ui {

namespace {

constexpr int kCell = 6; ///< Pixels of the grid that remembers where labels stand.
constexpr int kMostRefused = 2000; ///< In a row: then there is hardly any room left.

/// The room that labels have taken.
class TakenRoom {
public:
    explicit TakenRoom(const QRect& box)
        : m_box(box)
        , m_columns(box.width() / kCell + 1)
        , m_cells(size_t(m_columns) * size_t(box.height() / kCell + 1))
    {
    }

    /// Takes the room around a label. @return false where some of it was taken.
    bool take(const QRect& label, int around)
    {
        const QRect room = cellsOf(label.adjusted(-2 * around, -around, 2 * around, around));
        const QRect own = cellsOf(label);
        for (int y = own.top(); y <= own.bottom(); ++y)
            for (int x = own.left(); x <= own.right(); ++x)
                if (m_cells[size_t(y) * size_t(m_columns) + size_t(x)] != 0)
                    return false;
        for (int y = room.top(); y <= room.bottom(); ++y)
            for (int x = room.left(); x <= room.right(); ++x)
                m_cells[size_t(y) * size_t(m_columns) + size_t(x)] = 1;
        return true;
    }

private:
    QRect cellsOf(const QRect& place) const
    {
        const QRect inside = place.intersected(m_box).translated(-m_box.topLeft());
        return QRect(QPoint(inside.left() / kCell, inside.top() / kCell),
                     QPoint(inside.right() / kCell, inside.bottom() / kCell));
    }

    QRect m_box;
    int m_columns;
    std::vector<char> m_cells;
};

} // namespace

void MapLabels::setTexts(QStringList texts)
{
    m_texts = std::move(texts);
    m_widths.assign(size_t(m_texts.size()), 0);
}

std::vector<MapLabel> MapLabels::placed(const std::vector<QPointF>& points,
                                        const std::vector<int>& first, const QRect& box,
                                        const QFontMetrics& font, int gap)
{
    if (m_height != font.height()) {
        m_height = font.height();
        std::fill(m_widths.begin(), m_widths.end(), 0);
    }
    TakenRoom room(box);
    std::vector<MapLabel> labels;
    int refused = 0;
    const auto place = [&](int point, int around) {
        const QPointF& at = points[size_t(point)];
        if (!box.contains(at.toPoint()))
            return;
        const int wide = width(point, font);
        QRect label(int(at.x()) + gap, int(at.y()) - m_height / 2, wide, m_height);
        if (label.right() > box.right())
            label.moveRight(int(at.x()) - gap);
        if (box.contains(label) && room.take(label, around)) {
            labels.push_back({point, label});
            refused = 0;
        } else {
            ++refused;
        }
    };
    for (const int point : first)
        place(point, 2);
    refused = 0;
    for (int point = 0; point < int(points.size()) && refused < kMostRefused; ++point)
        place(point, m_height / 2);
    return labels;
}

int MapLabels::width(int point, const QFontMetrics& font)
{
    int& width = m_widths[size_t(point)];
    if (width == 0)
        width = font.horizontalAdvance(m_texts[point]) + 2;
    return width;
}

} // namespace ui
