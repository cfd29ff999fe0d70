#include "ui/curves/curves_view.h"

#include "ui/curves/curve_controls.h"
#include "ui/curves/curve_export.h"
#include "ui/curves/curve_legend.h"
#include "ui/curves/curve_sentence.h"
#include "ui/curves/hover_table.h"
#include "ui/text/sentences.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/theme.h"

#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedLayout>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <set>

namespace ui {

namespace {

constexpr int kShortestRefreshMs = 50;
constexpr int kLongestRefreshMs = 1000;
/// Drawing may take one part in so many of the GUI thread's time.
constexpr int kRestShare = 8;

} // namespace

/// Widgets and data of the view. Drawing is done a plot at a time between other events, at most 20
/// times a second and more rarely where it is slow, so that the event loop never waits long.
class CurvesView::State : public QObject {
public:
    explicit State(CurvesView& owner);

    void setRuns(const std::vector<RunRow>& rows);
    RunCurves& curvesOf(const QString& run);
    void dataChanged();
    void redrawAll();
    void updateLegend() { m_legend->setSources(m_sources); }

    std::map<QString, std::unique_ptr<RunCurves>> runs;
    std::set<QString> known, requested;
    SaveChooser chooser = saveDialog();

private:
    void build();
    void buildPlots(QVBoxLayout& column);
    void connectPlot(CurvePlot& plot);
    void applySettings(const CurveSettings& settings);
    void updateSources();
    void refreshNext();
    QCPRange wholeRange() const;
    QCPRange shownRange() const { return m_zoom ? *m_zoom : wholeRange(); }
    void setZoom(std::optional<QCPRange> zoom);
    void setCursor(std::optional<double> x);
    void stepCursor(int points);
    void pickEpochAtCursor();
    void showSentence();
    void save(CurveControls::Format format);
    CurvePicture picture() const;

    CurvesView& m_view;
    std::vector<RunRow> m_rows;
    std::vector<CurveSource> m_sources; ///< Shown runs of which something is known.
    std::vector<QString> m_sourceRuns;
    QStackedLayout* m_stack = nullptr;
    CurveControls* m_controls = nullptr;
    MessageBar* m_message = nullptr;
    CurveLegend* m_legend = nullptr;
    QLabel* m_sentence = nullptr;
    HoverTable* m_table = nullptr;
    QSplitter* m_splitter = nullptr;
    std::vector<CurvePlot*> m_plots;
    std::optional<QCPRange> m_zoom;
    std::optional<double> m_cursor;
    QTimer m_timer; ///< Runs while something waits to be drawn.
    size_t m_next = 0; ///< Plot to be drawn next; m_plots.size(): the texts.
    bool m_dirty = false; ///< Something came since the current round began.
    bool m_urgent = false; ///< Among it something that the user did.
    qint64 m_roundMicroseconds = 0;
};

CurvesView::State::State(CurvesView& owner) : m_view(owner)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &State::refreshNext);
    connect(&Theme::instance(), &Theme::changed, this, &State::redrawAll);
    build();
    updateSources();
}

void CurvesView::State::build()
{
    auto* empty = new EmptyState(QStringLiteral("start"), tr("No curves yet"),
                                 tr("Press Start to train, or tick a run in the list on the right: "
                                    "its loss, accuracy, learning rate and gradient norm are drawn "
                                    "here while they come."));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    const int space = Theme::instance().spacing();
    column->setContentsMargins(space, space, space, space);
    column->setSpacing(space);
    m_controls = new CurveControls;
    m_message = new MessageBar;
    m_message->hide();
    m_legend = new CurveLegend;
    m_legend->setObjectName(QStringLiteral("legend"));
    m_sentence = makeLabel({}, LabelRole::Plain);
    m_sentence->setObjectName(QStringLiteral("sentenceLabel"));
    m_table = new HoverTable;
    column->addWidget(m_controls);
    column->addWidget(m_message);
    column->addWidget(m_sentence);
    column->addWidget(m_legend);
    buildPlots(*column);
    column->addWidget(m_table);
    m_stack = new QStackedLayout(&m_view);
    m_stack->addWidget(empty);
    m_stack->addWidget(content);
    connect(m_controls, &CurveControls::changed, this, &State::applySettings);
    connect(m_controls, &CurveControls::resetRequested, this, [this] { setZoom({}); });
    connect(m_controls, &CurveControls::exportRequested, this, &State::save);
    applySettings(m_controls->settings());
}

