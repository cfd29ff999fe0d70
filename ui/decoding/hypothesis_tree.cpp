#include "ui/decoding/hypothesis_tree.h"

#include "ui/decoding/fate_text.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/theme.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int kGrowthMs = 260;
constexpr double kTreeZoomStep = 1.2;
constexpr double kSmallestZoom = 0.1, kLargestZoom = 3.0;
constexpr double kSmallestOwnZoom = 0.75, kLargestOwnZoom = 1.4; ///< Readable without asking.
constexpr double kSmallestWholeZoom = 0.5; ///< Tokens are still read.

} // namespace

HypothesisTree::HypothesisTree(QWidget* parent)
    : ScrollCanvas(parent), m_items(makeItems()), m_reducedMotion(Theme::instance().reducedMotion())
{
    named(this, "hypothesisTree",
          tr("Tree of hypotheses; arrow keys move, Return forces the prefix"));
    m_growth.setDuration(kGrowthMs);
    m_growth.setStartValue(0.0);
    m_growth.setEndValue(1.0);
    m_growth.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_growth, &QVariantAnimation::valueChanged, this, [this] { viewport()->update(); });
    connect(m_items, &Items::pressed, this, &HypothesisTree::touched);
}

Items* HypothesisTree::makeItems()
{
    return new Items(
        *this,
        {.shape = Readable::Shape::Tree,
         .rows = [this] { return int(m_nodes.size()); },
         .text =
             [this](int row, int) {
                 return nodeSentence(m_picture.search(), m_nodes[size_t(row)], m_picture.step());
             },
         .place = [this](int row, int) { return nodeRect(m_nodes[size_t(row)]); },
         .current = [this] { return itemOf(m_current); },
         .choose = [this](int row, int) { choose(m_nodes[size_t(row)]); },
         .parent =
             [this](int row) {
                 return itemOf(m_picture.search().node(m_nodes[size_t(row)]).parent).y();
             }},
        {.at
         = [this](const QPoint& position) { return itemOf(m_picture.nodeAt(toPicture(position))); },
         .byKey = [this](int key) { return itemByKey(key); }});
}

void HypothesisTree::restyle()
{
    m_picture.restyle();
    layOut();
}

void HypothesisTree::setSearch(ShownSearch search)
{
    m_growth.stop();
    m_current = -1;
    m_picture.setSearch(std::move(search));
    layOut();
    describe();
}

void HypothesisTree::setStep(int step)
{
    const int before = m_picture.step();
    m_growth.stop();
    m_picture.setStep(step);
    if (m_picture.step() == before + 1 && !m_reducedMotion && isVisible())
        m_growth.start();
    describe();
    viewport()->update();
}

void HypothesisTree::setCurrent(int32_t node)
{
    m_current = m_picture.search().has(node) ? node : -1;
    TreeChoice choice = m_picture.choice();
    const bool folded = m_current >= 0 && m_picture.box(m_current).isEmpty();
    if (folded) {
        choice.extra = m_current;
        m_picture.setChoice(choice);
        layOut();
    }
    reveal(m_current);
    describe();
    viewport()->update();
    m_items->announce();
}

void HypothesisTree::setDroppedShown(int perStep)
{
    TreeChoice choice = m_picture.choice();
    choice.droppedPerStep = perStep;
    choice.extra = m_current; // what is looked at does not vanish
    m_picture.setChoice(choice);
    layOut();
    reveal(m_current);
    describe();
}

void HypothesisTree::setNumberForm(NumberForm form)
{
    m_picture.setNumberForm(form);
    layOut();
}

void HypothesisTree::setPartingStep(int step)
{
    m_picture.setPartingStep(step);
    viewport()->update();
}

void HypothesisTree::setWaitingText(const QString& text)
{
    m_waiting = text;
    viewport()->update();
}

QPointF HypothesisTree::origin() const
{
    const double room = viewport()->height() - m_picture.headerHeight();
    const double spare = std::max(0.0, room - m_zoom * m_picture.size().height());
    return {-double(horizontalScrollBar()->value()),
            m_picture.headerHeight() + spare / 2 - verticalScrollBar()->value()};
}

QRect HypothesisTree::nodeRect(int32_t node) const
{
    if (!m_picture.isShown(node))
        return {};
    const QRectF box = m_picture.box(node);
    return QRectF(box.topLeft() * m_zoom + origin(), box.size() * m_zoom).toAlignedRect();
}

