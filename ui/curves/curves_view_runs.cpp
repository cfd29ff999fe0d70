// Which runs are known and drawn, on which axes; the drawing is in curves_view_state.cpp.
#include "ui/curves/curves_view_state.h"

#include "ui/text/sentences.h"
#include "ui/view/view_frame.h"
#include "ui/widgets/labels.h"

#include <QSignalBlocker>
#include <QTabBar>

#include <algorithm>
#include <set>
#include <utility>

namespace ui {

void CurvesView::State::setRuns(const std::vector<RunRow>& rows)
{
    m_rows = rows;
    RunStore& store = m_view.store();
    std::set<QString> listed;
    for (const RunRow& row : rows)
        listed.insert(row.id);
    // Sources borrow the curves, which are kept until they are others.
    const auto before = std::exchange(runs, {});
    store.keepOnly(listed);
    for (const RunRow& row : rows)
        if (auto curves = store.find(row.id))
            runs.emplace(row.id, std::move(curves));
    for (const auto& [run, curves] : runs)
        curves->setSmoothing(m_controls->settings().smoothing);
    updateSources();
    for (const RunRow& row : rows) // A run that is resumed goes on from what it has learnt.
        if ((row.shown || row.live) && row.summary.problem.empty())
            store.want(row.id, row.live ? 0 : row.summary.steps);
}

void CurvesView::State::takeChange(const QString& run)
{
    const auto curves = m_view.store().find(run);
    if (runs[run] != curves) {
        runs[run] = curves;
        curves->setSmoothing(m_controls->settings().smoothing);
        updateSources();
    }
    if (std::exchange(m_revisions[run], curves->revision()) != curves->revision())
        updateLegend();
    followScores(); // A first update may say that teacher forcing is used.
    dataChanged();
}

void CurvesView::State::follow(const Shown& shown)
{
    const QString preparing = shown.preparing() ? shown.name : QString();
    if (shown.choice.run == m_current && preparing == m_preparing)
        return;
    if (shown.choice.run != m_current)
        m_raised = shown.choice.run;
    m_current = shown.choice.run;
    m_preparing = preparing;
    updateSources();
}

QString CurvesView::State::Family::title() const
{
    const RunRow& first = *runs.front();
    const std::string& unit = first.loss.unit; // One task may be learnt by several.
    const QString name = unit.empty() || unit == core::crossEntropyLoss().unit
        ? first.task
        : tr("%1, %2").arg(first.task, coreText(unit));
    return tr("%1 (%2)").arg(name, count(qint64(runs.size())));
}

std::vector<CurvesView::State::Family> CurvesView::State::families() const
{
    std::vector<Family> all;
    for (const RunRow& row : m_rows) {
        if (!row.shown || !runs.contains(row.id))
            continue;
        const auto found = std::find_if(all.begin(), all.end(), [&row](const Family& family) {
            return comparable(*family.runs.front(), row);
        });
        (found == all.end() ? all.emplace_back() : *found).runs.push_back(&row);
    }
    return all;
}

/// That of a run that was just chosen; else the one in front stays; else the current or latest
/// run's.
const CurvesView::State::Family* CurvesView::State::chooseFamily(const std::vector<Family>& all)
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

void CurvesView::State::showTabs(const std::vector<Family>& all, const Family* chosen)
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

/// Which runs are drawn, in what colours; plots and legend follow.
void CurvesView::State::updateSources()
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
            m_sources.push_back({row->id, runs.at(row->id).get(),
                                 QString::fromStdString(row->summary.name), row->colourIndex,
                                 row->summary.spec.training.monitor, row->loss,
                                 row->id == m_current});
    }
    for (CurvePlot* plot : m_plots)
        plot->setSources(m_sources);
    followLoss();
    followScores();
    updateLegend();
    if (!m_sources.empty())
        m_frame->showContent();
    else if (m_preparing.isEmpty())
        m_frame->showEmpty(
            tr("No curves yet"),
            tr("Press Start to train, or tick a run in the list on the right: its "
               "loss, accuracy, learning rate and gradient norm are drawn here while "
               "they come."));
    else
        m_frame->showEmpty(preparingTitle(m_preparing),
                           tr("Its curves begin with the first update."));
    if (otherAxes)
        setZoom({}); // What was zoomed into lies elsewhere on these.
    dataChanged();
}

} // namespace ui
