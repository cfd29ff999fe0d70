// Which runs are drawn on which axes, what part of them is seen, and the cursor in it; the drawing
// is in curves_view.cpp.
#include "ui/curves/curves_view.h"

#include "core/probe/baselines/baseline_questions.h"
#include "ui/curves/curve_controls.h"
#include "ui/curves/hover_table.h"
#include "ui/text/sentences.h"
#include "ui/view/asker.h"
#include "ui/view/view_frame.h"
#include "ui/widgets/labels.h"

#include <QSignalBlocker>
#include <QTabBar>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace ui {

void CurvesView::setRuns(const std::vector<RunRow>& rows)
{
    m_rows = rows;
    std::set<QString> listed;
    for (const RunRow& row : rows)
        listed.insert(row.id);
    // Sources borrow the curves, which are kept until they are others.
    const auto before = std::exchange(m_curves, {});
    m_store->keepOnly(listed);
    for (const RunRow& row : rows)
        if (auto curves = m_store->find(row.id))
            m_curves.emplace(row.id, std::move(curves));
    for (const auto& [run, curves] : m_curves)
        curves->setSmoothing(m_controls->settings().smoothing);
    updateSources();
    wantCurves();
}

void CurvesView::wantCurves()
{
    for (const RunRow& row : m_rows) // A resumed run continues its series.
        if ((isDrawn(row) || row.live) && row.summary.problem.empty())
            m_store->want(row.id, row.live ? 0 : row.summary.steps);
}

bool CurvesView::isDrawn(const RunRow& row) const
{
    return row.shown || row.id == m_current;
}

QStringList CurvesView::runNames() const
{
    QStringList names;
    for (const CurveSource& source : m_sources)
        names << source.name;
    return names;
}

void CurvesView::takeChange(const QString& run)
{
    const auto curves = m_store->find(run);
    if (m_curves[run] != curves) {
        m_curves[run] = curves;
        curves->setSmoothing(m_controls->settings().smoothing);
        updateSources();
    }
    if (std::exchange(m_revisions[run], curves->revision()) != curves->revision())
        updateLegend();
    if (!m_baselines.contains(run))
        followBaselines(); // Its vocabulary is there with the first update.
    followScores(); // A first update may say that teacher forcing is used.
    dataChanged();
}

void CurvesView::follow(const Shown& shown)
{
    const QString preparing = shown.preparing() ? shown.name : QString();
    if (shown.choice.run == m_current && preparing == m_preparing)
        return;
    if (shown.choice.run != m_current)
        m_raised = shown.choice.run;
    m_current = shown.choice.run;
    m_preparing = preparing;
    updateSources();
    wantCurves();
}

QString CurvesView::Family::title() const
{
    const RunRow& first = *runs.front();
    const std::string& unit = first.loss.unit; // A task may have several losses.
    const QString name = unit.empty() || unit == core::crossEntropyLoss().unit
        ? first.task
        : tr("%1, %2").arg(first.task, coreText(unit));
    return tr("%1 (%2)").arg(name, count(qint64(runs.size())));
}

std::vector<CurvesView::Family> CurvesView::families() const
{
    std::vector<Family> all;
    for (const RunRow& row : m_rows) {
        if (!isDrawn(row) || isImported(row) || !m_curves.contains(row.id))
            continue;
        const auto found = std::find_if(all.begin(), all.end(), [&row](const Family& family) {
            return comparable(*family.runs.front(), row);
        });
        (found == all.end() ? all.emplace_back() : *found).runs.push_back(&row);
    }
    return all;
}

/// The family of a run that was just chosen, else the one in front, else that of the current or the
/// latest run.
const CurvesView::Family* CurvesView::chooseFamily(const std::vector<Family>& all)
{
    const auto with = [&all](auto fits) {
        const auto found = std::find_if(all.begin(), all.end(), [&](const Family& family) {
            return std::any_of(family.runs.begin(), family.runs.end(), fits);
        });
        return found == all.end() ? nullptr : &*found;
    };
    const auto ofRun = [&](const QString& run) {
        return with([&run](const RunRow* row) { return row->id == run; });
    };
    const Family* chosen = m_raised.isEmpty() ? nullptr : ofRun(m_raised);
    if (chosen != nullptr)
        m_raised.clear();
    if (chosen == nullptr && m_front)
        chosen = with([this](const RunRow* row) { return comparable(*row, *m_front); });
    if (chosen == nullptr)
        chosen = ofRun(m_current);
    if (chosen == nullptr && !all.empty())
        chosen = &all.back();
    return chosen;
}

void CurvesView::showTabs(const std::vector<Family>& all, const Family* chosen)
{
    const QSignalBlocker quiet(m_tabs);
    while (m_tabs->count() > int(all.size()))
        m_tabs->removeTab(m_tabs->count() - 1);
    for (size_t i = 0; i < all.size(); ++i) {
        const auto index = int(i);
        if (m_tabs->count() <= index)
            m_tabs->addTab({});
        m_tabs->setTabText(index, all[i].title());
        constexpr qsizetype kMostNames = 12;
        QStringList names;
        for (const RunRow* row : all[i].runs)
            names << QString::fromStdString(row->summary.name);
        if (names.size() > kMostNames)
            names = names.mid(0, kMostNames) << QStringLiteral("...");
        const QString help = tr("On separate axes, because their task or loss differs: %1")
                                 .arg(names.join(QStringLiteral(", ")));
        m_tabs->setTabToolTip(index, toolTipText(help));
        if (&all[i] == chosen)
            m_tabs->setCurrentIndex(index);
    }
    m_tabs->setVisible(all.size() > 1);
}

