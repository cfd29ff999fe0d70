#include "app/lab/view_controller.h"

#include "ui/curves/curves_view.h"
#include "ui/results/results_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/sentence/sentence_view.h"

#include <algorithm>

namespace app {

namespace {

constexpr qint64 kLiveIntervalMs = 150; ///< Between two looks at the pinned text.
/// A look may take this share of the training's time at most; slow networks are looked at less
/// often.
constexpr double kLiveShare = 0.05;

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
    : QObject(parent), m_window(window), m_models(models), m_runs(runs), m_training(training)
{
    connectWindow();
    connect(&m_training, &TrainingController::started, this, [this] {
        m_hasLiveModel = true;
        askForSentence();
    });
    connect(&m_training, &TrainingController::updated, this, &ViewController::updatesArrived);
    connect(&m_training, &TrainingController::epochEnded, this, [this] {
        m_runs.reread(m_training.run()); // For the snapshot that was just written.
    });
    connect(&m_training, &TrainingController::ended, this, [this] {
        m_hasLiveModel = false;
        m_runs.reread(m_training.run());
        m_scored.reset();
        askForSentence();
        scoreIfShown();
    });
    connect(&m_runs, &RunLibrary::changed, this, &ViewController::showEpochs);
}

void ViewController::connectWindow()
{
    connect(&m_window, &ui::MainWindow::epochChosen, this, &ViewController::chooseEpoch);
    connect(&m_window, &ui::MainWindow::viewChanged, this, &ViewController::scoreIfShown);
    connect(&m_window.curves(), &ui::CurvesView::epochPicked, this,
            [this](const QString& run, int epoch) {
                setCurrentRun(run);
                chooseEpoch(epoch);
            });
    connect(&m_window, &ui::MainWindow::pinnedTextChanged, this, [this](const QString& text) {
        if (text != m_window.sentence().text())
            m_window.sentence().setText(text);
        inspect(text);
    });
    connect(&m_window.sentence(), &ui::SentenceView::inspectRequested, this,
            &ViewController::inspect);
    connect(&m_window.sentence(), &ui::SentenceView::pinRequested, &m_window,
            &ui::MainWindow::setPinnedText);
    connect(&m_window.runs(), &ui::RunsPanel::currentChanged, this, &ViewController::setCurrentRun);
    connect(&m_window.results(), &ui::ResultsView::resultsRequested, this,
            &ViewController::askForResults);
    connect(&m_window.results(), &ui::ResultsView::cancelRequested, this,
            [this] { m_models.cancelEvaluation(); });
    connect(&m_window.results(), &ui::ResultsView::textActivated, this,
            [this](const QString& text) {
                m_window.showView(ui::View::Sentence);
                m_window.sentence().setText(text);
                inspect(text);
            });
}

void ViewController::setCurrentRun(const QString& run)
{
    if (run == m_choice.run)
        return;
    m_choice = {run, -1};
    m_window.runs().setCurrent(run);
    m_scored.reset();
    m_window.results().setNoModel();
    if (run.isEmpty())
        m_window.sentence().setNoModel();
    showEpochs();
    askForSentence();
    scoreIfShown();
}

void ViewController::scoreIfShown()
{
    // A running training is not held up unasked: there, Evaluate is pressed.
    const bool live = m_training.active() && m_choice.run == m_training.run();
    if (m_window.view() == ui::View::Results && !live && m_scored != m_choice)
        askForResults(m_split);
}

void ViewController::chooseEpoch(int epoch)
{
    if (m_choice.epoch == epoch)
        return;
    m_choice.epoch = epoch;
    showEpochs();
    askForSentence();
    scoreIfShown();
}

void ViewController::showEpochs()
{
    const ui::RunRow* row = m_runs.find(m_choice.run);
    m_window.setEpochs(row ? snapshotEpochs(row->summary) : std::vector<int>(), m_choice.epoch);
}

void ViewController::inspect(const QString& text)
{
    m_text = text;
    askForSentence();
}

void ViewController::askForSentence()
{
    if (m_choice.run.isEmpty() || m_text.trimmed().isEmpty())
        return;
    const bool preparing
        = m_training.active() && m_choice.run == m_training.run() && !m_hasLiveModel;
    if (preparing)
        return;
    if (m_sentenceUnderWay) {
        m_sentenceStale = true;
        return;
    }
    m_sentenceUnderWay = true;
    m_sentenceStale = false;
    m_sinceSentence.start();
    m_models.inspect(
        m_choice, m_text,
        [this, asked = m_choice](const core::Inspection& inspection) {
            m_answerMilliseconds = inspection.milliseconds;
            if (asked == m_choice)
                m_window.sentence().setInspection(inspection);
            sentenceArrived();
        },
        [this](const core::Failure& failure) {
            m_window.sentence().setFailure(failure);
            sentenceArrived();
        });
}

void ViewController::sentenceArrived()
{
    m_sentenceUnderWay = false;
    if (m_sentenceStale)
        askForSentence();
}

void ViewController::updatesArrived()
{
    const bool live = m_choice.epoch < 0 && m_choice.run == m_training.run();
    if (!live || m_sentenceUnderWay || m_window.view() != ui::View::Sentence)
        return;
    const double pause = std::max<double>(kLiveIntervalMs, m_answerMilliseconds / kLiveShare);
    if (!m_sinceSentence.isValid() || static_cast<double>(m_sinceSentence.elapsed()) >= pause)
        askForSentence();
}

void ViewController::askForResults(const QString& split)
{
    m_split = split;
    if (m_choice.run.isEmpty())
        return;
    m_scored = m_choice;
    const quint64 request = ++m_resultsRequest;
    const ui::RunRow* row = m_runs.find(m_choice.run);
    const QString name = row ? QString::fromStdString(row->summary.name) : m_choice.run;
    m_models.evaluate(
        m_choice, split,
        [this](const core::Progress& progress) { m_window.results().setProgress(progress); },
        [this, request, name, split](const ModelService::Evaluation& evaluation) {
            if (request == m_resultsRequest)
                m_window.results().setResults(
                    {name, split, evaluation.epoch, evaluation.scores, evaluation.predictions});
        },
        [this, request](const core::Failure& failure) {
            if (request == m_resultsRequest)
                m_window.results().setFailure(failure);
        });
}

} // namespace app
