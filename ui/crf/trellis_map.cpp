#include "ui/crf/trellis_map.h"

#include "ui/tagging/tag_names.h"
#include "ui/widgets/cell_keys.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/readable.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace ui {

TrellisMap::TrellisMap(QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_readable(new Readable(
          *this,
          {.shape = Readable::Shape::Table,
           .rows = [this] { return m_picture.rows(); },
           .columns = [this] { return m_picture.columns(); },
           .text = [this](int row, int column) { return describe(row, column); },
           .place =
               [this](int row, int column) {
                   const QRect cell = m_picture.cell(row, column).translated(-scrolled());
                   return (cell & viewport()->rect()).translated(viewport()->pos());
               },
           .current = [this] { return cellOf(m_current); },
           .choose =
               [this](int row, int column) {
                   setCurrentNode(nodeOf({column, row}));
               },
           .header =
               [this](Qt::Orientation side, int index) {
                   const core::Trellis& trellis = m_picture.trellis();
                   return side == Qt::Horizontal
                       ? readableToken(trellis.tokens[size_t(index)])
                       : tagName(trellis.tagNames, m_picture.tags()[size_t(index)]);
               }}))
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    setMinimumSize(200, 120);
    connect(&Theme::instance(), &Theme::changed, this, &TrellisMap::layOut);
}

void TrellisMap::setTrellis(ShownTrellis trellis, std::vector<int> tags)
{
    const bool sameText = trellis->tokens == m_picture.trellis().tokens
        && trellis->tagNames == m_picture.trellis().tagNames;
    m_picture.setTrellis(std::move(trellis));
    m_picture.setTags(std::move(tags));
    if (!sameText || cellOf(m_current).x() < 0)
        setCurrentNode({-1, -1});
    layOut();
}

void TrellisMap::setStep(int step)
{
    m_picture.setStep(step);
    const int columns = m_picture.columns();
    const int column = step <= columns ? step - 1 : 2 * columns - step;
    if (column >= 0 && column < columns && step < 2 * columns) {
        QRect cell = m_picture.cell(0, column);
        cell.moveTop(m_picture.labelHeight() + verticalScrollBar()->value());
        reveal(cell);
    }
    viewport()->update();
}

void TrellisMap::setValues(TrellisValues values)
{
    m_picture.setValues(values);
    viewport()->update();
}

void TrellisMap::setArrows(bool shown)
{
    m_picture.setArrows(shown);
    viewport()->update();
}

void TrellisMap::setPath(int path)
{
    m_picture.setPath(path);
    layOut(); // It has a line beneath.
}

QPoint TrellisMap::scrolled() const
{
    return {horizontalScrollBar()->value(), verticalScrollBar()->value()};
}

QPoint TrellisMap::cellOf(QPoint node) const
{
    const std::vector<int>& tags = m_picture.tags();
    const auto found = std::find(tags.begin(), tags.end(), node.y());
    return node.x() < 0 || found == tags.end() ? QPoint(-1, -1)
                                               : QPoint(node.x(), int(found - tags.begin()));
}

QPoint TrellisMap::nodeOf(QPoint cell) const
{
    return cell.x() < 0 ? QPoint(-1, -1) : QPoint(cell.x(), m_picture.tags()[size_t(cell.y())]);
}

QPoint TrellisMap::nodeAt(const QPoint& position) const
{
    const QRect nodes(m_picture.labelWidth(), m_picture.labelHeight(),
                      viewport()->width() - m_picture.labelWidth(),
                      viewport()->height() - m_picture.labelHeight() - m_picture.footerHeight());
    return nodes.contains(position) ? nodeOf(m_picture.cellAt(position + scrolled()))
                                    : QPoint(-1, -1);
}

QRect TrellisMap::nodeRect(int token, int tag) const
{
    const QPoint cell = cellOf({token, tag});
    return cell.x() < 0 ? QRect() : m_picture.cell(cell.y(), cell.x()).translated(-scrolled());
}

