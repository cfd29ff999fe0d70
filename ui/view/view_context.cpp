#include "ui/view/view_context.h"

#include "ui/view/picked_head.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr double kShare = 0.05; ///< Share of the training's time.
/// A training loses more than the time of the answers. They evict its data from the caches, so that
/// the next update takes about 2.5 ms longer; after long answers, several updates do
/// (looking_benchmark).
constexpr double kWithCaches = 1.5, kEachMs = 3.0;

} // namespace

bool LookingPace::mayLook()
{
    settle();
    return m_owed <= 0.0;
}

int LookingPace::waitMs(const QElapsedTimer& asked)
{
    settle();
    const double paidOff = std::ceil(std::max(m_owed, 0.0) / kShare);
    const qint64 since = asked.isValid() ? asked.elapsed() : kIntervalMs;
    constexpr double kLongest = 3.6e6; // An hour; a timer takes an int.
    return int(std::clamp(paidOff, double(std::max<qint64>(kIntervalMs - since, 0)), kLongest));
}

void LookingPace::looked(double milliseconds)
{
    settle();
    m_owed += kWithCaches * milliseconds + kEachMs;
}

void LookingPace::settle()
{
    constexpr double kSaved
        = kShare * kIntervalMs; // One interval, so that a pause is not followed by a burst.
    m_owed = std::max(m_owed - kShare * double(m_since.nsecsElapsed()) / 1e6,
                      std::min(m_owed, -kSaved));
    m_since.start();
}

ViewContext::ViewContext(QObject* parent)
    : QObject(parent)
    , m_pace(std::make_shared<LookingPace>())
    , m_store(std::make_shared<RunStore>())
{
    connect(m_store.get(), &RunStore::requested, this, &ViewContext::historyRequested);
    connect(this, &ViewContext::historyRead, m_store.get(), &RunStore::setHistory);
    connect(this, &ViewContext::updated, m_store.get(),
            [this](const RunUpdates& updates) { m_store->append(updates.run, updates.reports); });
    connect(this, &ViewContext::epochEnded, m_store.get(),
            [this](const QString& run, const core::EpochReport& epoch) {
                m_store->append(run, epoch);
            });
    connect(this, &ViewContext::resumed, m_store.get(), &RunStore::markResumed);
    connect(this, &ViewContext::tuned, m_store.get(),
            [this](const QString& run, const core::ChangeReport& report) {
                m_store->markChanges(run, report.changes);
            });
}

ViewContext::ViewContext(ViewContext& source, QObject* parent)
    : QObject(parent), m_pace(source.m_pace), m_store(source.m_store)
{
    connect(&source, &ViewContext::runsChanged, this, &ViewContext::runsChanged);
    connect(&source, &ViewContext::historyRead, this, &ViewContext::historyRead);
    connect(&source, &ViewContext::updated, this, &ViewContext::updated);
    connect(&source, &ViewContext::epochEnded, this, &ViewContext::epochEnded);
    connect(&source, &ViewContext::resumed, this, &ViewContext::resumed);
    connect(&source, &ViewContext::tuned, this, &ViewContext::tuned);
}

void ViewContext::wantHistory(const QString& run)
{
    const std::vector<RunRow>& all = runs();
    const auto row = std::find_if(all.begin(), all.end(),
                                  [&run](const RunRow& each) { return each.id == run; });
    m_store->want(run, row == all.end() || row->live ? 0 : row->summary.steps);
}

void ViewContext::look(const QString& text, const QString& reference)
{
    Q_EMIT looked(text, reference);
}

void ViewContext::pin(const QString& text)
{
    Q_EMIT pinned(text);
}

void ViewContext::pickUpdate(const QString& run, qint64 step)
{
    Q_EMIT updatePicked(run, step);
}

void ViewContext::pickHead(PickedHead head)
{
    Q_EMIT headPicked(std::make_shared<const PickedHead>(std::move(head)));
    showView(QStringLiteral("by_hand"));
}

void ViewContext::showView(const QString& place)
{
    Q_EMIT viewRequested(place);
}

} // namespace ui
