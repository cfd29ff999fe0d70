#include "ui/start/shape_picture.h"

#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr int kBeatMilliseconds = 450;
constexpr int kPauseBeats = 2; ///< After the last step.
constexpr double kColumn = 26.0, kShapeBox = 16.0, kLevel = 34.0; ///< Pixels at scale 1.
constexpr double kEdge = 4.0;
constexpr int kInputColour = 2, kStateColour = 0, kOutputColour = 1; ///< In Theme::series().

} // namespace

ShapePicture::ShapePicture(SequenceShape shape, QWidget* parent)
    : QWidget(parent), m_shape(std::move(shape)), m_beat(int(m_shape.steps.size()))
{
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, &ShapePicture::restyle);
    m_timer.setInterval(kBeatMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_beat = (m_beat + 1) % (int(m_shape.steps.size()) + kPauseBeats);
        update();
    });
}

/// In a presentation it takes the room that there is.
void ShapePicture::restyle()
{
    setSizePolicy(QSizePolicy::Expanding,
                  Theme::instance().presentation() ? QSizePolicy::Expanding : QSizePolicy::Fixed);
    updateGeometry();
}

QSizeF ShapePicture::wholeSize() const
{
    return {kColumn * double(m_shape.steps.size()) + 2.0 * kEdge,
            2.0 * kLevel + kShapeBox + 2.0 * kEdge};
}

QSize ShapePicture::sizeHint() const
{
    return wholeSize().toSize(); // More where there is room.
}

void ShapePicture::showEvent(QShowEvent*)
{
    if (!Theme::instance().reducedMotion())
        m_timer.start();
}

void ShapePicture::hideEvent(QHideEvent*)
{
    m_timer.stop();
}

void ShapePicture::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = Theme::instance();
    const QSizeF whole = wholeSize();
    const double scale
        = std::max(std::min(width() / whole.width(), height() / whole.height()), 1.0);
    painter.translate((width() - scale * whole.width()) / 2.0,
                      (height() - scale * whole.height()) / 2.0);
    painter.scale(scale, scale);
    const auto place = [&](size_t step, int level) {
        return QRectF(kEdge + kColumn * double(step) + (kColumn - kShapeBox) / 2.0,
                      kEdge + kLevel * double(2 - level), kShapeBox, kShapeBox);
    };
    const auto top = [](const QRectF& box) { return QPointF(box.center().x(), box.top()); };
    const auto bottom = [](const QRectF& box) { return QPointF(box.center().x(), box.bottom()); };
    const bool finished = m_beat >= int(m_shape.steps.size()); // All of it is shown then.
    for (size_t step = 0; step < m_shape.steps.size(); ++step) {
        const bool active = finished || int(step) <= m_beat;
        const QRectF input = place(step, 0), state = place(step, 1), output = place(step, 2);
        if (step > 0)
            drawArrow(painter, {place(step - 1, 1).right(), state.center().y()},
                      {state.left(), state.center().y()}, active);
        if (m_shape.steps[step].reads) {
            drawArrow(painter, top(input), bottom(state), active);
            drawBox(painter, input, theme.series(kInputColour), active);
        }
        drawBox(painter, state, theme.series(kStateColour), active);
        if (m_shape.steps[step].writes) {
            drawArrow(painter, top(state), bottom(output), active);
            drawBox(painter, output, theme.series(kOutputColour), active);
        }
    }
}

void ShapePicture::drawArrow(QPainter& painter, QPointF from, QPointF to, bool active) const
{
    const Theme& theme = Theme::instance();
    painter.setPen(QPen(blended(theme.text(), theme.base(), active ? 0.7 : 0.25), 1.2));
    painter.drawLine(from, to);
    const QPointF along = to.x() > from.x() ? QPointF(3.0, 0.0) : QPointF(0.0, -3.0);
    const QPointF across(along.y(), along.x());
    painter.drawLine(to, to - along + across);
    painter.drawLine(to, to - along - across);
}

void ShapePicture::drawBox(QPainter& painter, const QRectF& place, const QColor& colour,
                           bool active) const
{
    const Theme& theme = Theme::instance();
    painter.setPen(QPen(blended(colour, theme.base(), active ? 1.0 : 0.45), 1.2));
    painter.setBrush(blended(colour, theme.base(), active ? 0.75 : 0.12));
    painter.drawRoundedRect(place, 3.0, 3.0);
}

} // namespace ui
