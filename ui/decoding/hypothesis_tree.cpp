#include "ui/decoding/hypothesis_tree.h"

#include "ui/decoding/fate_text.h"
#include "ui/widgets/theme.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int kGrowthMs = 260;
constexpr double kSmallestZoom = 0.1, kLargestZoom = 3.0;
constexpr double kSmallestOwnZoom = 0.75, kLargestOwnZoom = 1.4; ///< Readable without asking.

} // namespace

HypothesisTree::HypothesisTree(QWidget* parent)
    : QAbstractScrollArea(parent), m_reducedMotion(Theme::instance().reducedMotion())
{
    setObjectName(QStringLiteral("hypothesisTree"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("Tree of hypotheses; arrow keys move, Return forces the prefix"));
    m_growth.setDuration(kGrowthMs);
    m_growth.setStartValue(0.0);
    m_growth.setEndValue(1.0);
    m_growth.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_growth, &QVariantAnimation::valueChanged, this, [this] { viewport()->update(); });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_picture.restyle();
        layOut();
    });
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
}

void HypothesisTree::setDroppedShown(int perStep)
{
    TreeChoice choice = m_picture.choice();
    choice.droppedPerStep = perStep;
    choice.extra = m_current; // what is looked at does not vanish
    m_picture.setChoice(choice);
    layOut();
    reveal(m_current);
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
    const double room = viewport()->height() - TreePicture::headerHeight();
    const double spare = std::max(0.0, room - m_zoom * m_picture.size().height());
    return {-double(horizontalScrollBar()->value()),
            TreePicture::headerHeight() + spare / 2 - verticalScrollBar()->value()};
}

QPointF HypothesisTree::toPicture(const QPointF& position) const
{
    return (position - origin()) / m_zoom;
}

QRect HypothesisTree::nodeRect(int32_t node) const
{
    if (!m_picture.isShown(node))
        return {};
    const QRectF box = m_picture.box(node);
    return QRectF(box.topLeft() * m_zoom + origin(), box.size() * m_zoom).toAlignedRect();
}

/// Stays readable unless the whole tree was asked for; what width is left parts the columns.
void HypothesisTree::chooseZoom()
{
    const QSizeF size = m_picture.size();
    if (m_zoomed == Zoom::User || size.isEmpty())
        return;
    const double high = (viewport()->height() - TreePicture::headerHeight()) / size.height();
    const double wide = viewport()->width() / m_picture.leastWidth();
    m_zoom
        = std::clamp(std::min(high, wide),
                     m_zoomed == Zoom::Whole ? kSmallestZoom : kSmallestOwnZoom, kLargestOwnZoom);
    m_picture.spreadOver(viewport()->width() / m_zoom);
}

void HypothesisTree::layOut()
{
    chooseZoom();
    const QSizeF size = m_picture.size() * m_zoom;
    const QSize room = viewport()->size();
    const double height = room.height() - TreePicture::headerHeight();
    horizontalScrollBar()->setRange(0, std::max(0, int(std::ceil(size.width())) - room.width()));
    horizontalScrollBar()->setPageStep(room.width());
    horizontalScrollBar()->setSingleStep(40);
    verticalScrollBar()->setRange(0, std::max(0, int(std::ceil(size.height() - height))));
    verticalScrollBar()->setPageStep(int(height));
    verticalScrollBar()->setSingleStep(20);
    viewport()->update();
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
    const int top = int(TreePicture::headerHeight());
    const auto scroll = [](QScrollBar& bar, int low, int high, int from, int to) {
        if (high > to)
            bar.setValue(bar.value() + high - to);
        if (low - (high > to ? high - to : 0) < from)
            bar.setValue(bar.value() + low - from);
    };
    scroll(*horizontalScrollBar(), box.left() - kAround, box.right() + kAround, 0,
           viewport()->width());
    scroll(*verticalScrollBar(), box.top() - kAround, box.bottom() + kAround, top,
           viewport()->height());
}

void HypothesisTree::describe()
{
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
    if (hasFocus()) {
        painter.setPen(QPen(Theme::instance().accent(), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
    }
}

void HypothesisTree::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    layOut();
    reveal(m_current);
}

QSize HypothesisTree::wholeSize() const
{
    return m_picture.size().toSize() + QSize(0, int(TreePicture::headerHeight()));
}

void HypothesisTree::drawWhole(QPainter& painter) const
{
    m_picture.drawHeader(painter, 1.0, 0.0, m_picture.size().width());
    painter.translate(0, TreePicture::headerHeight());
    m_picture.draw(painter, 1.0, QRectF(QPointF(0, 0), m_picture.size()), -1, 1.0);
}

QSize HypothesisTree::sizeHint() const
{
    return {480, 260};
}

QSize HypothesisTree::minimumSizeHint() const
{
    return {160, 110};
}

} // namespace ui
