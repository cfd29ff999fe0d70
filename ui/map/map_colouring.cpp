#include "ui/map/map_colouring.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace ui {

namespace {

constexpr int kSeries = 8; ///< Colours of the theme.
constexpr size_t kColourLevels = 12;

/// No two are alike without their colours either. Outlines of a plus, a cross or a bar would be as
/// good as whole at the size of points.
constexpr std::pair<MapMarker::Shape, MapMarker::Fill> kNameMarkers[MapColouring::kNames]{
    {MapMarker::Shape::Circle, MapMarker::Fill::Whole},
    {MapMarker::Shape::Square, MapMarker::Fill::Whole},
    {MapMarker::Shape::Triangle, MapMarker::Fill::Whole},
    {MapMarker::Shape::Diamond, MapMarker::Fill::Whole},
    {MapMarker::Shape::Wedge, MapMarker::Fill::Whole},
    {MapMarker::Shape::Plus, MapMarker::Fill::Whole},
    {MapMarker::Shape::Cross, MapMarker::Fill::Whole},
    {MapMarker::Shape::Bar, MapMarker::Fill::Whole},
    {MapMarker::Shape::Circle, MapMarker::Fill::None},
    {MapMarker::Shape::Square, MapMarker::Fill::None},
    {MapMarker::Shape::Triangle, MapMarker::Fill::None},
    {MapMarker::Shape::Diamond, MapMarker::Fill::None},
    {MapMarker::Shape::Wedge, MapMarker::Fill::None},
    {MapMarker::Shape::Star, MapMarker::Fill::Whole},
    {MapMarker::Shape::Left, MapMarker::Fill::Whole},
    {MapMarker::Shape::Right, MapMarker::Fill::Whole},
    {MapMarker::Shape::Circle, MapMarker::Fill::Dot},
    {MapMarker::Shape::Square, MapMarker::Fill::Dot},
    {MapMarker::Shape::Diamond, MapMarker::Fill::Dot},
    {MapMarker::Shape::Left, MapMarker::Fill::None}};

QPolygonF star()
{
    QPolygonF star;
    for (int i = 0; i < 10; ++i) {
        const double angle = (0.2 * i - 0.5) * M_PI, radius = i % 2 == 0 ? 1.3 : 0.5;
        star << QPointF(radius * std::cos(angle), radius * std::sin(angle));
    }
    return star;
}

QPolygonF turned(const QPolygonF& shape, double degrees)
{
    return QTransform().rotate(degrees).map(shape);
}

QPolygonF outline(MapMarker::Shape shape)
{
    switch (shape) {
    case MapMarker::Shape::Triangle:
        return QPolygonF({{0.0, -1.1}, {1.0, 0.8}, {-1.0, 0.8}});
    case MapMarker::Shape::Diamond:
        return QPolygonF({{0.0, -1.2}, {1.2, 0.0}, {0.0, 1.2}, {-1.2, 0.0}});
    case MapMarker::Shape::Wedge:
        return QPolygonF({{-1.0, -0.8}, {1.0, -0.8}, {0.0, 1.1}});
    case MapMarker::Shape::Bar:
        return QPolygonF({{-1.2, -0.45}, {1.2, -0.45}, {1.2, 0.45}, {-1.2, 0.45}});
    case MapMarker::Shape::Plus:
        return QPolygonF({{-0.35, -1.1},
                          {0.35, -1.1},
                          {0.35, -0.35},
                          {1.1, -0.35},
                          {1.1, 0.35},
                          {0.35, 0.35},
                          {0.35, 1.1},
                          {-0.35, 1.1},
                          {-0.35, 0.35},
                          {-1.1, 0.35},
                          {-1.1, -0.35},
                          {-0.35, -0.35}});
    case MapMarker::Shape::Cross:
        return turned(outline(MapMarker::Shape::Plus), 45.0);
    case MapMarker::Shape::Star:
        return star();
    case MapMarker::Shape::Left:
        return turned(outline(MapMarker::Shape::Triangle), -90.0);
    case MapMarker::Shape::Right:
        return turned(outline(MapMarker::Shape::Triangle), 90.0);
    case MapMarker::Shape::Post:
        return turned(outline(MapMarker::Shape::Bar), 90.0);
    default:
        return QPolygonF({{-0.9, -0.9}, {0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}});
    }
}

} // namespace

