#include "ui/unrolled/unrolled_overview.h"

#include "ui/unrolled/unrolled_map.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace ui {

UnrolledOverview::UnrolledOverview(UnrolledMap& map, QWidget* parent) : Canvas(parent), m_map(map)
{
    setObjectName(QStringLiteral("unrolledOverview"));
    setAccessibleName(tr("Overview of the picture"));
    setHelp(*this, tr("The picture is wider than its room: click or drag to move it."));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
    QScrollBar& bar = *map.horizontalScrollBar();
    connect(&bar, &QScrollBar::valueChanged, this, &UnrolledOverview::follow);
    connect(&bar, &QScrollBar::rangeChanged, this, &UnrolledOverview::follow);
    hide();
}

QSize UnrolledOverview::sizeHint() const
{
    return {400, int(fontMetrics().height() * 1.3)};
}

void UnrolledOverview::follow()
{
    setVisible(!m_map.picture().isEmpty() && m_map.horizontalScrollBar()->maximum() > 0);
    update();
}

void UnrolledOverview::draw(QPainter& painter, const QRect& box) const
{
    const UnrolledPicture& picture = m_map.picture();
    if (picture.isEmpty())
        return;
    const Theme& theme = Theme::instance();
    painter.fillRect(box, theme.base());
    const double scale = double(box.width()) / picture.size().width();
    for (const bool target : {false, true})
        for (size_t i = 0; i < picture.layout().tokenCount(target); ++i) {
            const QRectF token
                = picture.layout().token(target, i).translated(picture.labelWidth(), 0.0);
            drawToken(painter,
                      QRectF(token.left() * scale, box.top() + 2.0, token.width() * scale,
                             box.height() - 4.0),
                      target, i);
        }
    const double left = m_map.horizontalScrollBar()->value() * scale;
    painter.setPen(QPen(theme.accent(), 2.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(box.left() + left + 1.0, box.top() + 1.0,
                            m_map.viewport()->width() * scale - 2.0, box.height() - 2.0));
}

/// As dark as the norm of its last vector that is computed; the token of the beat is underlined.
void UnrolledOverview::drawToken(QPainter& painter, const QRectF& place, bool target,
                                 size_t index) const
{
    const Theme& theme = Theme::instance();
    const UnrolledLayout& layout = m_map.picture().layout();
    double share = 0.0;
    bool isActive = false;
    for (const UnrolledRow& row : layout.rows()) {
        const std::vector<double>& norms = row.trace->output.norms;
        if (row.isTarget != target || row.cells.size() != layout.tokenCount(target))
            continue;
        isActive = isActive || layout.isActive(row.cells[index], m_map.beat());
        if (row.cells[index].born > m_map.beat() || index >= norms.size())
            continue;
        share = norms[index] / std::max(*std::max_element(norms.begin(), norms.end()), 1e-12);
    }
    const QColor colour = theme.weightColour(0.6 * share);
    painter.fillRect(place.adjusted(1, 0, -1, 0), colour);
    const QString text
        = readableToken((target ? layout.trace().targetTokens : layout.trace().tokens)[index]);
    if (painter.fontMetrics().horizontalAdvance(text) + 2.0 <= place.width()) {
        painter.setPen(Theme::textOn(colour));
        painter.drawText(place, Qt::AlignCenter, text);
    }
    if (isActive)
        painter.fillRect(QRectF(place.left() + 1.0, place.bottom() - 3.0, place.width() - 2.0, 3.0),
                         theme.accent());
}

void UnrolledOverview::mousePressEvent(QMouseEvent* event)
{
    go(event->position().x());
}

void UnrolledOverview::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons().testFlag(Qt::LeftButton))
        go(event->position().x());
}

void UnrolledOverview::go(double x)
{
    const double whole = m_map.picture().size().width();
    m_map.horizontalScrollBar()->setValue(
        int(x / double(std::max(width(), 1)) * whole - m_map.viewport()->width() / 2.0));
}

} // namespace ui
