#include "ui/map/map_drawing.h"

#include "ui/widgets/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ui {

namespace {

/// Draws a marker over opaque pixels, clipped at their edge.
void blend(QImage& image, const QImage& marker, int left, int top)
{
    const int firstX = std::max(0, -left), firstY = std::max(0, -top);
    const int endX = std::min(marker.width(), image.width() - left);
    const int endY = std::min(marker.height(), image.height() - top);
    for (int y = firstY; y < endY; ++y) {
        const auto* from = reinterpret_cast<const QRgb*>(marker.constScanLine(y));
        auto* to = reinterpret_cast<QRgb*>(image.scanLine(top + y)) + left;
        for (int x = firstX; x < endX; ++x) {
            const QRgb colour = from[x];
            const uint alpha = colour >> 24U;
            if (alpha == 255U)
                to[x] = colour;
            else if (alpha != 0U) { // Premultiplied.
                const uint rest = 255U - alpha;
                const uint pair = (to[x] & 0xff00ffU) * rest, green = (to[x] & 0xff00U) * rest;
                to[x] = 0xff000000U
                    | (colour + ((((pair >> 8U) & 0xff00ffU) | ((green >> 8U) & 0xff00U))));
            }
        }
    }
}

} // namespace

MapDrawing::View MapDrawing::viewIn(const QRect& box) const
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (size_t i = 0; i < points.size(); ++i)
        if (const auto each = double(points[i]); std::isfinite(each)) {
            low[i % 2] = std::min(low[i % 2], each);
            high[i % 2] = std::max(high[i % 2], each);
        }
    View view;
    if (!(low[0] <= high[0]) || !(low[1] <= high[1]))
        return view;
    constexpr double kMargin = 24.0;
    const double wide = std::max(high[0] - low[0], 1e-9), tall = std::max(high[1] - low[1], 1e-9);
    const double whole = std::min(std::max(box.width() - 2.0 * kMargin, 10.0) / wide,
                                  std::max(box.height() - 2.0 * kMargin, 10.0) / tall);
    view.middle = {0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1])};
    view.scale = whole * zoom;
    view.centre = QRectF(box).center() + moved;
    return view;
}

QRect MapDrawing::pictureBox(const QRect& box) const
{
    return box.adjusted(0, drawLegend(nullptr, box), 0, 0);
}

double MapDrawing::markerSize() const
{
    const double size = count() <= 400 ? 10.0
        : count() <= 3000              ? 8.0
        : count() <= 20000             ? 6.0
                                       : 4.0;
    const double closer = std::clamp(std::sqrt(zoom), 1.0, 10.0 / size);
    return size * closer * (Theme::instance().presentation() ? 1.5 : 1.0);
}

std::vector<QPointF> MapDrawing::places(const View& view) const
{
    std::vector<QPointF> all(points.size() / 2);
    for (size_t i = 0; i < all.size(); ++i)
        all[i] = view.at(points, i);
    return all;
}

std::vector<int> MapDrawing::labelledFirst() const
{
    constexpr size_t kMost = 200;
    std::vector<int> first;
    if (current >= 0)
        first.push_back(current);
    for (const std::vector<int>* some : {&neighbours, &found, &chosen})
        for (size_t i = 0; i < std::min(some->size(), kMost); ++i)
            if (std::find(first.begin(), first.end(), (*some)[i]) == first.end())
                first.push_back((*some)[i]);
    return first;
}

std::vector<MapLabel> MapDrawing::labelsIn(const View& view, const QRect& box) const
{
    std::vector<MapLabel> all = labels.placed(places(view), labelledFirst(), box,
                                              QFontMetrics(font), int(0.5 * markerSize()) + 4);
    std::vector<int> seen;
    std::erase_if(all, [&](const MapLabel& label) {
        const bool twice = std::find(seen.begin(), seen.end(), label.point) != seen.end();
        seen.push_back(label.point);
        return twice;
    });
    return all;
}

