#include "ui/map/map_picture.h"

#include "ui/widgets/theme.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace ui {

namespace {

constexpr double kMostZoom = 2000.0;
constexpr double kStep = 1.4; ///< Factor of a zoom by key.

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

MapPicture::MapPicture(QWidget* parent) : Canvas(parent)
{
    setObjectName(QStringLiteral("mapPicture"));
    setAccessibleName(tr("Map of vectors"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    Readable::Content content;
    content.rows = [this] { return count(); };
    content.text = [this](int row, int) { return m_describe ? m_describe(row) : QString(); };
    content.place = [this](int row, int) {
        const int half = int(markerSize());
        return QRect(place(row).toPoint() - QPoint(half, half), QSize(2 * half, 2 * half))
            .intersected(pictureBox(rect()));
    };
    content.current = [this] { return m_current < 0 ? QPoint(-1, -1) : QPoint(0, m_current); };
    content.choose = [this](int row, int) { setCurrent(row); };
    Items::Handling handling;
    handling.at = [this](const QPoint& position) {
        const int point = drawsLasso() ? -1 : pointAt(position);
        return point < 0 ? QPoint(-1, -1) : QPoint(0, point);
    };
    handling.tip = [this](const QPoint&, const QPoint& position) {
        const int point = pointAt(position);
        return point < 0 || !m_describe ? QString() : m_describe(point);
    };
    handling.byKey = [this](int key) { return byKey(key); };
    m_items = new Items(*this, std::move(content), std::move(handling));
}

bool MapPicture::drawsLasso() const
{
    return m_tool != Tool::Move || QGuiApplication::keyboardModifiers().testFlag(Qt::ShiftModifier);
}

void MapPicture::setTool(Tool tool)
{
    m_tool = tool;
    setCursor(tool == Tool::Move ? Qt::ArrowCursor : Qt::CrossCursor);
}

void MapPicture::setPoints(const core::MapPoints& points, const QStringList& labels)
{
    m_points = points;
    m_labels.setTexts(labels);
    m_colouring = MapColouring::alike(points.size() / 2);
    m_trails.clear();
    m_chosen.clear();
    m_neighbours.clear();
    m_found.clear();
    m_current = -1;
    m_items->clear();
    fit();
}

void MapPicture::movePoints(const core::MapPoints& points)
{
    m_points = points;
    update();
}

void MapPicture::setColouring(MapColouring colouring)
{
    m_colouring = std::move(colouring);
    update();
}

void MapPicture::setTrails(std::vector<core::MapPoints> maps)
{
    m_trails = std::move(maps);
    update();
}

void MapPicture::setNeighbours(std::vector<int> points)
{
    m_neighbours = std::move(points);
    update();
}

void MapPicture::setFound(std::vector<int> points)
{
    m_found = std::move(points);
    update();
}

void MapPicture::setCurrent(int point)
{
    if (point == m_current)
        return;
    m_current = point;
    update();
    Q_EMIT currentChanged(point);
    m_items->announce();
}

void MapPicture::setChosen(std::vector<int> points)
{
    m_chosen = std::move(points);
    update();
    Q_EMIT chosenChanged();
}

void MapPicture::fit()
{
    m_zoom = 1.0;
    m_moved = {};
    update();
}

void MapPicture::zoom(double factor, const QPointF& around)
{
    const QRect box = pictureBox(rect());
    const View before = viewIn(box);
    const QPointF fixed((around.x() - before.centre.x()) / before.scale,
                        (around.y() - before.centre.y()) / before.scale);
    const double zoomed = std::clamp(m_zoom * factor, 0.2, kMostZoom);
    m_moved = m_moved * zoomed / m_zoom
        + QPointF(fixed.x(), fixed.y()) * before.scale * (1.0 - zoomed / m_zoom);
    m_zoom = zoomed;
    update();
}

void MapPicture::bringIntoSight(int point)
{
    const QRect box = pictureBox(rect()).adjusted(20, 20, -20, -20);
    const QPointF at = place(point);
    if (!box.contains(at.toPoint()))
        m_moved += QPointF(box.center()) - at;
    update();
}

MapPicture::View MapPicture::viewIn(const QRect& box) const
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (size_t i = 0; i < m_points.size(); ++i)
        if (const auto each = double(m_points[i]); std::isfinite(each)) {
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
    view.scale = whole * m_zoom;
    view.centre = QRectF(box).center() + m_moved;
    return view;
}

QRect MapPicture::pictureBox(const QRect& box) const
{
    return box.adjusted(0, drawLegend(nullptr, box), 0, 0);
}

double MapPicture::markerSize() const
{
    const double size = count() <= 400 ? 10.0
        : count() <= 3000              ? 8.0
        : count() <= 20000             ? 6.0
                                       : 4.0;
    const double closer = std::clamp(std::sqrt(m_zoom), 1.0, 10.0 / size);
    return size * closer * (Theme::instance().presentation() ? 1.5 : 1.0);
}

QPointF MapPicture::place(int point) const
{
    return viewIn(pictureBox(rect())).at(m_points, size_t(point));
}

int MapPicture::pointAt(const QPointF& position) const
{
    const View view = viewIn(pictureBox(rect()));
    const double reach = std::max(0.5 * markerSize() + 3.0, 6.0);
    double nearest = reach * reach;
    int found = -1;
    for (size_t i = 0; i < size_t(count()); ++i) {
        const QPointF apart = view.at(m_points, i) - position;
        const double distance = QPointF::dotProduct(apart, apart);
        if (distance < nearest) {
            nearest = distance;
            found = int(i);
        }
    }
    return found;
}

/// The nearest point in the direction of an arrow key; a point ahead counts as nearer than one
/// beside.
std::optional<QPoint> MapPicture::byKey(int key) const
{
    const QPointF ahead = key == Qt::Key_Left ? QPointF(-1, 0)
        : key == Qt::Key_Right                ? QPointF(1, 0)
        : key == Qt::Key_Up                   ? QPointF(0, -1)
                                              : QPointF(0, 1);
    if (key == Qt::Key_Home || key == Qt::Key_End)
        return count() == 0 ? QPoint(-1, -1) : QPoint(0, key == Qt::Key_Home ? 0 : count() - 1);
    if (key != Qt::Key_Left && key != Qt::Key_Right && key != Qt::Key_Up && key != Qt::Key_Down)
        return std::nullopt;
    const View view = viewIn(pictureBox(rect()));
    const QPointF from = m_current < 0 ? view.centre : view.at(m_points, size_t(m_current));
    double nearest = INFINITY;
    int found = -1;
    for (int i = 0; i < count(); ++i) {
        const QPointF apart = view.at(m_points, size_t(i)) - from;
        const double along = QPointF::dotProduct(apart, ahead);
        const double across = std::abs(apart.x() * ahead.y() - apart.y() * ahead.x());
        if (i != m_current && along > 0.01 && across <= 1.5 * along
            && along + 2.0 * across < nearest) {
            nearest = along + 2.0 * across;
            found = i;
        }
    }
    return found < 0 ? QPoint(-1, -1) : QPoint(0, found);
}

std::vector<QPointF> MapPicture::places(const View& view) const
{
    std::vector<QPointF> all(m_points.size() / 2);
    for (size_t i = 0; i < all.size(); ++i)
        all[i] = view.at(m_points, i);
    return all;
}

std::vector<int> MapPicture::labelledFirst() const
{
    constexpr size_t kMost = 200;
    std::vector<int> first;
    if (m_current >= 0)
        first.push_back(m_current);
    for (const std::vector<int>* some : {&m_neighbours, &m_found, &m_chosen})
        for (size_t i = 0; i < std::min(some->size(), kMost); ++i)
            if (std::find(first.begin(), first.end(), (*some)[i]) == first.end())
                first.push_back((*some)[i]);
    return first;
}

std::vector<MapLabel> MapPicture::labelsIn(const View& view, const QRect& box,
                                           const QFontMetrics& font) const
{
    std::vector<MapLabel> labels
        = m_labels.placed(places(view), labelledFirst(), box, font, int(0.5 * markerSize()) + 4);
    std::vector<int> seen;
    std::erase_if(labels, [&](const MapLabel& label) {
        const bool twice = std::find(seen.begin(), seen.end(), label.point) != seen.end();
        seen.push_back(label.point);
        return twice;
    });
    return labels;
}

std::vector<MapLabel> MapPicture::labels() const
{
    const QRect box = pictureBox(rect());
    return labelsIn(viewIn(box), box, fontMetrics());
}

/// In the order in which they are drawn: rare kinds over frequent ones, within a kind the first,
/// which matter most, over others. @param draw  void(size_t point, size_t code)
template <class Draw> void MapPicture::forPoints(Draw draw) const
{
    std::vector<size_t> order(m_colouring.markers.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_partition(order.begin(), order.end(), [this](size_t code) {
        return m_colouring.markers[code].series < 0 && m_colouring.markers[code].level < 0.0;
    });
    for (const size_t code : order)
        for (size_t point = m_colouring.codes.size(); point-- > 0;)
            if (m_colouring.codes[point] == code)
                draw(point, code);
}

/// A loop over pixels: painting a hundred thousand shapes would take seconds.
void MapPicture::drawPixels(QImage& image, const View& view, double ratio) const
{
    const double size = markerSize() * ratio;
    std::vector<QImage> markers;
    for (const MapMarker& each : m_colouring.markers) {
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
        const QPointF at = view.at(m_points, point) * ratio;
        const QImage& marker = markers[code];
        blend(image, marker, int(std::lround(at.x() - 0.5 * marker.width())),
              int(std::lround(at.y() - 0.5 * marker.height())));
    });
}

void MapPicture::paintEvent(QPaintEvent*)
{
    const double ratio = devicePixelRatioF();
    const QRect box = pictureBox(rect());
    const View view = viewIn(box);
    QImage image(size() * ratio, QImage::Format_RGB32);
    image.fill(Theme::instance().base());
    drawPixels(image, view, ratio);
    image.setDevicePixelRatio(ratio);
    QPainter painter(this);
    painter.drawImage(0, 0, image);
    painter.fillRect(QRect(0, 0, width(), box.top()), Theme::instance().base());
    drawLegend(&painter, rect());
    drawOver(painter, view, box);
    m_items->drawFrames(painter);
}

void MapPicture::draw(QPainter& painter, const QRect& box) const
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
        if (const QPointF at = view.at(m_points, point); inside.contains(at.toPoint()))
            drawMarker(painter, at, markerSize(), m_colouring.markers[code]);
    });
    drawOver(painter, view, inside);
    painter.restore();
}

