// What part of the runs is seen, and the cursor in it; the drawing is in curves_view_state.cpp.
#include "ui/curves/curves_view_state.h"

#include "ui/curves/curve_controls.h"
#include "ui/curves/hover_table.h"

#include <algorithm>
#include <cmath>

namespace ui {

QCPRange CurvesView::State::wholeRange() const
{
    const CurveSettings& settings = m_controls->settings();
    double low = std::numeric_limits<double>::infinity(), high = -low;
    const auto take = [&](double x) {
        if (settings.logarithmicX && x <= 0.0)
            return;
        low = std::min(low, x);
        high = std::max(high, x);
    };
    for (const CurveSource& source : m_sources) {
        const std::vector<double>& x = source.curves->x(settings.x);
        if (!x.empty()) {
            take(settings.logarithmicX ? *std::upper_bound(x.begin(), std::prev(x.end()), 0.0)
                                       : x.front());
            take(x.back());
        }
        for (const core::EpochReport& epoch : source.curves->epochs())
            take(RunCurves::epochX(epoch, settings.x));
    }
    if (low > high)
        return {settings.logarithmicX ? 0.1 : 0.0, 1.0};
    if (low == high)
        return settings.logarithmicX ? QCPRange(low / 2.0, low * 2.0) : QCPRange(low - 1, low + 1);
    // A little air, so that no marker is cut in half and no line runs along the frame.
    constexpr double air = 0.02;
    if (settings.logarithmicX)
        return {low * std::pow(high / low, -air), high * std::pow(high / low, air)};
    return {low - air * (high - low), high + air * (high - low)};
}

void CurvesView::State::setZoom(std::optional<QCPRange> zoom)
{
    if (zoom && !QCPRange::validRange(*zoom))
        return;
    m_zoom = zoom;
    if (!zoom) {
        for (CurvePlot* plot : m_plots)
            plot->resetY();
    }
    m_controls->setZoomed(zoom.has_value());
    redrawAll();
}

/// Snaps to the nearest point of any run.
void CurvesView::State::setCursor(std::optional<double> x)
{
    const XAxis axis = m_controls->settings().x;
    if (x) {
        std::optional<double> snapped;
        for (const CurveSource& source : m_sources) {
            if (source.curves->size() == 0)
                continue;
            const double point = source.curves->x(axis)[source.curves->nearest(axis, *x)];
            if (!snapped || std::abs(point - *x) < std::abs(*snapped - *x))
                snapped = point;
        }
        x = snapped;
    }
    m_cursor = x;
    for (CurvePlot* plot : m_plots) {
        if (plot->isVisible())
            plot->setCursor(x);
    }
    m_table->showValues(m_sources, axis, m_cursor);
}

void CurvesView::State::stepCursor(int points)
{
    const CurveSource* source = spoken();
    if (source == nullptr || source->curves->size() == 0)
        return;
    const XAxis axis = m_controls->settings().x;
    const std::vector<double>& x = source->curves->x(axis);
    // Without a cursor the first key press shows it at the end.
    const qint64 from = m_cursor ? qint64(source->curves->nearest(axis, *m_cursor)) + points
                                 : qint64(x.size()) - 1;
    setCursor(x[size_t(std::clamp<qint64>(from, 0, qint64(x.size()) - 1))]);
}

void CurvesView::State::pickEpochAtCursor()
{
    const CurveSource* source = spoken();
    if (!m_cursor || source == nullptr)
        return;
    const core::EpochReport* epoch
        = source->curves->epochBefore(m_controls->settings().x, *m_cursor);
    if (epoch)
        Q_EMIT m_view.epochPicked(source->run, int(epoch->epoch));
}

void CurvesView::State::pickUpdateAtCursor()
{
    const CurveSource* source = spoken();
    if (!m_cursor || source == nullptr || source->curves->size() == 0)
        return;
    RunCurves& curves = *source->curves;
    Q_EMIT m_view.updatePicked(source->run,
                               curves.step(curves.nearest(m_controls->settings().x, *m_cursor)));
}

} // namespace ui
