#include "ui/crf/trellis_map.h"

#include "ui/tagging/tag_names.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace ui {

TrellisMap::TrellisMap(QWidget* parent)
    : ScrollCanvas(parent)
    , m_items(new Items(
          *this,
          {.shape = Readable::Shape::Table,
           .rows = [this] { return m_picture.rows(); },
           .columns = [this] { return m_picture.columns(); },
           .text = [this](int row, int column) { return describe(row, column); },
           .place
           = [this](int row,
                    int column) { return m_picture.cell(row, column).translated(-scrolled()); },
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
               }},
          {.clears = true, .at = [this](const QPoint& position) { return cellAt(position); }}))
{
    setMinimumSize(200, 120);
    m_items->link({}, [this](int column) {
        return Mark{Mark::Kind::Source, column,
                    readableToken(m_picture.trellis().tokens[size_t(column)])};
    });
    connect(m_items, &Items::pointed, this, [this](QPoint cell) {
        const QPoint node = nodeOf(cell);
        Q_EMIT nodePointed(node.x(), node.y());
    });
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

QRect TrellisMap::nodesInSight() const
{
    return viewport()->rect().adjusted(m_picture.labelWidth(), m_picture.labelHeight(), 0,
                                       -m_picture.footerHeight());
}

QPoint TrellisMap::cellAt(const QPoint& position) const
{
    return nodesInSight().contains(position) ? m_picture.cellAt(position + scrolled())
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
    m_items->announce();
}

void TrellisMap::reveal(const QRect& cell)
{
    scrollTo(cell.translated(-scrolled()), nodesInSight());
}

void TrellisMap::layOut()
{
    m_picture.fit(viewport()->size());
    const bool empty = m_picture.rows() == 0 || m_picture.columns() == 0;
    setScrolling(m_picture.nodesSize(), nodesInSight().size(),
                 empty ? QSize(1, 1) : m_picture.cell(0, 0).size());
}

void TrellisMap::drawWhole(QPainter& painter) const
{
    m_picture.draw(painter, {}, wholeSize(), cellOf(m_current));
}

void TrellisMap::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Window));
    m_picture.draw(painter, scrolled(), viewport()->size(), cellOf(m_current));
    m_items->drawFrames(painter);
}

void TrellisMap::keyPressEvent(QKeyEvent* event)
{
    event->ignore(); // Not scrolled by keys: others are the transport's.
}

} // namespace ui