/// As large as there is room: in one line, else in lines below one another when at least two of
/// them are seen at once or the whole tree was asked for. Tokens stay readable; what is left over
/// is scrolled to.
void HypothesisTree::chooseZoom()
{
    using Folding = TreePicture::Folding;
    if (m_zoomed == Zoom::User || m_picture.size().isEmpty())
        return;
    const bool whole = m_zoomed == Zoom::Whole;
    const double least = whole ? kSmallestWholeZoom : kSmallestOwnZoom;
    const QSizeF room = viewport()->size();
    const auto fits = [&](double zoom, Folding folding) {
        m_zoom = zoom;
        m_picture.fitInto(room.width() / zoom, folding);
        const QSizeF size = m_picture.size() * zoom;
        return size.width() <= room.width() + 0.5
            && size.height() <= room.height() - m_picture.headerHeight();
    };
    for (const Folding folding : {Folding::Never, Folding::Allowed})
        for (double zoom = kLargestOwnZoom; zoom >= least; zoom -= 0.05)
            if (fits(zoom, folding))
                return;
    fits(least, Folding::Allowed);
    if (!whole && 2 * m_zoom * m_picture.lineHeight() > room.height())
        fits(least, Folding::Never);
}

void HypothesisTree::layOut()
{
    chooseZoom();
    const QSizeF size = m_picture.size() * m_zoom;
    const double header = m_picture.headerHeight();
    setScrolling(
        {int(std::ceil(size.width())), int(std::ceil(size.height() + header)) - int(header)},
        viewport()->size() - QSize(0, int(header)), {40, 20});
}

void HypothesisTree::resizeEvent(QResizeEvent* event)
{
    ScrollCanvas::resizeEvent(event);
    reveal(m_current);
}

void HypothesisTree::setZoom(double zoom)
{
    m_zoomed = Zoom::User;
    m_zoom = std::clamp(zoom, kSmallestZoom, kLargestZoom);
    layOut();
}

void HypothesisTree::zoomBy(double factor, const QPointF& fixed)
{
    const QPointF before = toPicture(fixed);
    setZoom(m_zoom * factor);
    const QPointF moved = before * m_zoom + origin() - fixed;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + int(std::lround(moved.x())));
    verticalScrollBar()->setValue(verticalScrollBar()->value() + int(std::lround(moved.y())));
}

void HypothesisTree::zoomBy(double factor)
{
    zoomBy(factor, QRectF(viewport()->rect()).center());
}

void HypothesisTree::zoomToFit()
{
    m_zoomed = Zoom::Whole;
    layOut();
}

/// Scrolls no further than needed to have the node in sight, with what led to it and some room.
void HypothesisTree::reveal(int32_t node)
{
    QRect box = nodeRect(node);
    if (box.isEmpty())
        return;
    const int history = viewport()->width() * 2 / 3;
    for (int32_t at = m_picture.search().node(node).parent; at >= 0;
         at = m_picture.search().node(at).parent) {
        const int left = nodeRect(at).left();
        if (box.right() - left > history)
            break;
        box.setLeft(left);
    }
    constexpr int kAround = 24;
    scrollTo(box.adjusted(-kAround, -kAround, kAround, kAround),
             viewport()->rect().adjusted(0, int(m_picture.headerHeight()), 0, 0));
}

QPoint HypothesisTree::itemOf(int32_t node) const
{
    const auto found = std::lower_bound(m_nodes.begin(), m_nodes.end(), node);
    return found == m_nodes.end() || *found != node ? QPoint(-1, -1)
                                                    : QPoint(0, int(found - m_nodes.begin()));
}

/// Keeps what is read out in step with what is shown.
void HypothesisTree::describe()
{
    m_nodes = m_picture.shownNodes();
    std::sort(m_nodes.begin(), m_nodes.end());

    setAccessibleDescription(
        m_current >= 0 ? nodeSentence(m_picture.search(), m_current, m_picture.step()) : QString());
}

void HypothesisTree::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(viewport()->rect(), Theme::instance().base());
    if (m_picture.search().empty()) {
        painter.setPen(Theme::instance().mutedText());
        painter.drawText(viewport()->rect().adjusted(16, 16, -16, -16),
                         Qt::AlignCenter | Qt::TextWordWrap, m_waiting);
        return;
    }
    const QPointF from = origin();
    const QRectF part(toPicture({0, 0}), QSizeF(viewport()->size()) / m_zoom);
    painter.save();
    painter.translate(from);
    painter.scale(m_zoom, m_zoom);
    m_picture.draw(painter, m_zoom, part, m_current,
                   isMoving() ? m_growth.currentValue().toDouble() : 1.0);
    painter.restore();
    m_picture.drawHeader(painter, m_zoom, -from.x(), viewport()->width());
    if (hasFocus())
        drawFocusFrame(painter, viewport()->rect());
}

