#include "ui/unrolled/unrolled_map.h"

#include "ui/unrolled/trace_between.h"
#include "ui/unrolled/unrolled_labels.h"
#include "ui/unrolled/unrolled_text.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

namespace {

constexpr int kChangeMilliseconds = 320;
constexpr double kSmallestPictureZoom = 0.4, kLargestPictureZoom = 12.0;
constexpr double kZoomKeyStep = 1.25;

} // namespace

UnrolledMap::UnrolledMap(QWidget* parent)
    : ScrollCanvas(parent)
    , m_items(new Items(*this,
                        {.shape = Readable::Shape::Table,
                         .rows = [this] { return int(m_picture.layout().rows().size()); },
                         .columns =
                             [this] {
                                 size_t most = 0;
                                 for (const UnrolledRow& row : m_picture.layout().rows())
                                     most = std::max(most, row.cells.size());
                                 return int(most);
                             },
                         .text = [this](int row, int step) { return describe(row, step); },
                         .place = [this](int row, int step) { return seen(row, step); },
                         .header =
                             [this](Qt::Orientation side, int index) {
                                 return side == Qt::Horizontal
                                     ? QString::number(index + 1)
                                     : unrolledRowName(m_picture.layout().rows()[size_t(index)]);
                             }},
                        {.activation = Items::Activation::DoubleClick,
                         .clears = true,
                         .at =
                             [this](const QPoint& position) {
                                 if (const int unit = m_picture.unitAt(position + scrolled());
                                     unit >= 0)
                                     setUnit(unit);
                                 return m_picture.cellAt(position + scrolled());
                             },
                         .byKey = [this](int key) { return steppedByKey(key); }}))
{
    setMinimumSize(240, 160);
    connect(m_items, &Items::currentChanged, this, [this](QPoint cell) {
        if (cell.x() >= 0)
            scrollTo(seen(cell.y(), cell.x()), viewport()->rect());
        Q_EMIT cellChosen(cell);
    });
    connect(m_items, &Items::activated, this, &UnrolledMap::toggleOpen);
    link();
    m_change.setDuration(kChangeMilliseconds);
    m_change.setStartValue(0.0);
    m_change.setEndValue(1.0);
    connect(&m_change, &QVariantAnimation::valueChanged, this,
            [this](const QVariant& share) { showChange(share.toDouble()); });
}

UnrolledChoice UnrolledMap::chosen() const
{
    UnrolledChoice all = m_pointed;
    all.cell = m_items->current();
    all.unit = m_unit;
    return all;
}

/// Rows of a whole text have no token, so that Items::link() does not fit.
void UnrolledMap::link()
{
    const auto report = [this](bool chosen) {
        Pointing::instance().point(marksOf(m_items->pointedItem()), chosen, *this);
    };
    connect(m_items, &Items::pointed, this, [report] { report(false); });
    connect(m_items, &Items::currentChanged, this, [report] { report(true); });
    connect(&Pointing::instance(), &Pointing::changed, this,
            [this](const std::vector<Mark>& marks, bool chosen, const QObject* by) {
                if (by == this)
                    return react({});
                for (const Mark& mark : marks) {
                    if (mark.kind == Mark::Kind::Unit)
                        setUnit(mark.text.toInt());
                    if (mark.kind == Mark::Kind::Head && chosen)
                        Q_EMIT headChosen(int(mark.index));
                }
                react(marks);
            });
}

/// Frames tokens and layer, and draws the lines of a head.
void UnrolledMap::react(const std::vector<Mark>& marks)
{
    if (m_picture.isEmpty())
        return;
    const auto isMarked = [&marks](const Mark& mark) {
        return std::find(marks.begin(), marks.end(), mark) != marks.end();
    };
    const UnrolledLayout& layout = m_picture.layout();
    m_pointed = {};
    for (const bool target : {false, true})
        for (size_t i = 0; i < layout.tokenCount(target); ++i)
            if (isMarked(tokenMark(target, i)))
                (target ? m_pointed.target : m_pointed.source) = int(i);
    for (size_t row = 0; row < layout.rows().size(); ++row)
        if (isMarked({Mark::Kind::Layer, -1, unrolledRowPath(layout.rows()[row])}))
            m_pointed.row = int(row);
    int head = m_head;
    for (const Mark& mark : marks)
        if (mark.kind == Mark::Kind::Head)
            head = int(mark.index);
    drawHead(head);
    viewport()->update();
}

void UnrolledMap::drawHead(int head)
{
    if (m_picture.head() != head)
        m_edges.picture = {};
    m_picture.setHead(head);
}

/// A column of the target reads one token and predicts the next one, which is the mark.
Mark UnrolledMap::tokenMark(bool target, size_t index) const
{
    const core::Trace& trace = m_picture.trace();
    if (!target)
        return {Mark::Kind::Source, qint64(index), readableToken(trace.tokens[index])};
    std::string next;
    if (index + 1 < trace.targetTokens.size())
        next = trace.targetTokens[index + 1];
    else if (index < trace.outputs.size() && !trace.outputs[index].empty())
        next = trace.outputs[index].front().name;
    return {Mark::Kind::Target, qint64(index), readableToken(next)};
}