void MapPicture::drawOver(QPainter& painter, const View& view, const QRect& box) const
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
        painter.drawEllipse(view.at(m_points, size_t(point)), 0.5 * size, 0.5 * size);
    };
    const double line = 1.5 * std::min(theme.lineWidth(), 1.6);
    for (const int each : m_chosen)
        circle(each, QPen(theme.text(), line), ring);
    for (const int each : m_neighbours)
        circle(each, QPen(theme.accent(), line, Qt::DotLine), ring + 3.0);
    if (m_current >= 0)
        circle(m_current, QPen(theme.accent(), 2.0 * line), ring + 6.0);
    drawLabels(painter, view, box);
    if (m_lasso.size() > 1) {
        painter.setPen(QPen(theme.accent(), line, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolygon(m_lasso);
    }
    painter.restore();
}

void MapPicture::drawTrails(QPainter& painter, const View& view) const
{
    constexpr size_t kMost = 200;
    std::vector<int> followed(m_chosen.begin(),
                              m_chosen.begin() + std::ptrdiff_t(std::min(m_chosen.size(), kMost)));
    if (m_current >= 0)
        followed.push_back(m_current);
    const Theme& theme = Theme::instance();
    for (const int point : followed) {
        QPolygonF path;
        for (const core::MapPoints& map : m_trails)
            path << view.at(map, size_t(point));
        if (path.isEmpty())
            continue;
        path << view.at(m_points, size_t(point));
        painter.setPen(QPen(theme.accent(), theme.lineWidth()));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(path);
        painter.setBrush(theme.accent());
        path.removeLast();
        for (const QPointF& each : path)
            painter.drawEllipse(each, 2.0, 2.0);
    }
}

void MapPicture::drawLabels(QPainter& painter, const View& view, const QRect& box) const
{
    const Theme& theme = Theme::instance();
    painter.setFont(font());
    QColor behind = theme.base();
    behind.setAlphaF(0.75F);
    for (const MapLabel& label : labelsIn(view, box, painter.fontMetrics())) {
        const int tight = painter.fontMetrics().descent() / 2;
        painter.fillRect(label.place.adjusted(0, tight, 0, -tight), behind);
        painter.setPen(label.point == m_current ? theme.accent() : theme.text());
        painter.drawText(label.place, Qt::AlignVCenter | Qt::AlignLeft, m_labels.text(label.point));
    }
}

int MapPicture::drawLegend(QPainter* painter, const QRect& box) const
{
    if (m_colouring.title.isEmpty())
        return 0;
    const QFontMetrics metrics = fontMetrics();
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
            painter->setFont(font());
            painter->setPen(marker != nullptr ? Theme::instance().text()
                                              : Theme::instance().mutedText());
            painter->drawText(QRect(left, y, wide, line), Qt::AlignVCenter | Qt::AlignLeft, text);
        }
        x += wide;
    };
    add(nullptr, m_colouring.title);
    for (const MapMarker& each : m_colouring.markers)
        if (!each.text.isEmpty())
            add(&each, metrics.elidedText(each.text, Qt::ElideRight, 160));
    return y + line + 2 - box.top();
}