/// In the order in which they are drawn: rare kinds over frequent ones, within a kind the first,
/// which matter most, over others. @param draw  void(size_t point, size_t code)
template <class Draw> void MapDrawing::forPoints(Draw draw) const
{
    std::vector<size_t> order(colouring.markers.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_partition(order.begin(), order.end(), [this](size_t code) {
        return colouring.markers[code].series < 0 && colouring.markers[code].level < 0.0;
    });
    for (const size_t code : order)
        for (size_t point = colouring.codes.size(); point-- > 0;)
            if (colouring.codes[point] == code)
                draw(point, code);
}

/// A loop over pixels: painting a hundred thousand shapes would take seconds.
void MapDrawing::drawPixels(QImage& image, const View& view, double ratio) const
{
    const double size = markerSize() * ratio;
    std::vector<QImage> markers;
    for (const MapMarker& each : colouring.markers) {
        const int side = int(std::ceil(each.size(size) * 1.3)) | 1;
        QImage marker(side, side, QImage::Format_ARGB32_Premultiplied);
        marker.fill(Qt::transparent);
        QPainter painter(&marker);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        drawMarker(painter, QPointF(0.5 * side, 0.5 * side), size, each);
        painter.end();
        markers.push_back(std::move(marker));
    }
    forPoints([&](size_t point, size_t code) {
        const QPointF at = view.at(points, point) * ratio;
        const QImage& marker = markers[code];
        blend(image, marker, int(std::lround(at.x() - 0.5 * marker.width())),
              int(std::lround(at.y() - 0.5 * marker.height())));
    });
}

void MapDrawing::draw(QPainter& painter, const QRect& box) const
{
    const QRect inside = pictureBox(box);
    const View view = viewIn(inside);
    painter.save();
    painter.fillRect(box, Theme::instance().base());
    drawLegend(&painter, box);
    painter.setClipRect(inside);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    forPoints([&](size_t point, size_t code) {
        if (const QPointF at = view.at(points, point); inside.contains(at.toPoint()))
            drawMarker(painter, at, markerSize(), colouring.markers[code]);
    });
    drawOver(painter, view, inside);
    painter.restore();
}

void MapDrawing::drawFast(QPainter& painter, const QRect& box, double ratio) const
{
    const QRect inside = pictureBox(box);
    const View view = viewIn(inside);
    QImage image(box.size() * ratio, QImage::Format_RGB32);
    image.fill(Theme::instance().base());
    drawPixels(image, view, ratio);
    image.setDevicePixelRatio(ratio);
    painter.drawImage(0, 0, image);
    painter.fillRect(QRect(0, 0, box.width(), inside.top()), Theme::instance().base());
    drawLegend(&painter, box);
    drawOver(painter, view, inside);
}

void MapDrawing::drawOver(QPainter& painter, const View& view, const QRect& box) const
{
    const Theme& theme = Theme::instance();
    painter.save();
    painter.setClipRect(box, Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    drawTrails(painter, view);
    const double ring = markerSize() + 5.0;
    const auto circle = [&](int point, const QPen& pen, double size) {
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(view.at(points, size_t(point)), 0.5 * size, 0.5 * size);
    };
    const double line = 1.5 * std::min(theme.lineWidth(), 1.6);
    for (const int each : found)
        circle(each, QPen(theme.text(), line, Qt::DashLine), ring);
    for (const int each : chosen)
        circle(each, QPen(theme.text(), line), ring);
    painter.setPen(Qt::NoPen); // Rings of points that are close together cover no colour.
    for (const std::vector<int>* ringed : {&found, &chosen})
        for (const int each : *ringed)
            drawMarker(painter, view.at(points, size_t(each)), markerSize(),
                       colouring.markers[colouring.codes[size_t(each)]]);
    for (const int each : neighbours)
        circle(each, QPen(theme.accent(), line, Qt::DotLine), ring + 3.0);
    if (current >= 0)
        circle(current, QPen(theme.accent(), 2.0 * line), ring + 6.0);
    drawLabels(painter, view, box);
    if (lasso.size() > 1) {
        painter.setPen(QPen(theme.accent(), line, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolygon(lasso);
    }
    painter.restore();
}

void MapDrawing::drawTrails(QPainter& painter, const View& view) const
{
    constexpr size_t kMost = 200;
    std::vector<int> followed(chosen.begin(),
                              chosen.begin() + std::ptrdiff_t(std::min(chosen.size(), kMost)));
    if (current >= 0)
        followed.push_back(current);
    const Theme& theme = Theme::instance();
    for (const int point : followed) {
        QPolygonF path;
        for (const core::MapPoints& map : trails)
            path << view.at(map, size_t(point));
        if (path.isEmpty())
            continue;
        path << view.at(points, size_t(point));
        painter.setPen(QPen(theme.accent(), theme.lineWidth()));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(path);
        painter.setBrush(theme.accent());
        path.removeLast();
        for (const QPointF& each : path)
            painter.drawEllipse(each, 2.0, 2.0);
    }
}

void MapDrawing::drawLabels(QPainter& painter, const View& view, const QRect& box) const
{
    const Theme& theme = Theme::instance();
    painter.setFont(font);
    // A margin of the background's colour around the letters covers less than a box would.
    constexpr double kMargin = 3.0;
    const QPen margin(theme.base(), kMargin, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    const int ascent = painter.fontMetrics().ascent();
    for (const MapLabel& label : labelsIn(view, box)) {
        QPainterPath letters;
        letters.addText(label.place.left(),
                        label.place.center().y() + 0.5 * (ascent - painter.fontMetrics().descent()),
                        font, labels.text(label.point));
        painter.strokePath(letters, margin);
        painter.fillPath(letters, label.point == current ? theme.accent() : theme.text());
    }
}

int MapDrawing::drawLegend(QPainter* painter, const QRect& box) const
{
    if (colouring.title.isEmpty())
        return 0;
    const QFontMetrics metrics(font);
    const int line = metrics.height() + 4, sample = metrics.height();
    int x = box.left() + kGrid, y = box.top() + 2;
    const auto add = [&](const MapMarker* marker, const QString& text) {
        const int wide
            = (marker != nullptr ? sample : 0) + metrics.horizontalAdvance(text) + 2 * kGrid;
        if (x + wide > box.right() && x > box.left() + kGrid) {
            x = box.left() + kGrid;
            y += line;
        }
        if (painter != nullptr) {
            const int left = x + (marker != nullptr ? sample : 0);
            if (marker != nullptr) {
                painter->setPen(Qt::NoPen);
                painter->setRenderHint(QPainter::Antialiasing);
                drawMarker(*painter, QPointF(x + 0.4 * sample, y + 0.5 * line), 0.6 * sample,
                           *marker);
            }
            painter->setFont(font);
            painter->setPen(marker != nullptr ? Theme::instance().text()
                                              : Theme::instance().mutedText());
            painter->drawText(QRect(left, y, wide, line), Qt::AlignVCenter | Qt::AlignLeft, text);
        }
        x += wide;
    };
    add(nullptr, colouring.title);
    for (const MapMarker& each : colouring.markers)
        if (!each.text.isEmpty())
            add(&each, metrics.elidedText(each.text, Qt::ElideRight, 160));
    return y + line + 2 - box.top();
}

} // namespace ui