QSize HypothesisTree::wholeSize() const
{
    return m_picture.size().toSize() + QSize(0, int(m_picture.headerHeight()));
}

void HypothesisTree::drawWhole(QPainter& painter) const
{
    m_picture.drawHeader(painter, 1.0, 0.0, m_picture.size().width());
    painter.translate(0, m_picture.headerHeight());
    m_picture.draw(painter, 1.0, QRectF(QPointF(0, 0), m_picture.size()), -1, 1.0);
}

void HypothesisTree::choose(int32_t node)
{
    if (node < 0 || !m_picture.isShown(node) || node == m_current)
        return;
    setCurrent(node);
    Q_EMIT nodeChosen(int(node));
}

bool HypothesisTree::canForce(int32_t node) const
{
    return node > 0 && m_picture.search().has(node) && !m_picture.search().isEnd(node);
}

void HypothesisTree::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_dragging = true; // Beside the nodes.
    m_dragFrom = event->pos();
    viewport()->setCursor(Qt::ClosedHandCursor);
}

void HypothesisTree::mouseMoveEvent(QMouseEvent* event)
{
    if (m_dragging) {
        const QPoint way = event->pos() - m_dragFrom;
        m_dragFrom = event->pos();
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - way.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value() - way.y());
        return;
    }
    const bool over = m_picture.nodeAt(toPicture(event->position())) >= 0;
    viewport()->setCursor(over ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void HypothesisTree::mouseReleaseEvent(QMouseEvent*)
{
    m_dragging = false;
    viewport()->setCursor(Qt::ArrowCursor);
}

void HypothesisTree::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        zoomBy(std::pow(kTreeZoomStep, event->angleDelta().y() / 120.0), event->position());
        event->accept();
    } else {
        ScrollCanvas::wheelEvent(event);
    }
}

KeyHelps HypothesisTree::keys()
{
    const QString tree = tr("Decoding: tree");
    return {{tr("Left"), tree, tr("To the parent node")},
            {tr("Right"), tree, tr("To the best child node")},
            {tr("Up, Down"), tree, tr("To the next node of the same step")},
            {tr("Return"), tree, tr("Force the prefix that ends here, and search on from it")},
            {tr("+, -"), tree, tr("Larger, smaller; also Ctrl and the wheel")},
            {tr("0"), tree, tr("The whole tree")}};
}

std::optional<QPoint> HypothesisTree::itemByKey(int key) const
{
    const DecodingSteps& search = m_picture.search();
    if (search.empty())
        return {};
    switch (key) {
    case Qt::Key_Left:
        return m_current > 0 ? itemOf(search.node(m_current).parent) : QPoint(-1, -1);
    case Qt::Key_Right:
        if (m_current < 0)
            return itemOf(0);
        for (const int32_t child : search.children(m_current))
            if (m_picture.isShown(child))
                return itemOf(child);
        return QPoint(-1, -1);
    case Qt::Key_Up:
    case Qt::Key_Down:
        return itemOf(m_picture.nearest(m_current, key == Qt::Key_Up ? -1 : 1));
    default:
        return {};
    }
}

void HypothesisTree::keyPressEvent(QKeyEvent* event)
{
    const bool plain = !(event->modifiers() & ~Qt::KeypadModifier & ~Qt::ShiftModifier);
    const int key = m_picture.search().empty() || !plain ? 0 : event->key();
    if (key == Qt::Key_Plus || key == Qt::Key_Equal)
        zoomBy(kTreeZoomStep);
    else if (key == Qt::Key_Minus)
        zoomBy(1 / kTreeZoomStep);
    else if (key == Qt::Key_0)
        zoomToFit();
    else if (key != Qt::Key_Return && key != Qt::Key_Enter)
        event->ignore(); // Moves between steps belong to the view.
    else if (canForce(m_current))
        Q_EMIT forceRequested(int(m_current));
}

void HypothesisTree::focusInEvent(QFocusEvent* event)
{
    ScrollCanvas::focusInEvent(event);
    Q_EMIT touched();
}

void HypothesisTree::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const int32_t node = byMouse ? m_picture.nodeAt(toPicture(event->pos())) : m_current;
    if (!m_picture.search().has(node))
        return;
    choose(node);
    auto* menu = named(new QMenu(this), "nodeMenu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* force = menu->addAction(tr("&Force this prefix and continue"));
    force->setEnabled(canForce(node));
    connect(force, &QAction::triggered, this, [this, node] { Q_EMIT forceRequested(int(node)); });
    menu->popup(byMouse ? event->globalPos()
                        : viewport()->mapToGlobal(nodeRect(node).bottomLeft()));
}

} // namespace ui