void MapPicture::wheelEvent(QWheelEvent* event)
{
    zoom(std::pow(1.2, event->angleDelta().y() / 120.0), event->position());
    event->accept();
}

void MapPicture::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return Canvas::mousePressEvent(event);
    m_drags = true;
    m_pressed = event->position();
    m_adds = event->modifiers().testFlag(Qt::ControlModifier);
    const bool lasso = m_tool != Tool::Move || event->modifiers().testFlag(Qt::ShiftModifier);
    m_lasso = lasso ? QPolygonF({m_pressed}) : QPolygonF();
}

void MapPicture::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_drags)
        return;
    if (m_lasso.isEmpty()) {
        m_moved += event->position() - m_pressed;
        m_pressed = event->position();
    } else if (m_tool == Tool::Rectangle) {
        m_lasso = QPolygonF(QRectF(m_pressed, event->position()).normalized());
    } else {
        m_lasso << event->position();
    }
    update();
}

void MapPicture::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !std::exchange(m_drags, false))
        return;
    if (m_lasso.size() > 2)
        chooseInside();
    else if (!m_lasso.isEmpty())
        setCurrent(pointAt(event->position()));
    m_lasso.clear();
    update();
}

void MapPicture::chooseInside()
{
    const View view = viewIn(pictureBox(rect()));
    const QRectF bounds = m_lasso.boundingRect();
    std::vector<int> inside = m_adds ? m_chosen : std::vector<int>();
    for (int i = 0; i < count(); ++i) {
        const QPointF at = view.at(m_points, size_t(i));
        if (bounds.contains(at) && m_lasso.containsPoint(at, Qt::OddEvenFill)
            && (!m_adds || std::find(inside.begin(), inside.end(), i) == inside.end()))
            inside.push_back(i);
    }
    setChosen(std::move(inside));
}