QColor MapMarker::colour() const
{
    const Theme& theme = Theme::instance();
    if (level >= 0.0)
        return theme.weightColour(0.3 + 0.7 * level);
    if (series < 0)
        return theme.mutedText();
    constexpr double kOwn = 0.55;
    const QColor own = theme.series(series);
    return (series / kSeries) % 2 == 0 ? own : blended(own, theme.text(), kOwn);
}

void drawMarker(QPainter& painter, const QPointF& centre, double size, const MapMarker& marker)
{
    const double half = 0.5 * marker.size(size);
    const bool isWhole = marker.fill == MapMarker::Fill::Whole;
    constexpr double kLine = 0.4, kDot = 0.4; // Parts of half the size.
    const QPen line(marker.colour(), kLine * half, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin);
    painter.setPen(isWhole ? QPen(Qt::NoPen) : line);
    painter.setBrush(isWhole ? QBrush(marker.colour()) : QBrush(Qt::NoBrush));
    if (marker.shape == MapMarker::Shape::Circle) {
        painter.drawEllipse(centre, half, half);
    } else {
        QTransform place = QTransform::fromTranslate(centre.x(), centre.y());
        place.scale(half, half);
        painter.drawPolygon(place.map(outline(marker.shape)));
    }
    painter.setPen(Qt::NoPen);
    if (marker.fill == MapMarker::Fill::Dot) {
        painter.setBrush(marker.colour());
        painter.drawEllipse(centre, kDot * half, kDot * half);
    }
}

MapColouring MapColouring::alike(size_t points)
{
    return {{}, {{.text = {}, .series = 0}}, std::vector<uint8_t>(points)};
}

MapColouring MapColouring::byNames(const QString& title, const std::vector<std::string>& names)
{
    std::map<std::string, size_t> counts;
    for (const std::string& each : names)
        ++counts[each];
    const bool unnamed = counts.erase(std::string()) > 0;
    std::vector<std::pair<std::string, size_t>> order(counts.begin(), counts.end());
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    const size_t shown = std::min(order.size(), kNames);
    MapColouring result{title, {}, {}};
    std::map<std::string, uint8_t> codes;
    for (size_t i = 0; i < shown; ++i) {
        codes[order[i].first] = uint8_t(i);
        result.markers.push_back({.text = coreText(order[i].first),
                                  .shape = kNameMarkers[i].first,
                                  .fill = kNameMarkers[i].second,
                                  .series = int(i)});
    }
    if (shown < order.size())
        result.markers.push_back(
            {.text = QCoreApplication::translate("ui::MapView", "grey: the %1 rarest")
                         .arg(count(qint64(order.size() - shown))),
             .shape = MapMarker::Shape::Post});
    if (unnamed) {
        codes[std::string()] = uint8_t(result.markers.size());
        result.markers.push_back(
            {.text = QCoreApplication::translate("ui::MapView", "not known"), .share = 0.6});
    }
    for (const std::string& each : names) {
        const auto code = codes.find(each);
        result.codes.push_back(code == codes.end() ? uint8_t(shown) : code->second);
    }
    return result;
}

MapColouring MapColouring::byNumbers(const QString& title, const std::vector<double>& numbers)
{
    std::vector<size_t> order(numbers.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return numbers[a] < numbers[b]; });
    MapColouring result{title, {}, std::vector<uint8_t>(numbers.size())};
    for (size_t level = 0; level < kColourLevels; ++level)
        result.markers.push_back({.text = {}, .level = double(level) / double(kColourLevels - 1)});
    for (size_t place = 0; place < order.size(); ++place) {
        const bool tied = place > 0 && numbers[order[place]] == numbers[order[place - 1]];
        result.codes[order[place]]
            = tied ? result.codes[order[place - 1]] : uint8_t(place * kColourLevels / order.size());
    }
    if (!order.empty())
        for (const size_t level : {size_t{0}, kColourLevels / 2, kColourLevels - 1}) {
            const size_t place = level == kColourLevels - 1 ? order.size() - 1
                                                            : level * order.size() / kColourLevels;
            result.markers[level].text = value(numbers[order[place]]);
        }
    return result;
}

} // namespace ui
