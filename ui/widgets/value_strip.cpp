#include "ui/widgets/value_strip.h"

#include "ui/text/sentences.h"
#include "ui/widgets/colour_raster.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int kValueBarHeight = 22;
constexpr int kValueMargin = 2;

} // namespace

ValueStrip::ValueStrip(QWidget* parent)
    : Canvas(parent)
    , m_items(new Items(*this,
                        {.rows = [this] { return int(m_values.size()); },
                         .text = [this](int index, int) { return describe(index); },
                         .place = [this](int index, int) { return placeOf(index); }},
                        {.clears = true}))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(m_items, &Items::pointed, this, [this](QPoint item) {
        setAccessibleDescription(describe(item.y()));
        update();
        Q_EMIT valuePointed(item.y());
    });
}

void ValueStrip::setValues(std::vector<float> values, double high)
{
    if (values.size() != m_values.size())
        m_items->clear();
    m_values = std::move(values);
    m_high = high;
    restyle();
    setAccessibleName(
        filled(tr("Vector of %1 {number|numbers}"), {count(qint64(m_values.size()))}));
    setAccessibleDescription(describe(current()));
}

void ValueStrip::restyle()
{
    m_colours = colourRaster(m_values, 1, int(m_values.size()), m_high, ColourMap::Signed);
    Canvas::restyle();
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

QSize ValueStrip::sizeHint() const
{
    return {320, kValueBarHeight + 2 * kValueMargin};
}

void ValueStrip::draw(QPainter& painter, const QRect&) const
{
    const Theme& theme = Theme::instance();
    const QRect all = bar();
    if (!m_values.empty())
        drawRaster(painter, all, m_colours);
    painter.setPen(QPen(hasFocus() ? theme.accent() : theme.line(), 1));
    painter.drawRect(all.adjusted(-1, -1, 0, 0));
    if (const int pointed = m_items->pointedItem().y(); pointed >= 0) {
        QRect place = placeOf(pointed);
        place.setWidth(std::max(place.width(), 2));
        painter.setPen(QPen(Qt::white, 3));
        painter.drawRect(place);
        painter.setPen(QPen(Qt::black, 1));
        painter.drawRect(place);
    }
}

} // namespace ui
