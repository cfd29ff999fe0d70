#include "ui/map/map_picture.h"

#include "ui/widgets/theme.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

namespace {

constexpr double kMostZoom = 2000.0;
constexpr double kStep = 1.4; ///< Factor of a zoom by key.

} // namespace

MapPicture::MapPicture(QWidget* parent) : Canvas(parent)
{
    m_drawing.font = font();
    setObjectName(QStringLiteral("mapPicture"));
    setAccessibleName(tr("Map of vectors"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    Readable::Content content;
    content.rows = [this] { return count(); };
    content.text = [this](int row, int) { return m_describe ? m_describe(row) : QString(); };
    content.place = [this](int row, int) {
        const int half = int(m_drawing.markerSize());
        return QRect(place(row).toPoint() - QPoint(half, half), QSize(2 * half, 2 * half))
            .intersected(m_drawing.pictureBox(rect()));
    };
    content.current
        = [this] { return m_drawing.current < 0 ? QPoint(-1, -1) : QPoint(0, m_drawing.current); };
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
    m_drawing.points = points;
    m_drawing.labels.setTexts(labels);
    m_drawing.colouring = MapColouring::alike(points.size() / 2);
    m_drawing.trails.clear();
    m_drawing.chosen.clear();
    m_drawing.neighbours.clear();
    m_drawing.found.clear();
    m_drawing.current = -1;
    m_items->clear();
    fit();
}

void MapPicture::movePoints(const core::MapPoints& points)
{
    m_drawing.points = points;
    update();
}

void MapPicture::setColouring(MapColouring colouring)
{
    m_drawing.colouring = std::move(colouring);
    update();
}

void MapPicture::setTrails(std::vector<core::MapPoints> maps)
{
    m_drawing.trails = std::move(maps);
    update();
}

void MapPicture::setNeighbours(std::vector<int> points)
{
    m_drawing.neighbours = std::move(points);
    update();
}

void MapPicture::setFound(std::vector<int> points)
{
    m_drawing.found = std::move(points);
    update();
}

void MapPicture::setCurrent(int point)
{
    if (point == m_drawing.current)
        return;
    m_drawing.current = point;
    update();
    Q_EMIT currentChanged(point);
    m_items->announce();
}

void MapPicture::setChosen(std::vector<int> points)
{
    m_drawing.chosen = std::move(points);
    update();
    Q_EMIT chosenChanged();
}

void MapPicture::fit()
{
    m_drawing.zoom = 1.0;
    m_drawing.moved = {};
    update();
}

void MapPicture::zoom(double factor, const QPointF& around)
{
    const QRect box = m_drawing.pictureBox(rect());
    const MapDrawing::View before = m_drawing.viewIn(box);
    const QPointF fixed((around.x() - before.centre.x()) / before.scale,
                        (around.y() - before.centre.y()) / before.scale);
    const double zoomed = std::clamp(m_drawing.zoom * factor, 0.2, kMostZoom);
    m_drawing.moved = m_drawing.moved * zoomed / m_drawing.zoom
        + QPointF(fixed.x(), fixed.y()) * before.scale * (1.0 - zoomed / m_drawing.zoom);
    m_drawing.zoom = zoomed;
    update();
}

void MapPicture::bringIntoSight(int point)
{
    const QRect box = m_drawing.pictureBox(rect()).adjusted(20, 20, -20, -20);
    const QPointF at = place(point);
    if (!box.contains(at.toPoint()))
        m_drawing.moved += QPointF(box.center()) - at;
    update();
}

QPointF MapPicture::place(int point) const
{
    return m_drawing.viewIn(m_drawing.pictureBox(rect())).at(m_drawing.points, size_t(point));
}

int MapPicture::pointAt(const QPointF& position) const
{
    const MapDrawing::View view = m_drawing.viewIn(m_drawing.pictureBox(rect()));
    const double reach = std::max(0.5 * m_drawing.markerSize() + 3.0, 6.0);
    double nearest = reach * reach;
    int found = -1;
    for (size_t i = 0; i < size_t(count()); ++i) {
        const QPointF apart = view.at(m_drawing.points, i) - position;
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
    const MapDrawing::View view = m_drawing.viewIn(m_drawing.pictureBox(rect()));
    const QPointF from = m_drawing.current < 0
        ? view.centre
        : view.at(m_drawing.points, size_t(m_drawing.current));
    double nearest = INFINITY;
    int found = -1;
    for (int i = 0; i < count(); ++i) {
        const QPointF apart = view.at(m_drawing.points, size_t(i)) - from;
        const double along = QPointF::dotProduct(apart, ahead);
        const double across = std::abs(apart.x() * ahead.y() - apart.y() * ahead.x());
        if (i != m_drawing.current && along > 0.01 && across <= 1.5 * along
            && along + 2.0 * across < nearest) {
            nearest = along + 2.0 * across;
            found = i;
        }
    }
    return found < 0 ? QPoint(-1, -1) : QPoint(0, found);
}

std::vector<MapLabel> MapPicture::labels() const
{
    const QRect box = m_drawing.pictureBox(rect());
    return m_drawing.labelsIn(m_drawing.viewIn(box), box);
}

void MapPicture::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    m_drawing.drawFast(painter, rect(), devicePixelRatioF());
    m_items->drawFrames(painter);
}

void MapPicture::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        m_drawing.font = font();
    Canvas::changeEvent(event);
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
    m_drawing.lasso = lasso ? QPolygonF({m_pressed}) : QPolygonF();
}

void MapPicture::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_drags)
        return;
    if (m_drawing.lasso.isEmpty()) {
        m_drawing.moved += event->position() - m_pressed;
        m_pressed = event->position();
    } else if (m_tool == Tool::Rectangle) {
        m_drawing.lasso = QPolygonF(QRectF(m_pressed, event->position()).normalized());
    } else {
        m_drawing.lasso << event->position();
    }
    update();
}

