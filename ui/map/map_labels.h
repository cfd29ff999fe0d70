#pragma once

#include <QFontMetrics>
#include <QPointF>
#include <QRect>
#include <QStringList>

#include <vector>

namespace ui {

/// A label beside its point.
struct MapLabel {
    int point = 0;
    QRect place;
};

/// Chooses the labels that have room: none covers another. Those that come first are placed first;
/// the closer the points are looked at, the more have room.
class MapLabels {
public:
    void setTexts(QStringList texts); ///< One a point.
    const QString& text(int point) const { return m_texts[point]; }

    /// @param points  where they are drawn, in `box`. @param first  points that are placed first;
    /// the others follow in their order.
    std::vector<MapLabel> placed(const std::vector<QPointF>& points, const std::vector<int>& first,
                                 const QRect& box, const QFontMetrics& font, int gap);

private:
    int width(int point, const QFontMetrics& font);

    QStringList m_texts;
    std::vector<int> m_widths; ///< 0: not measured.
    int m_height = 0;
};

} // namespace ui
