#include "ui/map/map_colouring.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <map>
#include <numeric>

namespace ui {

namespace {

constexpr int kMarkerShapes = 8;
constexpr size_t kNamedColours = 7;
constexpr size_t kColourLevels = 12;

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
    case MapMarker::Shape::Cross: {
        QTransform turn;
        turn.rotate(45.0);
        return turn.map(outline(MapMarker::Shape::Plus));
    }
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
    return series < 0 ? theme.mutedText() : theme.series(series);
}

void drawMarker(QPainter& painter, const QPointF& centre, double size, const MapMarker& marker)
{
    painter.setBrush(marker.colour());
    const double half = 0.5 * marker.size(size);
    if (marker.shape == MapMarker::Shape::Circle) {
        painter.drawEllipse(centre, half, half);
        return;
    }
    QTransform place = QTransform::fromTranslate(centre.x(), centre.y());
    place.scale(half, half);
    painter.drawPolygon(place.map(outline(marker.shape)));
}

MapColouring MapColouring::alike(size_t points)
{
    return {{}, {{.text = {}, .series = 0}}, std::vector<uint8_t>(points)};
}

MapColouring MapColouring::byNames(const QString& title, const std::vector<std::string>& names,
                                   const std::vector<int>& first)
{
    using Counts = std::pair<size_t, size_t>; // Among the first points, among all.
    std::map<std::string, Counts> counts;
    for (const std::string& each : names)
        ++counts[each].second;
    for (const int point : first)
        ++counts[names[size_t(point)]].first;
    const bool unnamed = counts.erase(std::string()) > 0;
    std::vector<std::pair<Counts, std::string>> order;
    for (const auto& [name, count] : counts)
        order.emplace_back(count, name);
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    const size_t shown = order.size() <= kNamedColours + 1 ? order.size() : kNamedColours;
    MapColouring result{title, {}, {}};
    std::map<std::string, uint8_t> codes;
    for (size_t i = 0; i < shown; ++i) {
        codes[order[i].second] = uint8_t(i);
        result.markers.push_back({.text = coreText(order[i].second),
                                  .shape = MapMarker::Shape(int(i) % kMarkerShapes),
                                  .series = int(i)});
    }
    if (shown < order.size())
        result.markers.push_back({.text = QCoreApplication::translate("ui::MapView", "%1 others")
                                              .arg(count(qint64(order.size() - shown))),
                                  .shape = MapMarker::Shape::Bar});
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
