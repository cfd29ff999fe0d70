#include "ui/curves/curve_plot.h"

#include "ui/curves/curve_settings.h"
#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <algorithm>
#include <map>

namespace ui {

namespace {

constexpr auto kRawLayer = "raw"; ///< Below all smoothed lines.
constexpr auto kCurrentLayer = "current"; ///< Above those of the other runs.
constexpr auto kCursorLayer = "cursor";
constexpr int kClippedSpacing = 6; ///< Pixels between two marks of clipped updates.
constexpr size_t kPercentileSample = 20000; ///< With more points, every k-th is used.

QVector<QCPGraphData> single(double x, double y)
{
    return {QCPGraphData(x, y)};
}

/// A range around [low, high] with some air; never empty, positive on a logarithmic axis.
QCPRange withAir(double low, double high, bool logarithmic)
{
    constexpr double air = 0.05;
    if (!(low <= high))
        return logarithmic ? QCPRange(0.1, 10.0) : QCPRange(0.0, 1.0);
    if (logarithmic) {
        high = high > 0.0 ? high : 1.0;
        low = low > 0.0 ? low : high * 1e-6;
        const double factor = high / low < 1.01 ? 2.0 : std::pow(high / low, air);
        return {low / factor, high * factor};
    }
    // Ignores rounding: a constant is centred, with zero at the border.
    constexpr double rounding = 1e-9;
    const double largest = std::max(std::abs(low), std::abs(high));
    if (high - low <= rounding * largest)
        return largest == 0.0 ? QCPRange(-1.0, 1.0)
            : low > 0.0       ? QCPRange(0.0, 2.0 * low)
                              : QCPRange(2.0 * low, 0.0);
    const double margin = air * (high - low);
    return {low - margin, high + margin};
}

} // namespace

CurvePlot::CurvePlot(const CurvePlotKind& kind, QWidget* parent)
    : Plot(parent), m_kind(kind), m_band(QRubberBand::Rectangle, this)
{
    setObjectName(kind.id + QStringLiteral("Plot"));
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(150, kind.place == CurvePlotKind::Place::Large ? 140 : 100);
    plotLayout()->insertRow(0);
    m_title = new QCPTextElement(this, kind.title);
    m_title->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
    plotLayout()->addElement(0, 0, m_title);
    plotLayout()->setRowSpacing(0);
    legend->setVisible(false);
    setAutoAddPlottableToLegend(false);
    addLayer(QLatin1String(kRawLayer), layer(QStringLiteral("main")), limBelow);
    addLayer(QLatin1String(kCurrentLayer), layer(QStringLiteral("main")), limAbove);
    addLayer(QLatin1String(kCursorLayer), layer(QLatin1String(kCurrentLayer)), limAbove);
    layer(QLatin1String(kCursorLayer))->setMode(QCPLayer::lmBuffered);
    m_cursor = new QCPItemLine(this);
    m_cursor->setLayer(QLatin1String(kCursorLayer));
    for (QCPItemPosition* end : {m_cursor->start, m_cursor->end})
        end->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_cursor->setVisible(false);
    m_baseline = new BaselineLine(*this);
    m_beyond = new QCPItemText(this);
    m_beyond->position->setType(QCPItemPosition::ptAxisRectRatio);
    m_beyond->position->setCoords(1.0, 0.01);
    m_beyond->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
    m_beyond->setPadding(QMargins(4, 1, 4, 1));
    m_beyond->setVisible(false);
    xAxis2->setVisible(true);
    xAxis2->setTickLengthIn(0);
    setAccessibleName(kind.title);
    setAccessibleDescription(tr("%1 Arrow keys move the cursor, plus and minus zoom, 0 shows "
                                "everything, Return picks the epoch at the cursor and U opens its "
                                "update in Updates. The table below the plots holds the values.")
                                 .arg(kind.help));
    setWhatsThis(toolTipText(kind.help));
}

void CurvePlot::setTitle(const QString& title)
{
    m_title->setText(title);
    setAccessibleName(title);
}

QString CurvePlot::title() const
{
    return m_title->text();
}

QString CurvePlot::latestValue() const
{
    const auto current = std::find_if(m_sources.begin(), m_sources.end(),
                                      [](const CurveSource& source) { return source.current; });
    if (m_sources.empty() || !m_kind.quantity)
        return {};
    const CurveSource& source = current != m_sources.end() ? *current : m_sources.front();
    const Series& smooth = source.curves->smoothed(*m_kind.quantity);
    return smooth.size() == 0 ? QString() : value(smooth.at(smooth.size() - 1));
}

/// Keeps the graphs of runs that stay, so that adding a run to hundreds is cheap.
void CurvePlot::setSources(const std::vector<CurveSource>& sources)
{
    if (sources == m_sources)
        return;
    std::map<QString, std::pair<CurveSource, Graphs>> before;
    for (size_t i = 0; i < m_sources.size(); ++i)
        before.emplace(m_sources[i].run, std::pair(m_sources[i], m_graphs[i]));
    m_sources = sources;
    m_graphs.clear();
    for (const CurveSource& source : m_sources) {
        const auto known = before.extract(source.run);
        m_graphs.push_back(known ? known.mapped().second : makeGraphs());
        if (!known || !(known.mapped().first == source))
            style(m_graphs.back(), source);
        nameGraphs(m_graphs.back(), source.name);
    }
    for (const auto& [run, gone] : before)
        for (QCPGraph* graph : gone.second.all())
            removePlottable(graph);
}

CurvePlot::Graphs CurvePlot::makeGraphs()
{
    Graphs graphs; // owned by the plot
    graphs.raw = new FastGraph(xAxis, yAxis);
    graphs.clipped = addGraph();
    graphs.smooth = new FastGraph(xAxis, yAxis);
    for (QCPGraph** graph : {&graphs.valid, &graphs.best, &graphs.resumed})
        *graph = addGraph();
    return graphs;
}

/// Names graphs for screen readers; graphs without a name repeat values of others.
void CurvePlot::nameGraphs(Graphs& graphs, const QString& run)
{
    graphs.smooth->setName(run);
    graphs.valid->setName(tr("%1, validation").arg(run));
    for (QCPGraph* each : {graphs.clipped, graphs.best, graphs.resumed})
        each->setName({});
}

void CurvePlot::applyTheme()
{
    Plot::applyTheme();
    const Theme& theme = Theme::instance();
    QFont titleFont = theme.textFont();
    titleFont.setWeight(QFont::DemiBold);
    m_title->setFont(titleFont);
    m_title->setTextColor(theme.text());
    m_cursor->setPen(QPen(theme.text(), 1));
    m_beyond->setFont(theme.textFont());
    m_beyond->setColor(theme.text());
    QColor ground = theme.base();
    ground.setAlphaF(0.8F);
    m_beyond->setBrush(ground);
    QPen dotted(theme.line(), 1, Qt::DotLine);
    xAxis2->setBasePen(Qt::NoPen);
    xAxis2->grid()->setVisible(true);
    xAxis2->grid()->setPen(dotted);
    xAxis->grid()->setVisible(false); // upright lines mark epochs, nothing else
    // Half a label: a label that the border would cut is not drawn.
    const QFontMetrics numbers(theme.numberFont());
    axisRect()->setMinimumMargins(
        QMargins(0, 0, numbers.horizontalAdvance(QStringLiteral("00000")) / 2, 0));
    for (size_t i = 0; i < m_sources.size(); ++i)
        style(m_graphs[i], m_sources[i]);
}

void CurvePlot::style(const Graphs& graphs, const CurveSource& source)
{
    const CurveStyle style = curveStyle(source.colourIndex);
    graphs.raw->setPen(style.pale);
    graphs.raw->setAntialiased(false);
    graphs.smooth->setPen(style.strong);
    graphs.smooth->setAntialiased(true);
    graphs.valid->setPen(style.thin);
    graphs.valid->setScatterStyle(style.marker);
    graphs.valid->setAntialiasedScatters(true);
    for (QCPGraph* graph : {graphs.best, graphs.clipped, graphs.resumed})
        graph->setLineStyle(QCPGraph::lsNone);
    graphs.best->setScatterStyle(style.star);
    graphs.clipped->setScatterStyle(style.cross);
    graphs.resumed->setScatterStyle(style.flag);
    // No run's raw line covers another's smoothed one, and none covers the current run's.
    for (QCPGraph* graph : graphs.all())
        graph->setLayer(QLatin1String(graph == graphs.raw  ? kRawLayer
                                          : source.current ? kCurrentLayer
                                                           : "main"));
}

/// Smooth edges and dashes of hundreds of lines would take most of the time.
void CurvePlot::simplify(const Graphs& graphs, bool current)
{
    const bool simple = m_sources.size() > kMostWithRaw && !current;
    graphs.smooth->setAntialiased(!simple);
    graphs.valid->setAntialiasedScatters(!simple);
    graphs.valid->setLineStyle(simple ? QCPGraph::lsNone : QCPGraph::lsLine);
}

bool CurvePlot::drawsRaw(const CurveSettings& settings, const Series& raw,
                         const Series& smooth) const
{
    // Without smoothing, both lines would be equal.
    return settings.smoothing > 0.0 && &smooth != &raw && m_sources.size() <= kMostWithRaw;
}

void CurvePlot::refresh(const CurveSettings& settings, const QCPRange& xRange)
{
    m_axis = settings.x;
    m_raw = settings.smoothing > 0.0 && m_sources.size() <= kMostWithRaw;
    const bool logarithmicY = m_kind.scale == CurvePlotKind::Scale::Logarithmic
        || (m_kind.scale == CurvePlotKind::Scale::Choosable && settings.logarithmicY);
    setLogarithmic(*xAxis, settings.logarithmicX);
    setLogarithmic(*yAxis, logarithmicY);
    xAxis2->setScaleType(xAxis->scaleType());
    fitTickCounts();
    setAxisTitles(xAxisTitle(settings.x), {});
    xAxis->setRange(xRange);
    xAxis2->setRange(xRange);
    constexpr int kCoarse = 4; // Pixels per column with many lines.
    const int column = m_sources.size() > kMostWithRaw ? kCoarse : 1;
    const VisibleRange visible{xRange, settings.logarithmicX,
                               std::max(axisRect()->width() / column, 50)};
    for (size_t i = 0; i < m_sources.size(); ++i) {
        simplify(m_graphs[i], m_sources[i].current);
        if (m_kind.quantity)
            sampleUpdates(i, settings, visible);
        placeEpochs(i, settings.x);
    }
    m_leaving.clear();
    yAxis->setRange(m_yRange ? *m_yRange : fittedY(settings, xRange));
    sayBeyond();
    for (size_t i = 0; i < m_sources.size(); ++i) {
        markClipped(i, settings.x, visible);
        markResumes(i, settings.x);
    }
    markChanges(settings.x);
    tickEpochs(settings.x);
    replot(rpQueuedRefresh);
}

void CurvePlot::sampleUpdates(size_t index, const CurveSettings& settings,
                              const VisibleRange& visible)
{
    RunCurves& curves = *m_sources[index].curves;
    const Graphs& graphs = m_graphs[index];
    const std::vector<double>& x = curves.x(settings.x);
    const Series& raw = curves.raw(*m_kind.quantity);
    const Series& smooth = curves.smoothed(*m_kind.quantity);
    if (raw.size() == 0) { // not measured in this run
        graphs.raw->data()->clear();
        graphs.smooth->data()->clear();
        return;
    }
    graphs.raw->data()->set(
        drawsRaw(settings, raw, smooth) ? sampled(x, raw, visible) : QVector<QCPGraphData>(), true);
    graphs.smooth->data()->set(sampled(x, smooth, visible), true);
    constexpr double kDot = 6.0; // A line of one update has no length.
    graphs.smooth->setScatterStyle(raw.size() == 1 ? QCPScatterStyle(QCPScatterStyle::ssDisc, kDot)
                                                   : QCPScatterStyle(QCPScatterStyle::ssNone));
}

void CurvePlot::placeEpochs(size_t index, XAxis axis)
{
    const RunCurves& curves = *m_sources[index].curves;
    const Graphs& graphs = m_graphs[index];
    QVector<QCPGraphData> points;
    for (const core::EpochReport& epoch : curves.epochs()) {
        const double value = RunCurves::epochValue(epoch, m_kind.epochQuantity);
        if (std::isfinite(value))
            points.append(QCPGraphData(RunCurves::epochX(epoch, axis), value));
    }
    graphs.valid->data()->set(points, false);
    graphs.best->data()->clear();
    const core::EpochReport* best = curves.best();
    if (!best || m_kind.epochQuantity.empty())
        return;
    const double value = RunCurves::epochValue(*best, m_kind.epochQuantity);
    if (std::isfinite(value))
        graphs.best->data()->set(single(RunCurves::epochX(*best, axis), value));
}

void CurvePlot::markClipped(size_t index, XAxis axis, const VisibleRange& visible)
{
    if (m_kind.quantity != quantity::kGradientNorm)
        return;
    if (m_sources.size() > kMostWithRaw) {
        m_graphs[index].clipped->data()->clear();
        return;
    }
    const RunCurves& curves = *m_sources[index].curves;
    const Series& norm = curves.raw(quantity::kGradientNorm);
    const std::vector<double>& x = curves.x(axis);
    QVector<QCPGraphData> marks;
    for (int column = 0; column < visible.pixels; column += kClippedSpacing) {
        const auto from = std::lower_bound(x.begin(), x.end(), visible.edge(column));
        const auto to = std::lower_bound(from, x.end(), visible.edge(column + kClippedSpacing));
        const size_t first = size_t(from - x.begin()), last = size_t(to - x.begin());
        const Extent extent = norm.extent(first, last);
        if (curves.clippedBetween(first, last) > 0 && !extent.empty())
            marks.append(QCPGraphData(0.5 * (x[first] + x[last - 1]), extent.high));
    }
    m_graphs[index].clipped->data()->set(marks, true);
}

void CurvePlot::markResumes(size_t index, XAxis axis)
{
    QVector<QCPGraphData> flags;
    const double bottom = yAxis->pixelToCoord(axisRect()->bottom() - 1);
    for (const int64_t step : m_sources[index].curves->resumedAt())
        flags.append(QCPGraphData(m_sources[index].curves->xOfStep(step, axis), bottom));
    m_graphs[index].resumed->data()->set(flags, false);
}

void CurvePlot::markChanges(XAxis axis)
{
    const bool large = m_kind.place == CurvePlotKind::Place::Large;
    m_changes.clear();
    if (m_beyond->visible())
        m_changes.leaveFirstRow();
    for (const CurveSource& source : m_sources)
        m_changes.add(*source.curves, axis, curveStyle(source.colourIndex).strong,
                      large ? ChangeMarks::Words::Shown : ChangeMarks::Words::None);
}

/// Marks epoch ends by dotted vertical lines, numbered above large plots. There are none for
/// several runs, whose epochs may differ, nor on an epoch axis.
void CurvePlot::tickEpochs(XAxis axis)
{
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    ticker->setSubTickCount(0);
    const bool numbered = m_kind.place == CurvePlotKind::Place::Large;
    const bool apt = m_sources.size() == 1 && axis != XAxis::Epoch;
    const int smallestGap = 4 * QFontMetrics(xAxis2->tickLabelFont()).averageCharWidth();
    double lastPixel = -1e9;
    if (apt) {
        for (const core::EpochReport& epoch : m_sources.front().curves->epochs()) {
            const double x = RunCurves::epochX(epoch, axis);
            const double pixel = xAxis->coordToPixel(x);
            if (!xAxis->range().contains(x) || pixel - lastPixel < smallestGap)
                continue;
            const QString number = QString::number(epoch.epoch);
            // The first one says what the numbers are.
            const bool first = ticker->ticks().isEmpty();
            lastPixel = pixel + (first ? smallestGap : 0);
            ticker->addTick(x, !numbered ? QString() : first ? tr("epoch %1").arg(number) : number);
        }
    }
    const bool any = !ticker->ticks().isEmpty();
    xAxis2->setTicker(ticker);
    xAxis2->setTicks(any);
    xAxis2->setTickLabels(any && numbered);
}

std::optional<double> CurvePlot::limitOf(size_t index, const Extent& seen) const
{
    constexpr double kDiverged = 100.0, kShown = 3.0; // Times the run's first loss.
    if (m_kind.quantity != quantity::kLoss || yAxis->scaleType() == QCPAxis::stLogarithmic)
        return {};
    const std::vector<double>& values = m_sources[index].curves->raw(*m_kind.quantity).values();
    const auto first = std::find_if(values.begin(), values.end(),
                                    [](double each) { return std::isfinite(each) && each > 0.0; });
    if (first == values.end() || seen.high <= kDiverged * *first)
        return {};
    // A single spike is no divergence; "Fit axis to middle 90 %" is for spikes.
    constexpr ptrdiff_t kLast = 10;
    const auto from = values.end() - std::min<ptrdiff_t>(kLast, values.end() - first);
    const bool ends = std::any_of(from, values.end(), [&](double each) {
        return std::isfinite(each) && each > kDiverged * *first;
    });
    return ends ? std::optional(kShown * *first) : std::nullopt;
}

void CurvePlot::sayBeyond()
{
    m_beyond->setVisible(!m_leaving.empty());
    setAccessibleName(title());
    if (m_leaving.empty())
        return;
    const auto [index, most] = m_leaving.front();
    const auto others = int(m_leaving.size()) - 1;
    const QString& name = m_sources[index].name;
    const QString text = others > 0
        ? tr("%1 and %2 more leave the plot: up to %3").arg(name, count(others), value(most))
        : tr("%1 leaves the plot: up to %2").arg(name, value(most));
    m_beyond->setText(
        QFontMetrics(m_beyond->font()).elidedText(text, Qt::ElideMiddle, axisRect()->width() - 10));
    setAccessibleName(QStringLiteral("%1. %2").arg(title(), text));
}

/// The loss of a run that diverged leaves the plot, because it would flatten all other curves.
QCPRange CurvePlot::fittedY(const CurveSettings& settings, const QCPRange& xRange)
{
    Extent all, whole; // Without what leaves the plot, and with it.
    std::vector<double> values; // only for the middle 90 %
    size_t seen = 0;
    std::vector<std::pair<size_t, size_t>> parts;
    for (const CurveSource& source : m_sources) {
        parts.push_back(visibleIndices(source.curves->x(settings.x), xRange));
        seen += parts.back().second - parts.back().first;
    }
    const size_t stride = std::max<size_t>(1, seen / kPercentileSample);
    for (size_t i = 0; i < m_sources.size(); ++i) {
        RunCurves& curves = *m_sources[i].curves;
        Extent seenOfRun;
        if (m_kind.quantity && curves.raw(*m_kind.quantity).size() > 0) {
            const Series& raw = curves.raw(*m_kind.quantity);
            const Series& smooth = curves.smoothed(*m_kind.quantity);
            seenOfRun = (drawsRaw(settings, raw, smooth) ? raw : smooth)
                            .extent(parts[i].first, parts[i].second);
            for (size_t k = parts[i].first; settings.middleOnly && k < parts[i].second; k += stride)
                values.push_back(raw.at(k));
        }
        for (const QCPGraphData& point : *m_graphs[i].valid->data()) {
            if (!xRange.contains(point.key))
                continue;
            seenOfRun.add(point.value);
            values.push_back(point.value);
        }
        whole.add(seenOfRun);
        const std::optional<double> limit = limitOf(i, seenOfRun);
        if (limit) {
            m_leaving.emplace_back(i, seenOfRun.high);
            seenOfRun.high = *limit; // Empty if all values lie beyond.
        }
        if (!seenOfRun.empty())
            all.add(seenOfRun);
    }
    if (all.empty() || settings.middleOnly) { // All values lie beyond, or the user chose otherwise.
        all = whole;
        m_leaving.clear();
    }
    std::erase_if(values, [](double value) { return !std::isfinite(value); });
    if (settings.middleOnly && values.size() > 2) {
        const auto percentile = [&values](double share) {
            const auto nth = values.begin() + ptrdiff_t(std::lround(share * (values.size() - 1)));
            std::nth_element(values.begin(), nth, values.end());
            return *nth;
        };
        all.low = percentile(0.05);
        all.high = percentile(0.95);
    }
    if (m_baseline->content() && !all.empty() && !settings.middleOnly)
        all.add(m_baseline->content()->value);
    QCPRange range = withAir(all.low, all.high, yAxis->scaleType() == QCPAxis::stLogarithmic);
    if (m_kind.share) // a margin, but no accuracy of 110 %
        range = {std::max(range.lower, -0.02), std::min(range.upper, 1.02)};
    return range;
}

void CurvePlot::setCursor(std::optional<double> x)
{
    if (m_cursorX == x)
        return;
    m_cursorX = x;
    m_cursor->setVisible(x.has_value());
    if (x) {
        m_cursor->start->setCoords(*x, 0.0);
        m_cursor->end->setCoords(*x, 1.0);
    }
    layer(QLatin1String(kCursorLayer))->replot();
    readAt(x);
}

} // namespace ui