void MapPicture::keyPressEvent(QKeyEvent* event)
{
    const QPointF middle = QRectF(pictureBox(rect())).center();
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(kStep, m_current < 0 ? middle : place(m_current));
    case Qt::Key_Minus:
        return zoom(1.0 / kStep, m_current < 0 ? middle : place(m_current));
    case Qt::Key_0:
        return fit();
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter: {
        if (m_current < 0)
            return;
        std::vector<int> chosen = m_chosen;
        if (std::erase(chosen, m_current) == 0)
            chosen.push_back(m_current);
        return setChosen(std::move(chosen));
    }
    case Qt::Key_Escape:
        if (m_current < 0 && m_chosen.empty())
            break;
        setChosen({});
        return setCurrent(-1);
    default:
        break;
    }
    Canvas::keyPressEvent(event);
}

KeyHelps MapPicture::keys()
{
    return {
        {tr("Left, Right, Up, Down"), tr("Map: picture"),
         tr("Go to the nearest point in that direction")},
        {tr("+, -; 0"), tr("Map: picture"), tr("Larger, smaller, all; also the wheel")},
        {tr("Space or Return"), tr("Map: picture"), tr("Choose the current point, or no longer")},
        {tr("Shift and drag"), tr("Map: picture"),
         tr("Choose points with a lasso; with Ctrl in addition")},
        {tr("Escape"), tr("Map: picture"), tr("Choose nothing")}};
}

} // namespace ui
