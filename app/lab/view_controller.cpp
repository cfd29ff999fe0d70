#include "app/lab/view_controller.h"

#include "ui/curves/curves_view.h"
#include "ui/positions/positions_view.h"
#include "ui/runs/runs_panel.h"

#include <algorithm>

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
    : QObject(parent)
    , m_window(window)
    , m_models(models)
    , m_runs(runs)
    , m_training(training)
    , m_classification(window, models, this)
    , m_translation(window, models, this)
    , m_positions([this] { askForPositions(); })
{
    connectWindow();
    connectTraining();
    connect(&m_runs, &RunLibrary::changed, this, &ViewController::showEpochs);
}

void ViewController::connectWindow()
{
    connect(&m_window, &ui::MainWindow::epochChosen, this, &ViewController::chooseEpoch);
    connect(&m_window, &ui::MainWindow::viewChanged, this, [this](ui::View view) {
        current().viewChanged();
        if (view == ui::View::Positions && m_positionsOf != m_choice)
            m_positions.ask();
    });
    connect(&m_window.curves(), &ui::CurvesView::epochPicked, this,
            [this](const QString& run, int epoch) {
                setCurrentRun(run);
                chooseEpoch(epoch);
            });
    connect(&m_window, &ui::MainWindow::pinnedTextChanged, this,
            [this](const QString& text) { current().setText(text); });
    connect(&m_window.runs(), &ui::RunsPanel::currentChanged, this, &ViewController::setCurrentRun);
}

void ViewController::connectTraining()
{
    connect(&m_training, &TrainingController::started, this, [this] {
        m_hasLiveModel = true;
        showModel();
    });
    connect(&m_training, &TrainingController::updated, this, &ViewController::updatesArrived);
    connect(&m_training, &TrainingController::epochEnded, this, [this] {
        m_runs.reread(m_training.run()); // For the snapshot that was just written.
    });
    connect(&m_training, &TrainingController::ended, this, [this] {
        m_hasLiveModel = false;
        m_runs.reread(m_training.run());
        showModel();
    });
}

TaskViews& ViewController::current()
{
    if (m_translates)
        return m_translation;
    return m_classification;
}

ShownModel ViewController::shownModel() const
{
    ShownModel shown;
    shown.choice = m_choice;
    shown.name = m_choice.run;
    shown.live = m_training.active() && m_choice.run == m_training.run();
    shown.askable = !m_choice.run.isEmpty() && (!shown.live || m_hasLiveModel);
    if (const ui::RunRow* row = m_runs.find(m_choice.run)) {
        shown.name = QString::fromStdString(row->summary.name);
        shown.spec = row->summary.spec;
    }
    return shown;
}

void ViewController::setCurrentRun(const QString& run)
{
    if (run == m_choice.run)
        return;
    m_choice = {run, -1};
    m_window.runs().setCurrent(run);
    const ui::RunRow* row = m_runs.find(run);
    const bool translates = row != nullptr && row->summary.spec.task == "translation";
    if (translates != m_translates) {
        current().show({}); // Its views are empty while the other task's are seen.
        m_translates = translates;
        m_window.setTask(translates ? "translation" : "classification");
        current().setText(m_window.pinnedText());
    }
    Q_EMIT currentRunChanged(run);
    showEpochs();
    showModel();
}

void ViewController::showModel()
{
    current().show(shownModel());
    m_positionsOf.reset();
    if (m_choice.run.isEmpty())
        m_window.positions().setNoModel();
    else if (m_window.view() == ui::View::Positions)
        m_positions.ask();
}

void ViewController::chooseEpoch(int epoch)
{
    if (m_choice.epoch == epoch)
        return;
    m_choice.epoch = epoch;
    showEpochs();
    showModel();
}

void ViewController::showEpochs()
{
    const ui::RunRow* row = m_runs.find(m_choice.run);
    m_window.setEpochs(row ? snapshotEpochs(row->summary) : std::vector<int>(), m_choice.epoch);
}

void ViewController::updatesArrived()
{
    current().learnt();
    if (m_window.view() == ui::View::Positions && shownModel().learns())
        m_positions.repeat();
}

void ViewController::askForPositions()
{
    const ShownModel shown = shownModel();
    if (!shown.askable) {
        m_positions.answered();
        return;
    }
    m_positionsOf = shown.choice;
    m_models.positions(
        shown.choice,
        [this, asked = shown.choice](const std::vector<core::PositionTable>& tables) {
            if (asked == m_choice)
                m_window.positions().setPositions(tables);
            m_positions.answered();
        },
        [this, asked = shown.choice](const core::Failure& failure) {
            if (asked == m_choice)
                m_window.positions().setFailure(failure);
            m_positions.answered();
        });
}

} // namespace app