void CurvesView::State::buildPlots(QVBoxLayout& column)
{
    m_splitter = new QSplitter(Qt::Vertical);
    m_splitter->setChildrenCollapsible(false);
    QHBoxLayout* rows[2];
    for (QHBoxLayout*& row : rows) {
        auto* widget = new QWidget;
        row = new QHBoxLayout(widget);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(Theme::instance().spacing());
        m_splitter->addWidget(widget);
    }
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    for (const CurvePlotKind& kind : curvePlotKinds()) {
        auto* plot = new CurvePlot(kind);
        rows[kind.place == CurvePlotKind::Place::Large ? 0 : 1]->addWidget(plot, 1);
        connectPlot(*plot);
        m_plots.push_back(plot);
    }
    column.addWidget(m_splitter, 1);
}

void CurvesView::State::connectPlot(CurvePlot& plot)
{
    connect(&plot, &CurvePlot::xRangePicked, this,
            [this](const QCPRange& range) { setZoom(range); });
    connect(&plot, &CurvePlot::resetRequested, this, [this] { setZoom({}); });
    connect(&plot, &CurvePlot::cursorMoved, this, [this](double x) { setCursor(x); });
    connect(&plot, &CurvePlot::cursorLeft, this, [this] { setCursor({}); });
    connect(&plot, &CurvePlot::cursorStepped, this, &State::stepCursor);
    connect(&plot, &CurvePlot::epochAtCursorPicked, this, &State::pickEpochAtCursor);
    connect(&plot, &CurvePlot::epochClicked, this, [this](int source, int epoch) {
        Q_EMIT m_view.epochPicked(m_sourceRuns[size_t(source)], epoch);
    });
}

RunCurves& CurvesView::State::curvesOf(const QString& run)
{
    std::unique_ptr<RunCurves>& curves = runs[run];
    if (!curves) {
        curves = std::make_unique<RunCurves>();
        curves->setSmoothing(m_controls->settings().smoothing);
    }
    if (known.insert(run).second)
        updateSources();
    return *curves;
}

void CurvesView::State::setRuns(const std::vector<RunRow>& rows)
{
    m_rows = rows;
    std::set<QString> listed;
    for (const RunRow& row : rows)
        listed.insert(row.id);
    const auto gone = [&listed](const QString& run) { return !listed.contains(run); };
    // Sources borrow the curves: they go first.
    std::erase_if(known, gone);
    std::erase_if(requested, gone);
    updateSources();
    std::erase_if(runs, [&gone](const auto& entry) { return gone(entry.first); });
    for (const RunRow& row : rows) {
        const bool wanted = row.shown && !known.contains(row.id) && row.summary.problem.empty();
        if (wanted && requested.insert(row.id).second)
            Q_EMIT m_view.historyRequested(row.id);
    }
}

/// Which runs are drawn, in what colours; plots and legend follow.
void CurvesView::State::updateSources()
{
    m_sources.clear();
    m_sourceRuns.clear();
    for (const RunRow& row : m_rows) {
        if (!row.shown || !known.contains(row.id))
            continue;
        m_sources.push_back(
            {runs.at(row.id).get(), QString::fromStdString(row.summary.name), row.colourIndex});
        m_sourceRuns.push_back(row.id);
    }
    for (CurvePlot* plot : m_plots)
        plot->setSources(m_sources);
    updateLegend();
    m_stack->setCurrentIndex(m_sources.empty() ? 0 : 1);
    dataChanged();
}

void CurvesView::State::applySettings(const CurveSettings& settings)
{
    for (auto& [run, curves] : runs)
        curves->setSmoothing(settings.smoothing);
    bool any[2] = {false, false};
    for (CurvePlot* plot : m_plots) {
        const bool shown = settings.plots.contains(plot->kind().id);
        plot->setVisible(shown);
        any[plot->kind().place == CurvePlotKind::Place::Large ? 0 : 1] |= shown;
    }
    m_splitter->widget(0)->setVisible(any[0]);
    m_splitter->widget(1)->setVisible(any[1]);
    setCursor({}); // its place belongs to the old axis
    setZoom({});
}

void CurvesView::State::dataChanged()
{
    m_dirty = true;
    if (m_timer.isActive() || m_next > 0 || !m_view.isVisible())
        return;
    const qint64 rest = m_roundMicroseconds * kRestShare / 1000;
    m_timer.start(int(std::clamp<qint64>(rest, kShortestRefreshMs, kLongestRefreshMs)));
}

/// Now rather than after a rest: the user did something and looks at it.
void CurvesView::State::redrawAll()
{
    m_dirty = true;
    m_urgent = true;
    if (m_view.isVisible() && m_next == 0)
        m_timer.start(0);
}

