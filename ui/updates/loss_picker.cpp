#include "ui/updates/loss_picker.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

LossPicker::LossPicker(QWidget* parent) : Plot(parent), m_line(new QCPItemLine(this))
{
    setObjectName(QStringLiteral("lossPicker"));
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(240, 90);
    addGraph();
    m_point = addGraph();
    m_point->setLineStyle(QCPGraph::lsNone);
    m_line->setVisible(false);
    m_line->setClipToAxisRect(true);
}

void LossPicker::setSeries(const UpdateSeries& series, int64_t first, const QString& loss)
{
    m_series = &series;
    m_first = first;
    QVector<double> steps, losses;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (size_t i = series.firstFrom(first); i < series.size(); ++i) {
        if (!std::isfinite(series.loss(i)))
            continue;
        steps << double(series.step(i));
        losses << series.loss(i);
        low = std::min(low, losses.back());
        high = std::max(high, losses.back());
    }
    graph(0)->setData(steps, losses, true);
    if (!steps.isEmpty()) {
        const double air = high > low ? 0.05 * (high - low) : 0.5;
        yAxis->setRange(low - air, high + air);
        const double side = std::max(1.0, 0.01 * (steps.back() - steps.front()));
        xAxis->setRange(steps.front() - side, steps.back() + side);
    }
    setAxisTitles(tr("update"), loss);
    markChosen();
}

void LossPicker::setChosen(int64_t step)
{
    m_chosen = step;
    markChosen();
}

void LossPicker::markChosen()
{
    const auto chosen = m_series != nullptr ? m_series->indexOf(m_chosen) : std::nullopt;
    const bool seen = chosen && m_chosen >= m_first;
    m_line->setVisible(seen);
    m_point->data()->clear();
    if (seen) {
        m_point->addData(double(m_chosen), m_series->loss(*chosen));
        m_line->start->setTypeX(QCPItemPosition::ptPlotCoords);
        m_line->start->setTypeY(QCPItemPosition::ptAxisRectRatio);
        m_line->end->setTypeX(QCPItemPosition::ptPlotCoords);
        m_line->end->setTypeY(QCPItemPosition::ptAxisRectRatio);
        m_line->start->setCoords(double(m_chosen), 0.0);
        m_line->end->setCoords(double(m_chosen), 1.0);
    }
    setAccessibleTexts(tr("Loss of each update"),
                       !chosen ? tr("No update is chosen.")
                               : tr("Update %1 is chosen; its loss is %2.")
                                     .arg(count(m_chosen), value(m_series->loss(*chosen))));
    replot(rpQueuedReplot);
}

void LossPicker::setColour(int index)
{
    if (std::exchange(m_colour, index) == index)
        return;
    applyTheme();
    replot(rpQueuedReplot);
}

void LossPicker::applyTheme()
{
    Plot::applyTheme();
    const Theme& theme = Theme::instance();
    QPen pen(theme.series(m_colour));
    pen.setWidthF(theme.presentation() ? 2.0 : 1.0); // Wider zigzags are slow to draw.
    graph(0)->setPen(pen);
    m_line->setPen(QPen(theme.text(), theme.lineWidth(), Qt::DashLine));
    m_point->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(theme.text(), 2.0),
                                             theme.series(m_colour + 1),
                                             6.0 + 3.0 * theme.lineWidth()));
}

/// Of the updates near that place the one with the largest loss: that is what one aims at.
int64_t LossPicker::stepAt(double pixel) const
{
    constexpr double kReach = 4.0;
    const double low = xAxis->pixelToCoord(pixel - kReach),
                 high = xAxis->pixelToCoord(pixel + kReach);
    const double middle = xAxis->pixelToCoord(pixel);
    std::optional<size_t> best;
    for (size_t i = m_series->firstFrom(std::max<int64_t>(m_first, std::llround(std::ceil(low))));
         i < m_series->size() && double(m_series->step(i)) <= high; ++i)
        if (!best || m_series->loss(i) > m_series->loss(*best))
            best = i;
    return best ? m_series->step(*best)
                : std::max(m_first, m_series->nearest(std::llround(middle)));
}

void LossPicker::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_series == nullptr || m_series->empty())
        return;
    setFocus(Qt::MouseFocusReason);
    Q_EMIT picked(stepAt(event->position().x()));
}

void LossPicker::keyPressEvent(QKeyEvent* event)
{
    if (m_series == nullptr || m_series->empty())
        return Plot::keyPressEvent(event);
    const int64_t first = m_series->step(0), last = m_series->step(m_series->size() - 1);
    const int64_t from = m_chosen > 0 ? m_chosen : last;
    int64_t to = from;
    switch (event->key()) {
    case Qt::Key_Left:
        to = from - 1;
        break;
    case Qt::Key_Right:
        to = from + 1;
        break;
    case Qt::Key_PageUp:
        to = from - 10;
        break;
    case Qt::Key_PageDown:
        to = from + 10;
        break;
    case Qt::Key_Home:
        to = first;
        break;
    case Qt::Key_End:
        to = last;
        break;
    default:
        return Plot::keyPressEvent(event);
    }
    Q_EMIT picked(std::clamp(to, first, last));
}

} // namespace ui