QString TrellisMap::describe(int row, int column) const
{
    return nodeText(m_picture.trellis(), column, m_picture.tags()[size_t(row)], m_picture.step());
}

void TrellisMap::setCurrentNode(QPoint node)
{
    if (node == m_current)
        return;
    m_current = node;
    if (const QPoint cell = cellOf(node); cell.x() >= 0)
        reveal(m_picture.cell(cell.y(), cell.x()));
    viewport()->update();
    Q_EMIT nodePointed(node.x(), node.y());
    m_readable->announce();
}

void TrellisMap::reveal(const QRect& cell)
{
    const QSize room = viewport()->size()
        - QSize(m_picture.labelWidth(), m_picture.labelHeight() + m_picture.footerHeight());
    const QPoint first = cell.topLeft() - QPoint(m_picture.labelWidth(), m_picture.labelHeight());
    const auto follow = [](QScrollBar& bar, int begin, int length, int sight) {
        bar.setValue(std::clamp(bar.value(), begin + length - sight,
                                std::max(begin, begin + length - sight)));
    };
    follow(*horizontalScrollBar(), first.x(), cell.width(), room.width());
    follow(*verticalScrollBar(), first.y(), cell.height(), room.height());
}

void TrellisMap::layOut()
{
    m_picture.fit(viewport()->size());
    const QSize room = viewport()->size()
        - QSize(m_picture.labelWidth(), m_picture.labelHeight() + m_picture.footerHeight());
    const QSize nodes = m_picture.nodesSize();
    const QSize step = m_picture.rows() > 0 && m_picture.columns() > 0 ? m_picture.cell(0, 0).size()
                                                                       : QSize(1, 1);
    horizontalScrollBar()->setRange(0, std::max(0, nodes.width() - room.width()));
    horizontalScrollBar()->setPageStep(std::max(room.width(), 1));
    horizontalScrollBar()->setSingleStep(step.width());
    verticalScrollBar()->setRange(0, std::max(0, nodes.height() - room.height()));
    verticalScrollBar()->setPageStep(std::max(room.height(), 1));
    verticalScrollBar()->setSingleStep(step.height());
    viewport()->update();
}

void TrellisMap::drawWhole(QPainter& painter) const
{
    m_picture.draw(painter, {}, wholeSize(), cellOf(m_current));
}

QSize TrellisMap::sizeHint() const
{
    return {560, 320};
}

void TrellisMap::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Window));
    m_picture.draw(painter, scrolled(), viewport()->size(), cellOf(m_current));
    if (hasFocus() && m_current.x() < 0)
        drawFocusFrame(painter, viewport()->rect());
}

void TrellisMap::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
}

void TrellisMap::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint node = nodeAt(event->pos());
    const QPoint shown = node.x() < 0 ? m_current : node;
    Q_EMIT nodePointed(shown.x(), shown.y());
}

void TrellisMap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        setCurrentNode(nodeAt(event->pos()));
}

void TrellisMap::keyPressEvent(QKeyEvent* event)
{
    const bool plain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    const auto cell
        = cellByKey(cellOf(m_current), event->key(), m_picture.rows(), m_picture.columns());
    if (plain && cell)
        setCurrentNode(nodeOf(*cell));
    else if (plain && event->key() == Qt::Key_Escape && m_current.x() >= 0)
        setCurrentNode({-1, -1});
    else
        event->ignore(); // Not scrolled by keys: others are the transport's.
}

bool TrellisMap::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QPoint node = nodeAt(help->pos());
        if (node.x() >= 0)
            QToolTip::showText(
                help->globalPos(),
                toolTipText(nodeText(m_picture.trellis(), node.x(), node.y(), m_picture.step())),
                viewport(), nodeRect(node.x(), node.y()));
        else
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::Leave)
        Q_EMIT nodePointed(m_current.x(), m_current.y());
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace ui