/// One plot, then other events, then the next plot.
void CurvesView::State::refreshNext()
{
    QElapsedTimer watch;
    watch.start();
    if (m_next == 0) {
        m_dirty = m_urgent = false;
        m_roundMicroseconds = 0;
    }
    while (m_next < m_plots.size() && !m_plots[m_next]->isVisible())
        ++m_next;
    if (m_next < m_plots.size()) {
        m_plots[m_next++]->refresh(m_controls->settings(), shownRange());
        m_roundMicroseconds += watch.nsecsElapsed() / 1000;
        m_timer.start(0);
        return;
    }
    m_table->showValues(m_sources, m_controls->settings().x, m_cursor);
    showSentence();
    m_roundMicroseconds += watch.nsecsElapsed() / 1000;
    m_next = 0;
    if (m_urgent)
        redrawAll();
    else if (m_dirty)
        dataChanged();
}

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
    const auto source = std::find_if(m_sources.begin(), m_sources.end(),
                                     [](const CurveSource& s) { return s.curves->size() > 0; });
    if (source == m_sources.end())
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
    if (!m_cursor || m_sources.empty())
        return;
    const core::EpochReport* epoch
        = m_sources.front().curves->epochBefore(m_controls->settings().x, *m_cursor);
    if (epoch)
        Q_EMIT m_view.epochPicked(m_sourceRuns.front(), int(epoch->epoch));
}

void CurvesView::State::showSentence()
{
    if (m_sources.empty())
        return;
    size_t spoken = 0; // of the run being trained, else of the first one shown
    for (const RunRow& row : m_rows) {
        const auto at = std::find(m_sourceRuns.begin(), m_sourceRuns.end(), row.id);
        if (row.live && at != m_sourceRuns.end())
            spoken = size_t(at - m_sourceRuns.begin());
    }
    QString text = curveSentence(*m_sources[spoken].curves);
    if (m_sources.size() > 1)
        text = tr("%1: %2").arg(m_sources[spoken].name, text);
    if (text == m_sentence->text())
        return;
    m_sentence->setText(text);
    m_sentence->setAccessibleName(text);
    m_view.setAccessibleDescription(text);
}

CurvePicture CurvesView::State::picture() const
{
    CurvePicture result{m_legend, {}, m_splitter->width()};
    for (CurvePlot* plot : m_plots) {
        if (plot->isVisible()) {
            plot->refresh(m_controls->settings(), shownRange());
            result.plots.emplace_back(plot, QRect(plot->mapTo(m_splitter, QPoint()), plot->size()));
        }
    }
    return result;
}

void CurvesView::State::save(CurveControls::Format format)
{
    using Format = CurveControls::Format;
    const std::map<Format, std::pair<QString, QString>> names{
        {Format::Png, {QStringLiteral("curves.png"), tr("Pictures (*.png)")}},
        {Format::Svg, {QStringLiteral("curves.svg"), tr("Drawings (*.svg)")}},
        {Format::Pdf, {QStringLiteral("curves.pdf"), tr("Documents (*.pdf)")}},
        {Format::Csv, {QStringLiteral("curves.csv"), tr("Tables (*.csv)")}}};
    const auto& [name, filter] = names.at(format);
    const QString path = chooser(&m_view, tr("Export curves"), name, filter);
    if (path.isEmpty())
        return;
    try {
        if (format == Format::Csv)
            saveText(curvesCsv(m_sources), path);
        else
            saveCurves(picture(),
                       format == Format::Png       ? PictureFormat::Png
                           : format == Format::Svg ? PictureFormat::Svg
                                                   : PictureFormat::Pdf,
                       path);
        m_message->showMessage(tr("Saved as %1.").arg(path), MessageBar::Kind::Notice);
    } catch (...) { // nothing may leave a handler
        m_message->showMessage(sentence(core::currentFailure()), MessageBar::Kind::Failure);
    }
}

CurvesView::CurvesView(QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>(*this))
{
    setAccessibleName(tr("Curves"));
}

CurvesView::~CurvesView() = default;

void CurvesView::setRuns(const std::vector<RunRow>& runs)
{
    m_state->setRuns(runs);
}

void CurvesView::setHistory(const QString& run, const core::RunHistory& history)
{
    m_state->curvesOf(run).setHistory(history);
    m_state->updateLegend();
    m_state->dataChanged();
}

void CurvesView::appendUpdates(const QString& run, const std::vector<core::UpdateReport>& updates)
{
    RunCurves& curves = m_state->curvesOf(run);
    for (const core::UpdateReport& update : updates)
        curves.append(update);
    m_state->dataChanged();
}

void CurvesView::appendEpoch(const QString& run, const core::EpochReport& epoch)
{
    m_state->curvesOf(run).append(epoch);
    m_state->dataChanged();
}

void CurvesView::markResumed(const QString& run, qint64 step)
{
    m_state->curvesOf(run).markResumed(step);
    m_state->updateLegend();
    m_state->dataChanged();
}

bool CurvesView::knows(const QString& run) const
{
    return m_state->known.contains(run);
}

void CurvesView::setSaveChooser(SaveChooser chooser)
{
    m_state->chooser = std::move(chooser);
}

void CurvesView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_state->redrawAll();
}

} // namespace ui
