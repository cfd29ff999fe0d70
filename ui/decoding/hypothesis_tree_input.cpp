#include "ui/decoding/fate_text.h"
#include "ui/decoding/hypothesis_tree.h"
#include "ui/widgets/labels.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QToolTip>

#include <cmath>

namespace ui {

namespace {

constexpr double kTreeZoomStep = 1.2;

} // namespace

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
    Q_EMIT touched();
    const int32_t node = m_picture.nodeAt(toPicture(event->position()));
    if (node >= 0) {
        choose(node);
    } else if (event->button() == Qt::LeftButton) {
        m_dragging = true;
        m_dragFrom = event->pos();
        viewport()->setCursor(Qt::ClosedHandCursor);
    }
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
        QAbstractScrollArea::wheelEvent(event);
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

void HypothesisTree::keyPressEvent(QKeyEvent* event)
{
    const DecodingSteps& search = m_picture.search();
    const bool plain = !(event->modifiers() & ~Qt::KeypadModifier & ~Qt::ShiftModifier);
    if (search.empty() || !plain) {
        event->ignore(); // moves between steps belong to the view
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left:
        if (m_current > 0)
            choose(search.node(m_current).parent);
        break;
    case Qt::Key_Right:
        if (m_current < 0)
            choose(0);
        else
            for (const int32_t child : search.children(m_current)) {
                if (m_picture.isShown(child)) {
                    choose(child);
                    break;
                }
            }
        break;
    case Qt::Key_Up:
    case Qt::Key_Down:
        choose(m_picture.nearest(m_current, event->key() == Qt::Key_Up ? -1 : 1));
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomBy(kTreeZoomStep);
        break;
    case Qt::Key_Minus:
        zoomBy(1 / kTreeZoomStep);
        break;
    case Qt::Key_0:
        zoomToFit();
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (canForce(m_current))
            Q_EMIT forceRequested(int(m_current));
        break;
    default:
        event->ignore();
    }
}

void HypothesisTree::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    Q_EMIT touched();
    viewport()->update();
}

void HypothesisTree::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const int32_t node = byMouse ? m_picture.nodeAt(toPicture(event->pos())) : m_current;
    if (!m_picture.search().has(node))
        return;
    choose(node);
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("nodeMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* force = menu->addAction(tr("&Force this prefix and continue"));
    force->setEnabled(canForce(node));
    connect(force, &QAction::triggered, this, [this, node] { Q_EMIT forceRequested(int(node)); });
    menu->popup(byMouse ? event->globalPos()
                        : viewport()->mapToGlobal(nodeRect(node).bottomLeft()));
}

bool HypothesisTree::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int32_t node = m_picture.nodeAt(toPicture(help->pos()));
        if (node >= 0)
            QToolTip::showText(
                help->globalPos(),
                toolTipText(nodeSentence(m_picture.search(), node, m_picture.step())), viewport(),
                nodeRect(node));
        else
            QToolTip::hideText();
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace ui
