#include "ui/widgets/canvas.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace ui {

Items::Items(QWidget& owner, Content content, Handling handling)
    : Readable(owner, std::move(content)), m_handling(std::move(handling))
{
    if (!m_content.current)
        m_content.current = [this] { return m_current; };
    if (!m_content.choose)
        m_content.choose = [this](int row, int column) { setCurrent({column, row}); };
    canvas().setMouseTracking(true);
    if (&canvas() != &owner)
        canvas().installEventFilter(this);
    owner.setFocusPolicy(Qt::StrongFocus);
}

void Items::link(MarkOf rows, MarkOf columns)
{
    m_rowMark = std::move(rows);
    m_columnMark = std::move(columns);
    connect(this, &Items::pointed, this, [this] { report(false); });
    connect(this, &Items::currentChanged, this, [this] { report(true); });
    connect(&Pointing::instance(), &Pointing::changed, this,
            [this](const std::vector<Mark>& marks, bool chosen, const QObject* by) {
                if (by != this)
                    react(marks, chosen);
            });
}

void Items::report(bool chosen)
{
    const QPoint item = pointedItem();
    std::vector<Mark> marks;
    if (has(item.y(), item.x())) {
        for (const Mark& mark : {m_rowMark ? m_rowMark(item.y()) : Mark(),
                                 m_columnMark ? m_columnMark(item.x()) : Mark()})
            if (mark.kind != Mark::Kind::None)
                marks.push_back(mark);
    }
    if (!m_framed.empty())
        canvas().update();
    m_framed.clear();
    Pointing::instance().point(marks, chosen, *this);
}

void Items::react(const std::vector<Mark>& marks, bool chosen)
{
    const auto find = [&marks](const MarkOf& markOf, int count) {
        std::vector<int> found;
        for (int index = 0; markOf && index < count; ++index)
            if (std::find(marks.begin(), marks.end(), markOf(index)) != marks.end())
                found.push_back(index);
        return found;
    };
    const std::vector<int> rowsFound = find(m_rowMark, rows()),
                           columnsFound = find(m_columnMark, columns());
    std::vector<QRect> framed;
    for (const int row : rowsFound)
        framed.emplace_back(0, row, columns(), 1);
    for (const int column : columnsFound)
        framed.emplace_back(column, 0, 1, rows());
    if (framed != m_framed)
        canvas().update();
    m_framed = std::move(framed);
    const bool table = shape() == Shape::Table;
    if (!chosen || (rowsFound.empty() && columnsFound.empty()) || (table && current().x() < 0))
        return;
    const QPoint item(columnsFound.empty() ? std::max(current().x(), 0) : columnsFound.front(),
                      rowsFound.empty() ? current().y() : rowsFound.front());
    if (has(item.y(), item.x()) && item != current())
        choose(item.y(), item.x());
}

void Items::setCurrent(QPoint item)
{
    if (item == m_current)
        return;
    m_current = item;
    m_hovered = {-1, -1}; // The new current item is of interest until the pointer moves.
    canvas().update();
    Q_EMIT currentChanged(item);
    Q_EMIT pointed(item);
    announce();
}

void Items::drawFrames(QPainter& painter) const
{
    for (const QRect& items : m_framed) {
        if (!m_content.place || !has(items.bottom(), items.right()))
            continue;
        QRect place;
        for (const QPoint& corner : {items.topLeft(), items.bottomRight()})
            place |= m_content.place(corner.y(), corner.x());
        if (!place.isEmpty())
            drawFocusFrame(painter, place.adjusted(-2, -2, 2, 2));
    }
    if (owner().hasFocus() && current().x() < 0)
        drawFocusFrame(painter, canvas().rect());
}

bool Items::eventFilter(QObject* watched, QEvent* event)
{
    Readable::eventFilter(watched, event);
    if (watched == &owner() && event->type() == QEvent::KeyPress)
        return press(*static_cast<QKeyEvent*>(event));
    if (watched != &canvas())
        return false;
    const auto* mouse = dynamic_cast<QMouseEvent*>(event);
    const bool left = mouse != nullptr && mouse->button() == Qt::LeftButton;
    switch (event->type()) {
    case QEvent::MouseMove:
        move(mouse->pos(), mouse->buttons().testFlag(Qt::LeftButton));
        return false;
    case QEvent::Leave:
        hover({-1, -1});
        return false;
    case QEvent::MouseButtonPress:
        Q_EMIT pressed();
        return left && press(mouse->pos());
    case QEvent::MouseButtonDblClick:
        if (!left || m_handling.activation != Activation::DoubleClick)
            return left && press(mouse->pos());
        activate(itemAt(mouse->pos()));
        return true;
    case QEvent::ToolTip: {
        const auto* help = static_cast<QHelpEvent*>(event);
        showTip(help->pos(), help->globalPos());
        return true;
    }
    default:
        return false;
    }
}

QPoint Items::itemAt(const QPoint& position) const
{
    if (m_handling.at)
        return m_handling.at(position);
    for (int row = 0; row < rows(); ++row)
        for (int column = 0; column < columns(); ++column)
            if (m_content.place(row, column).contains(position))
                return {column, row};
    return {-1, -1};
}

void Items::hover(QPoint item)
{
    m_hovered = item;
    Q_EMIT pointed(pointedItem());
}