std::vector<Mark> UnrolledMap::marksOf(QPoint cell) const
{
    const auto& rows = m_picture.layout().rows();
    if (cell.y() < 0 || size_t(cell.y()) >= rows.size())
        return {};
    const UnrolledRow& row = rows[size_t(cell.y())];
    const size_t tokens = m_picture.layout().tokenCount(row.isTarget);
    std::vector<Mark> marks{{Mark::Kind::Layer, -1, unrolledRowPath(row)}};
    if (row.cells.size() == tokens && size_t(cell.x()) < tokens)
        marks.push_back(tokenMark(row.isTarget, size_t(cell.x())));
    if (m_unit >= 0 && !row.trace->quantities.empty() && m_picture.layout().sizes().isOpen)
        marks.push_back({Mark::Kind::Unit, row.trace->depth, QString::number(m_unit)});
    return marks;
}

/// Paints the values at one place between the former and the new ones.
void UnrolledMap::showChange(double share)
{
    m_between = m_picture;
    m_between.setTrace(
        std::make_shared<core::Trace>(traceBetween(*m_former, m_picture.trace(), share)));
    viewport()->update();
}

int UnrolledMap::lastBeat() const
{
    return m_picture.isEmpty() ? 0 : int(std::ceil(m_picture.layout().end()));
}

void UnrolledMap::setTrace(ShownTrace trace)
{
    const bool sameText = !m_picture.isEmpty() && trace->tokens == m_picture.trace().tokens
        && haveSameLayers(*trace, m_picture.trace());
    m_former = m_picture.shownTrace();
    m_picture.setTrace(std::move(trace));
    if (!sameText) {
        m_items->clear();
        m_zoom = 1.0; // A zoom was chosen for what was there.
        m_beat = std::ceil(m_picture.layout().predicted());
    }
    layOut();
    if (!sameText) {
        const QPointF place = m_picture.scrolledAt(m_beat, viewport()->size());
        horizontalScrollBar()->setValue(int(place.x()));
        verticalScrollBar()->setValue(int(place.y()));
    }
    if (sameText && isVisible() && !Theme::instance().reducedMotion()
        && haveSameShape(*m_former, m_picture.trace()))
        m_change.start();
}

void UnrolledMap::setHead(int head)
{
    m_head = head;
    drawHead(head);
    viewport()->update();
}

void UnrolledMap::setBeat(double beat)
{
    if (beat == m_beat)
        return;
    m_beat = beat;
    follow();
    viewport()->update();
    Q_EMIT laidOut();
}

void UnrolledMap::follow()
{
    const auto& rows = m_picture.layout().rows();
    const int row = current().y();
    for (size_t step = 0; row >= 0 && size_t(row) < rows.size()
         && rows[size_t(row)].cells.size() > 1 && step < rows[size_t(row)].cells.size();
         ++step)
        if (m_picture.layout().isActive(rows[size_t(row)].cells[step], m_beat)) {
            m_items->setCurrent({int(step), row});
            break;
        }
    if (const QRectF active = m_picture.activeCell(m_beat); !active.isNull())
        centre(active.toAlignedRect().translated(-scrolled()));
    else if (m_beat < 1.0) // The text, from its beginning.
        horizontalScrollBar()->setValue(0);
}

/// Across it goes to the middle, up and down no further than needed.
void UnrolledMap::centre(const QRect& place)
{
    const double middle = (m_picture.labelWidth() + viewport()->width()) / 2.0;
    QScrollBar& bar = *horizontalScrollBar();
    bar.setValue(bar.value() + int(place.center().x() - middle));
    const int x = viewport()->rect().center().x();
    scrollTo({x, place.top(), 1, place.height()}, viewport()->rect());
}

void UnrolledMap::setUnit(int unit)
{
    if (unit == m_unit)
        return;
    m_unit = unit;
    viewport()->update();
    if (m_items->hovered().x() >= 0)
        Pointing::instance().point(marksOf(m_items->hovered()), false, *this);
}

void UnrolledMap::stepUnit(int by)
{
    int64_t most = 0;
    for (const UnrolledRow& row : m_picture.layout().rows())
        for (const core::TraceQuantity& each : row.trace->quantities)
            most = std::max(most, each.vectors.units);
    if (most > 0 && m_picture.layout().sizes().isOpen)
        setUnit(std::clamp(m_unit + by, 0, int(most) - 1));
}

void UnrolledMap::zoom(double factor)
{
    m_change.stop();
    const QPointF middle = scrolled() + viewport()->rect().center();
    const QSize before = wholeSize();
    m_zoom = std::clamp(m_zoom * factor, kSmallestPictureZoom, kLargestPictureZoom);
    layOut();
    if (current().x() >= 0)
        return centre(seen(current().y(), current().x()));
    const QPointF now(middle.x() * wholeSize().width() / std::max(before.width(), 1),
                      middle.y() * wholeSize().height() / std::max(before.height(), 1));
    const QPoint moved = (now - viewport()->rect().center()).toPoint();
    horizontalScrollBar()->setValue(moved.x());
    verticalScrollBar()->setValue(moved.y());
}

