#include "ui/updates/loss_picker.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ui {

const std::vector<std::string>& UpdateSeries::layers() const
{
    static const std::vector<std::string> none;
    return m_run == nullptr ? none : m_run->layers()[core::LayerQuantity::GradientNorm];
}

std::optional<size_t> UpdateSeries::indexOf(int64_t step) const
{
    return m_run == nullptr ? std::nullopt : m_run->indexOf(step);
}

size_t UpdateSeries::firstFrom(int64_t step) const
{
    size_t first = 0, count = size();
    while (count > 0) {
        const size_t half = count / 2;
        const bool before = this->step(first + half) < step;
        first += before ? half + 1 : 0;
        count = before ? count - half - 1 : half;
    }
    return first;
}

int64_t UpdateSeries::nearest(int64_t step) const
{
    if (empty())
        return 0;
    const size_t found = firstFrom(step);
    if (found == size())
        return this->step(found - 1);
    const bool earlier = found > 0 && step - this->step(found - 1) < this->step(found) - step;
    return this->step(earlier ? found - 1 : found);
}

std::optional<core::UpdateReport> UpdateSeries::report(int64_t step) const
{
    const auto index = indexOf(step);
    return index ? std::optional(m_run->update(*index)) : std::nullopt;
}

double UpdateSeries::lossBefore(int64_t step) const
{
    const size_t before = indexOf(step).value_or(0);
    if (before == 0)
        return std::numeric_limits<double>::quiet_NaN();
    const size_t count = std::min(before, kBefore);
    double sum = 0.0;
    for (size_t i = before - count; i < before; ++i)
        sum += loss(i);
    return sum / double(count);
}

int64_t UpdateSeries::largestJump(int64_t first) const
{
    // A mean of few updates is mostly noise: longer runs skip the first ones.
    const size_t begin = std::max(size() > 2 * kBefore ? kBefore : 1, firstFrom(first));
    int64_t found = 0;
    double largest = -std::numeric_limits<double>::infinity();
    for (size_t i = begin; i < size(); ++i) {
        if (!std::isfinite(loss(i)))
            continue;
        const double jump = loss(i) - lossBefore(step(i));
        if (jump > largest) {
            largest = jump;
            found = step(i);
        }
    }
    return found;
}

core::UpdatePlace UpdateSeries::place(int64_t step, const core::ExperimentSpec& spec) const
{
    if (const auto index = indexOf(step))
        return m_run->place(*index, spec);
    core::UpdatePlace place;
    place.step = step;
    return place;
}

LossPicker::LossPicker(QWidget* parent) : Plot(parent), m_line(new QCPItemLine(this))
{
    setObjectName(QStringLiteral("lossPicker"));
    setFocusPolicy(Qt::StrongFocus);
    const auto fit = [this] { setMinimumSize(240, qRound(90 * Theme::instance().scale())); };
    connect(&Theme::instance(), &Theme::changed, this, fit);
    fit();
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

/// The update with the largest loss near that pixel: users aim at peaks.
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