void MapPicture::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !std::exchange(m_drags, false))
        return;
    if (m_drawing.lasso.size() > 2)
        chooseInside();
    else if (!m_drawing.lasso.isEmpty())
        setCurrent(pointAt(event->position()));
    m_drawing.lasso.clear();
    update();
}

/// Beside all points: those that are double-clicked become current.
void MapPicture::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        fit();
}

void MapPicture::chooseInside()
{
    const MapDrawing::View view = m_drawing.viewIn(m_drawing.pictureBox(rect()));
    const QRectF bounds = m_drawing.lasso.boundingRect();
    std::vector<int> inside = m_adds ? m_drawing.chosen : std::vector<int>();
    for (int i = 0; i < count(); ++i) {
        const QPointF at = view.at(m_drawing.points, size_t(i));
        if (bounds.contains(at) && m_drawing.lasso.containsPoint(at, Qt::OddEvenFill)
            && (!m_adds || std::find(inside.begin(), inside.end(), i) == inside.end()))
            inside.push_back(i);
    }
    setChosen(std::move(inside));
}

void MapPicture::keyPressEvent(QKeyEvent* event)
{
    const QPointF middle = QRectF(m_drawing.pictureBox(rect())).center();
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(kStep, m_drawing.current < 0 ? middle : place(m_drawing.current));
    case Qt::Key_Minus:
        return zoom(1.0 / kStep, m_drawing.current < 0 ? middle : place(m_drawing.current));
    case Qt::Key_0:
        return fit();
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter: {
        if (m_drawing.current < 0)
            return;
        std::vector<int> chosen = m_drawing.chosen;
        if (std::erase(chosen, m_drawing.current) == 0)
            chosen.push_back(m_drawing.current);
        return setChosen(std::move(chosen));
    }
    case Qt::Key_Escape:
        if (m_drawing.current < 0 && m_drawing.chosen.empty())
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
        {tr("+, -; 0"), tr("Map: picture"),
         tr("Larger, smaller, the whole map; also the wheel, and a double click beside the "
            "points")},
        {tr("Space or Return"), tr("Map: picture"), tr("Choose the current point, or no longer")},
        {tr("Shift and drag"), tr("Map: picture"),
         tr("Choose points with a lasso; with Ctrl in addition")},
        {tr("Escape"), tr("Map: picture"), tr("Choose nothing")}};
}

} // namespace ui