/// Updates the drawn runs and their colours, plots and legend.
void CurvesView::updateSources()
{
    const std::vector<Family> all = families();
    const Family* chosen = chooseFamily(all);
    showTabs(all, chosen);
    const bool otherAxes
        = chosen != nullptr && (!m_front || !comparable(*chosen->runs.front(), *m_front));
    m_sources.clear();
    if (chosen != nullptr) {
        m_front = *chosen->runs.front();
        for (const RunRow* row : chosen->runs)
            m_sources.push_back({row->id, m_curves.at(row->id).get(),
                                 QString::fromStdString(row->summary.name), row->colourIndex,
                                 row->summary.spec.training.monitor, row->loss,
                                 row->id == m_current});
    }
    Q_EMIT runNamesChanged();
    for (CurvePlot* plot : m_plots)
        plot->setSources(m_sources);
    followLoss();
    followScores();
    followBaselines();
    updateLegend();
    if (!m_sources.empty())
        m_frame->showContent();
    else
        showNoCurves();
    if (otherAxes)
        setZoom({}); // The zoomed range belongs to the old axes.
    dataChanged();
}

void CurvesView::showNoCurves()
{
    if (!m_preparing.isEmpty())
        return m_frame->showEmpty(preparingTitle(m_preparing),
                                  tr("Its curves begin with the first update."));
    const auto imported = std::find_if(m_rows.begin(), m_rows.end(), [this](const RunRow& row) {
        return isDrawn(row) && isImported(row);
    });
    if (imported != m_rows.end())
        return m_frame->showEmpty(
            tr("%1 has no curves").arg(QString::fromStdString(imported->summary.name)),
            tr("Its network was imported, without a history of its training. Tick a run in the "
               "list on the right to see the curves of that run."));
    m_frame->showEmpty(
        tr("No curves yet"),
        tr("Press Start to train, or tick a run in the list on the right: its loss, accuracy, "
           "learning rate and gradient norm are drawn here during the training."));
}

/// The lines are computed once for each data set, apart from all else: a failure, such
/// as that of data which are gone, leaves the plots without the lines.
void CurvesView::followBaselines()
{
    const CurveSource* source = spoken();
    if (source != nullptr && source->curves->size() > 0 && m_baselineAsker != nullptr && isSeen()
        && !m_baselines.contains(source->run))
        m_baselineAsker->follow(AskedNetwork({source->run, -1}, false, 0),
                                core::AskBaselines{source->run.toStdString()},
                                [this, run = source->run](const core::BaselineReport& report) {
                                    m_baselines[run] = report.baselines;
                                    showBaselines();
                                    updateLegend();
                                    redrawAll();
                                });
    showBaselines();
}

void CurvesView::showBaselines()
{
    const CurveSource* source = spoken();
    const auto known = source == nullptr ? m_baselines.end() : m_baselines.find(source->run);
    for (CurvePlot* plot : m_plots) {
        const CurvePlotKind& kind = plot->kind();
        const std::string score = kind.quantity == quantity::kLoss ? "loss"
            : kind.quantity == quantity::kPerplexity               ? "perplexity"
            : kind.isScore                                         ? kind.id.toStdString()
                                                                   : "";
        std::optional<BaselineLine::Content> line;
        if (known != m_baselines.end() && !score.empty())
            if (const core::Baseline* best = core::bestBaseline(known->second, score))
                line = {coreText(best->title), core::scoreValue(best->scores, score)};
        plot->baseline().setContent(line);
    }
}

QCPRange CurvesView::wholeRange() const
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
    // A margin, so that no marker is cut and no line runs along the frame.
    constexpr double air = 0.02;
    if (settings.logarithmicX)
        return {low * std::pow(high / low, -air), high * std::pow(high / low, air)};
    return {low - air * (high - low), high + air * (high - low)};
}

void CurvesView::setZoom(std::optional<QCPRange> zoom)
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

/// Other views of curves show the same update.
void CurvesView::setCursor(std::optional<double> x)
{
    showCursor(x);
    std::vector<Mark> marks;
    if (m_cursor && m_controls->settings().x == XAxis::Update)
        marks.push_back({Mark::Kind::Update, std::llround(*m_cursor)});
    Pointing::instance().point(marks, false, *this);
}

void CurvesView::followPointing(const std::vector<Mark>& marks)
{
    if (!isSeen() || m_controls->settings().x != XAxis::Update)
        return;
    const auto update = std::find_if(marks.begin(), marks.end(), [](const Mark& mark) {
        return mark.kind == Mark::Kind::Update;
    });
    if (update != marks.end())
        showCursor(double(update->index));
    else if (m_cursor)
        showCursor({});
}

/// Snaps to the nearest point of any run.
void CurvesView::showCursor(std::optional<double> x)
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

void CurvesView::stepCursor(int points)
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

void CurvesView::pickEpochAtCursor()
{
    const CurveSource* source = spoken();
    if (!m_cursor || source == nullptr)
        return;
    const core::EpochReport* epoch
        = source->curves->epochBefore(m_controls->settings().x, *m_cursor);
    if (epoch)
        Q_EMIT epochPicked(source->run, int(epoch->epoch));
}

void CurvesView::pickUpdateAtCursor()
{
    const CurveSource* source = spoken();
    if (!m_cursor || source == nullptr || source->curves->size() == 0)
        return;
    RunCurves& curves = *source->curves;
    Q_EMIT updatePicked(source->run,
                        curves.step(curves.nearest(m_controls->settings().x, *m_cursor)));
}

} // namespace ui
