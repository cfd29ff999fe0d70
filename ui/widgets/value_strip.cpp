#include "ui/widgets/value_strip.h"

#include "ui/text/sentences.h"
#include "ui/widgets/colour_raster.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/readable.h"
#include "ui/widgets/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace ui {

namespace {

constexpr int kValueBarHeight = 22;
constexpr int kValueMargin = 2;

} // namespace

ValueStrip::ValueStrip(QWidget* parent)
    : QWidget(parent)
    , m_readable(new Readable(*this,
                              {.rows = [this] { return int(m_values.size()); },
                               .text = [this](int index, int) { return describe(index); },
                               .place = [this](int index, int) { return placeOf(index); },
                               .current = [this] { return QPoint(0, m_current); },
                               .choose = [this](int index, int) { setCurrent(index); }}))
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, &ValueStrip::colour);
}

void ValueStrip::setValues(std::vector<float> values, double high)
{
    if (values.size() != m_values.size())
        m_current = m_pointed = -1;
    m_values = std::move(values);
    m_high = high;
    colour();
    setAccessibleName(
        filled(tr("Vector of %1 {number|numbers}"), {count(qint64(m_values.size()))}));
    setAccessibleDescription(describe(m_current));
}

void ValueStrip::colour()
{
    m_colours = colourRaster(m_values, 1, int(m_values.size()), m_high, ColourMap::Signed);
    update();
}

QString ValueStrip::describe(int index) const
{
    if (index < 0 || size_t(index) >= m_values.size())
        return {};
    return tr("number %1 of %2: %3")
        .arg(index + 1)
        .arg(m_values.size())
        .arg(value(m_values[size_t(index)]));
}

QRect ValueStrip::bar() const
{
    return {kValueMargin, kValueMargin, std::max(width() - 2 * kValueMargin, 1), kValueBarHeight};
}

QRect ValueStrip::placeOf(int index) const
{
    const QRect all = bar();
    const auto edge = [&](int at) {
        return all.left()
            + int(qint64(at) * all.width() / std::max(qint64(m_values.size()), qint64{1}));
    };
    return {edge(index), all.top(), std::max(edge(index + 1) - edge(index), 1), all.height()};
}

int ValueStrip::indexAt(int x) const
{
    const QRect all = bar();
    if (m_values.empty() || x < all.left() || x > all.right())
        return -1;
    return int(qint64(x - all.left()) * qint64(m_values.size()) / all.width());
}

QSize ValueStrip::sizeHint() const
{
    return {320, kValueBarHeight + 2 * kValueMargin};
}

QSize ValueStrip::minimumSizeHint() const
{
    return {80, sizeHint().height()};
}

void ValueStrip::setCurrent(int index)
{
    m_current = index;
    point(index);
    m_readable->announce();
}

void ValueStrip::point(int index)
{
    if (index < 0)
        index = m_current;
    m_pointed = index;
    setAccessibleDescription(describe(index));
    update();
    Q_EMIT valuePointed(index);
}

void ValueStrip::mouseMoveEvent(QMouseEvent* event)
{
    point(indexAt(event->pos().x()));
}

void ValueStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        setCurrent(indexAt(event->pos().x()));
}

void ValueStrip::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    point(-1);
}

void ValueStrip::keyPressEvent(QKeyEvent* event)
{
    const int last = int(m_values.size()) - 1;
    const int first = std::min(0, last);
    switch (event->key()) {
    case Qt::Key_Left:
        setCurrent(std::clamp(m_current - 1, first, last));
        break;
    case Qt::Key_Right:
        setCurrent(std::clamp(m_current + 1, first, last));
        break;
    case Qt::Key_Home:
        setCurrent(first);
        break;
    case Qt::Key_End:
        setCurrent(last);
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

bool ValueStrip::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), toolTipText(describe(indexAt(help->pos().x()))),
                           this);
        return true;
    }
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    return QWidget::event(event);
}

void ValueStrip::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    const QRect all = bar();
    const auto numbers = qint64(m_values.size());
    const auto edge = [&](qint64 index) { return all.left() + int(index * all.width() / numbers); };
    if (numbers > 0)
        drawRaster(painter, all, m_colours);
    painter.setPen(QPen(hasFocus() ? theme.accent() : theme.line(), 1));
    painter.drawRect(all.adjusted(-1, -1, 0, 0));
    if (m_pointed >= 0 && m_pointed < numbers) {
        const QRect place(edge(m_pointed), all.top(),
                          std::max(edge(m_pointed + 1) - edge(m_pointed), 2), all.height());
        painter.setPen(QPen(Qt::white, 3));
        painter.drawRect(place);
        painter.setPen(QPen(Qt::black, 1));
        painter.drawRect(place);
    }
}

} // namespace ui
