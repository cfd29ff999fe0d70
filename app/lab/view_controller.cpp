#include "app/lab/view_controller.h"

#include "core/train/untrained_network.h"
#include "ui/runs/runs_panel.h"
#include "ui/window/second_pane.h"

#include <algorithm>
#include <tuple>

namespace app {

namespace {

std::vector<int> snapshotEpochs(const core::RunSummary& summary)
{
    std::vector<int> epochs;
    const QString prefix = QStringLiteral("epoch-");
    for (const std::string& name : summary.checkpoints) {
        const QString text = QString::fromStdString(name);
        if (text.startsWith(prefix))
            epochs.push_back(text.mid(prefix.size()).toInt());
    }
    std::sort(epochs.begin(), epochs.end());
    return epochs;
}

} // namespace

ViewController::ViewController(ui::MainWindow& window, ModelService& models, RunLibrary& runs,
                               TrainingController& training, QObject* parent)
    : ViewContext(parent), m_window(window), m_models(models), m_runs(runs), m_training(training)
{
    connectWishes();
    connectNews();
    m_window.setContext(*this);
}

void ViewController::connectWishes()
{
    connect(this, &ViewContext::looked, this, [this](const QString& text, const QString& other) {
        m_shown.text = text;
        m_shown.reference = other;
        follow();
    });
    connect(this, &ViewContext::pinned, &m_window.pinned(), &ui::PinnedBar::pin);
    connect(&m_window.pinned(), &ui::PinnedBar::textChanged, this,
            [this](const QString& text) { // Another text has no known reference.
                look(text, text == m_shown.text ? m_shown.reference : QString());
            });
    connect(&m_window.pinned(), &ui::PinnedBar::textsChanged, this,
            [this](const QStringList& texts) {
                m_shown.pinned = texts;
                follow();
            });
    connect(this, &ViewContext::presetRequested, this,
            [this](const QString& id, const QString& place) {
                if (m_training.active()) { // As in the menu: the set-up is that of the training.
                    m_window.showNotice(
                        {"Stop the running training first; then choose an example.", {}});
                    return;
                }
                Q_EMIT m_window.presetChosen(id);
                m_window.showView(place);
            });
    connect(this, &ViewContext::epochPicked, this, [this](const QString& run, int epoch) {
        setCurrentRun(run);
        chooseEpoch(epoch);
    });
    connect(this, &ViewContext::updatePicked, this, [this](const QString& run, qint64 step) {
        setCurrentRun(run);
        m_shown.update = step;
        follow();
    });
    connect(this, &ViewContext::headPicked, this,
            [this](const std::shared_ptr<const ui::PickedHead>& head) {
                m_shown.head = head;
                follow();
            });
    connect(&m_window, &ui::MainWindow::epochChosen, this, &ViewController::chooseEpoch);
    connect(&m_window, &ui::MainWindow::secondChanged, this, &ViewController::followBeside);
    connect(&m_window.runs(), &ui::RunsPanel::currentChanged, this, &ViewController::setCurrentRun);
    connect(this, &ViewContext::historyRequested, &m_runs, &RunLibrary::readHistory);
}

void ViewController::connectNews()
{
    connect(&m_runs, &RunLibrary::changed, this, &ViewContext::runsChanged);
    connect(&m_runs, &RunLibrary::changed, this, &ViewController::followRuns);
    connect(&m_runs, &RunLibrary::historyRead, this, &ViewContext::historyRead);
    connect(&m_training, &TrainingController::began, this, [this] {
        pace().forget(); // Earlier questions delayed no training.
        refresh();
    });
    connect(&m_training, &TrainingController::started, this,
            [this](const core::StartReport& report) {
                m_hasLiveModel = true;
                if (report.resumedAtStep > 0)
                    Q_EMIT resumed(m_training.run(), report.resumedAtStep);
                refresh();
            });
    connect(&m_training, &TrainingController::updated, this,
            [this](const std::vector<core::UpdateReport>& reports) {
                if (m_training.paused())
                    pace().forget(); // Questions delay nothing: the effect of F7 is shown at once.
                Q_EMIT updated({m_training.run(), reports});
                m_window.trained();
            });
    connect(&m_training, &TrainingController::epochEnded, this,
            [this](const core::EpochReport& report) {
                Q_EMIT epochEnded(m_training.run(), report);
                m_runs.reread(m_training.run()); // For the snapshot that was just written.
            });
    connect(&m_training, &TrainingController::changed, this,
            [this](const core::ChangeReport& report) { Q_EMIT tuned(m_training.run(), report); });
    connect(&m_training, &TrainingController::ended, this, [this] {
        m_hasLiveModel = false;
        m_runs.reread(m_training.run());
        refresh();
    });
}

std::unique_ptr<ui::Asked> ViewController::ask(const ui::ModelChoice& choice,
                                               const core::AnyQuestion& question, Hearer hearer)
{
    return m_models.ask(choice, question, std::move(hearer));
}

void ViewController::refresh()
{
    renew();
    follow();
}

void ViewController::follow()
{
    m_window.follow(m_shown);
    followBeside();
}

void ViewController::followBeside()
{
    if (ui::SecondPane* second = m_window.second())
        second->follow(m_shown, shownBeside());
}

ui::Shown ViewController::shownBeside() const
{
    const ui::PaneChoice& own = m_window.second()->choice();
    ui::Shown shown = m_shown;
    if (!own.run.isEmpty() && own.run != shown.choice.run) {
        shown.choice.run = own.run;
        shown.update = 0;
        complete(shown);
        const auto& kept = shown.epochs; // Both runs show the same epoch if both have it.
        if (std::find(kept.begin(), kept.end(), shown.choice.epoch) == kept.end())
            shown.choice.epoch = -1;
    }
    if (own.epoch)
        shown.choice.epoch = *own.epoch;
    if (own.update > 0)
        shown.update = own.update;
    if (own.text) {
        shown.text = *own.text;
        shown.reference.clear();
    }
    complete(shown);
    return shown;
}

void ViewController::complete(ui::Shown& shown) const
{
    const QString& run = shown.choice.run;
    const ui::RunRow* row = m_runs.find(run);
    shown.live = m_training.active() && run == m_training.run();
    shown.setUp = m_training.active() ? nullptr : m_startable;
    shown.askable = !run.isEmpty() && (!shown.live || m_hasLiveModel);
    const QString best = bestState(run, shown.live);
    shown.state = shown.choice.epoch >= 0 ? tr("epoch %1").arg(shown.choice.epoch)
        : best.isEmpty()                  ? tr("latest")
                                          : best;
    shown.name = row != nullptr ? QString::fromStdString(row->summary.name) : run;
    shown.spec = row != nullptr ? row->summary.spec : m_setUp;
    shown.updates = row != nullptr ? row->summary.steps : 0;
    shown.epochs = row != nullptr ? snapshotEpochs(row->summary) : std::vector<int>();
}

void ViewController::renew()
{
    const std::string task = m_shown.spec.task.kind;
    complete(m_shown);
    if (m_shown.spec.task.kind != task) { // The text belongs to the old task.
        m_shown.text = m_window.pinned().text();
        m_shown.reference.clear();
    }
}

void ViewController::setCurrentRun(const QString& run)
{
    if (run == m_shown.choice.run)
        return;
    m_shown.choice = {run, -1};
    m_shown.update = 0;
    renew();
    m_window.runs().setCurrent(run);
    Q_EMIT currentRunChanged(run);
    showEpochs();
    follow();
}

void ViewController::setSetUp(const core::ExperimentSpec& spec, bool startable)
{
    const bool otherTask = m_setUp.task.kind != spec.task.kind;
    m_setUp = spec;
    const auto before = m_startable;
    if (!startable)
        m_startable.reset();
    else if (m_startable == nullptr || !core::beginAlike(*m_startable, spec))
        m_startable = std::make_shared<const core::ExperimentSpec>(spec);
    if (m_startable != before || (otherTask && !m_shown.hasRun()))
        refresh();
}

void ViewController::chooseEpoch(int epoch)
{
    if (m_shown.choice.epoch == epoch)
        return;
    m_shown.choice.epoch = epoch;
    showEpochs();
    refresh();
}

void ViewController::showEpochs()
{
    m_window.setEpochs(m_shown.epochs, m_shown.choice.epoch,
                       bestState(m_shown.choice.run, m_shown.live));
}

/// ModelService opens a finished run at its best, any other at its latest state: empty.
QString ViewController::bestState(const QString& run, bool live) const
{
    const ui::RunRow* row = m_runs.find(run);
    const bool isBest = row != nullptr && !live && row->summary.state == core::RunState::Completed
        && row->summary.bestEpoch > 0 && core::standardCheckpoint(row->summary) == "best";
    return isBest ? tr("best (epoch %1)").arg(row->summary.bestEpoch) : QString();
}

void ViewController::followRuns()
{
    if (m_shown.hasRun() && m_runs.find(m_shown.choice.run) == nullptr)
        return; // It was removed from the list: another one is chosen next.
    const auto said = [this] {
        return std::tuple(m_shown.name, m_shown.state, m_shown.epochs,
                          m_shown.live ? 0 : m_shown.updates);
    };
    const auto before = said();
    renew();
    showEpochs();
    if (said() != before)
        follow();
    else
        followBeside(); // The row of its own run may have changed.
}

} // namespace app