void Items::move(const QPoint& position, bool pressed)
{
    const QPoint item = itemAt(position);
    hover(item);
    if (pressed && m_draggedFrom.x() >= 0 && item.x() >= 0)
        Q_EMIT dragged(m_draggedFrom, item);
}

bool Items::press(const QPoint& position)
{
    m_draggedFrom = itemAt(position);
    if (m_draggedFrom.x() >= 0)
        choose(m_draggedFrom.y(), m_draggedFrom.x());
    else if (m_handling.clears)
        m_content.choose(-1, -1);
    else
        return false;
    if (m_handling.activation == Activation::Press)
        activate(m_draggedFrom);
    return true;
}

bool Items::press(const QKeyEvent& key)
{
    if ((key.modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier)) != Qt::NoModifier)
        return false;
    const bool returns = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    if (returns && m_handling.activation != Activation::None) {
        activate(current());
        return true;
    }
    if (key.key() == Qt::Key_Escape && m_handling.clears && current().x() >= 0) {
        m_content.choose(-1, -1);
        return true;
    }
    const std::optional<QPoint> item = itemByKey(key.key());
    if (item)
        choose(item->y(), item->x());
    return item.has_value();
}

std::optional<QPoint> Items::itemByKey(int key) const
{
    if (m_handling.byKey) {
        if (const auto item = m_handling.byKey(key))
            return item;
    }
    if (shape() == Shape::Tree)
        return {};
    const bool table = shape() == Shape::Table;
    const bool asRow = !table && m_handling.flow == Flow::Across; // Like a table of one row.
    QPoint item = asRow ? current().transposed() : current();
    const QSize size = asRow ? QSize(rows(), 1) : QSize(columns(), rows());
    const bool across = table || asRow, down = !asRow;
    const int page = m_handling.page ? m_handling.page() : 0;
    if (key == Qt::Key_Left && across)
        --item.rx();
    else if (key == Qt::Key_Right && across)
        ++item.rx();
    else if (key == Qt::Key_Up && down)
        --item.ry();
    else if (key == Qt::Key_Down && down)
        ++item.ry();
    else if (key == Qt::Key_PageUp && page > 0)
        item.ry() -= page;
    else if (key == Qt::Key_PageDown && page > 0)
        item.ry() += page;
    else if (key == Qt::Key_Home)
        (across ? item.rx() : item.ry()) = 0;
    else if (key == Qt::Key_End)
        (across ? item.rx() : item.ry()) = (across ? size.width() : size.height()) - 1;
    else
        return {};
    if (size.isEmpty())
        return {};
    item = {std::clamp(item.x(), 0, size.width() - 1), std::clamp(item.y(), 0, size.height() - 1)};
    return asRow ? item.transposed() : item;
}

void Items::activate(QPoint item)
{
    if (has(item.y(), item.x()))
        Q_EMIT activated(item);
}

void Items::showTip(const QPoint& position, const QPoint& onScreen)
{
    const QPoint item = itemAt(position);
    const bool over = has(item.y(), item.x());
    const QString tip = m_handling.tip ? m_handling.tip(item, position)
        : over                         ? text(item.y(), item.x())
                                       : QString();
    if (tip.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(onScreen, toolTipText(tip), &canvas(),
                           over && m_content.place ? m_content.place(item.y(), item.x()) : QRect());
}

QPoint itemAt(const std::vector<QRect>& places, const QPoint& position)
{
    const auto found = std::find_if(places.begin(), places.end(),
                                    [&](const QRect& place) { return place.contains(position); });
    return found == places.end() ? QPoint(-1, -1) : QPoint(0, int(found - places.begin()));
}

Canvas::Canvas(QWidget* parent) : QWidget(parent)
{
    connect(&Theme::instance(), &Theme::changed, this, &Canvas::restyle);
}

void Canvas::restyle()
{
    updateGeometry();
    update();
}

void Canvas::wrapInWidth(QSizePolicy::Policy across)
{
    QSizePolicy policy(across, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

Items* Canvas::items() const
{
    return findChild<Items*>(QString(), Qt::FindDirectChildrenOnly);
}

void Canvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    draw(painter, rect());
    if (const Items* own = items())
        own->drawFrames(painter);
}

ScrollCanvas::ScrollCanvas(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    connect(&Theme::instance(), &Theme::changed, this, &ScrollCanvas::restyle);
}

void ScrollCanvas::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

QPoint ScrollCanvas::scrolled() const
{
    return {horizontalScrollBar()->value(), verticalScrollBar()->value()};
}

void ScrollCanvas::setScrolling(const QSize& whole, const QSize& room, const QSize& step)
{
    const auto set = [](QScrollBar& bar, int length, int seen, int single) {
        bar.setRange(0, std::max(0, length - seen));
        bar.setPageStep(std::max(seen, 1));
        bar.setSingleStep(single);
    };
    set(*horizontalScrollBar(), whole.width(), room.width(), step.width());
    set(*verticalScrollBar(), whole.height(), room.height(), step.height());
    viewport()->update();
}

void ScrollCanvas::scrollTo(const QRect& place, const QRect& room)
{
    const auto follow = [](QScrollBar& bar, int low, int high, int from, int to) {
        bar.setValue(bar.value() + std::min(std::max(0, high - to), low - from));
    };
    follow(*horizontalScrollBar(), place.left(), place.right(), room.left(), room.right());
    follow(*verticalScrollBar(), place.top(), place.bottom(), room.top(), room.bottom());
}

} // namespace ui