/// So that words can be read; once more: all of a long text.
void UnrolledMap::fit()
{
    const bool isLonger = m_zoom == 1.0 && horizontalScrollBar()->maximum() > 0;
    zoom(isLonger ? double(viewport()->width()) / wholeSize().width() : 1.0 / m_zoom);
}

void UnrolledMap::toggleOpen()
{
    const UnrolledLayout::Sizes& sizes = m_picture.layout().sizes();
    if (!m_picture.isEmpty())
        sizes.isOpen ? fit()
                     : zoom(1.02 * m_picture.layout().openColumn(sizes.text) / sizes.column);
}

/// Left, right, Home and End are the timeline's; the current vector stays in its row.
std::optional<QPoint> UnrolledMap::steppedByKey(int key)
{
    switch (key) {
    case Qt::Key_Left:
        Q_EMIT beatWanted(int(std::ceil(m_beat)) - 1);
        return m_items->current();
    case Qt::Key_Right:
        Q_EMIT beatWanted(int(m_beat) + 1);
        return m_items->current();
    case Qt::Key_Home:
        Q_EMIT beatWanted(0);
        return m_items->current();
    case Qt::Key_End:
        Q_EMIT beatWanted(lastBeat());
        return m_items->current();
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        stepUnit(key == Qt::Key_PageUp ? -1 : 1);
        return m_items->current();
    default:
        return {};
    }
}

QRect UnrolledMap::seen(int row, int step) const
{
    return m_picture.cell(row, step).toAlignedRect().translated(-scrolled());
}

QString UnrolledMap::describe(int row, int step) const
{
    const auto& rows = m_picture.layout().rows();
    if (row < 0 || size_t(row) >= rows.size() || size_t(step) >= rows[size_t(row)].cells.size())
        return {};
    return unrolledCellText(m_picture.layout(), size_t(row), size_t(step),
                            m_picture.layout().sizes().isOpen ? m_unit : -1);
}

void UnrolledMap::layOut()
{
    m_change.stop();
    m_edges.picture = {};
    m_picture.fit(viewport()->size(), m_zoom, smallestText());
    const QSize whole = wholeSize();
    setScrolling(whole, viewport()->size(), {40, 40});
    viewport()->update();
    Q_EMIT laidOut();
}

/// In a presentation the text can be read from the last row of a hall.
double UnrolledMap::smallestText() const
{
    return Theme::instance().presentation() ? window()->height() / kHallLines : 0.0;
}

void UnrolledMap::restyle()
{
    m_picture.restyle();
    layOut();
}

void UnrolledMap::drawWhole(QPainter& painter) const
{
    m_picture.draw(painter, m_beat, {}, m_picture.size(), chosen());
}

const QPixmap& UnrolledMap::edges()
{
    const size_t events = m_picture.layout().eventsUntil(m_beat);
    const qreal ratio = devicePixelRatioF();
    const QSize size = viewport()->size() * ratio;
    if (m_edges.picture.size() == size && m_edges.scrolled == scrolled()
        && m_edges.events == events)
        return m_edges.picture;
    m_edges = {QPixmap(size), scrolled(), events};
    m_edges.picture.setDevicePixelRatio(ratio);
    m_edges.picture.fill(Theme::instance().base());
    QPainter painter(&m_edges.picture);
    m_picture.drawEdges(painter, m_beat, scrolled());
    return m_edges.picture;
}

void UnrolledMap::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const QSize room = viewport()->size();
    if (m_change.state() == QAbstractAnimation::Running && !m_between.isEmpty()) {
        painter.fillRect(viewport()->rect(), Theme::instance().base());
        m_between.draw(painter, m_beat, scrolled(), room, chosen());
    } else {
        painter.drawPixmap(0, 0, edges());
        m_picture.drawRest(painter, m_beat, scrolled(), room, chosen());
    }
    m_items->drawFrames(painter);
}

bool UnrolledMap::handleZoomKey(const QKeyEvent& event)
{
    if (event.modifiers().testFlag(Qt::ControlModifier))
        return false;
    switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom(kZoomKeyStep);
        return true;
    case Qt::Key_Minus:
        zoom(1.0 / kZoomKeyStep);
        return true;
    case Qt::Key_Escape:
        if (m_zoom == 1.0)
            return false;
        [[fallthrough]];
    case Qt::Key_0:
        fit();
        return true;
    default:
        return false;
    }
}

/// Scroll bars would take Home and End, which are the transport's.
void UnrolledMap::keyPressEvent(QKeyEvent* event)
{
    event->setAccepted(handleZoomKey(*event));
}

void UnrolledMap::wheelEvent(QWheelEvent* event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return ScrollCanvas::wheelEvent(event);
    zoom(event->angleDelta().y() > 0 ? 1.25 : 0.8);
    event->accept();
}

} // namespace ui
