#include "app/lab/laboratory.h"

#include "core/base/atomic_file.h"
#include "core/catalogue/presets.h"
#include "core/catalogue/spec_json.h"
#include "core/exchange/export_kinds.h"
#include "core/probe/answers.h"
#include "core/probe/baselines/baseline_questions.h"
#include "core/task/task_kinds.h"
#include "core/train/open_run.h"
#include "ui/runs/runs_panel.h"
#include "ui/text/score_text.h"
#include "ui/text/sentences.h"
#include "ui/view/view.h"

#include <QDesktopServices>
#include <QDir>
#include <QTimer>
#include <QUrl>

#include <algorithm>

namespace app {

namespace {

const QString kCurves = QStringLiteral("curves");
const QString kPreview = QStringLiteral("preview");
constexpr const char* kExample = "first-word"; ///< The preset of the first start.

std::filesystem::path pathOf(const QString& text)
{
    return text.toStdString();
}

} // namespace

ui::Knowledge knowledge()
{
    ui::Knowledge all;
    all.taskColumns = core::taskColumns();
    all.catalogue = core::catalogue();
    all.specOptions = core::specOptions();
    all.tunable = &core::isTunable;
    for (const core::Preset& preset : core::presets())
        all.presets.push_back({QString::fromStdString(preset.id),
                               QString::fromStdString(preset.title), preset.needsData,
                               core::specToJson(preset.spec)});
    for (const core::DeviceInfo& device : core::devices())
        all.devices.push_back(
            {QString::fromStdString(device.id), QString::fromStdString(device.title)});
    for (const core::TaskAnswers* each : core::allAnswers()) {
        const std::vector<std::string> questions = each->questions();
        all.questions[each->task()] = {questions.begin(), questions.end()};
    }
    return all;
}

Laboratory::Laboratory(ui::MainWindow& window, const Places& places, QObject* parent)
    : QObject(parent)
    , m_window(window)
    , m_compute(QStringLiteral("compute"))
    , m_training(m_compute)
    , m_models(m_compute, m_training)
    , m_runs(places.runsFolder, places.settings)
    , m_setup(window.setup(), m_models)
    , m_opening(window, m_setup, m_runs, m_training, m_models)
    , m_views(window, m_models, m_runs, m_training)
    , m_exporting(window, m_models, m_runs, m_views)
    , m_pinned(window, m_models, places.settings)
    , m_tuning(window, m_training, m_setup)
    , m_session(window, places, [this] { return m_setup.specJson(); })
{
    m_window.runs().setExportFormats(core::exportKinds());
    using Values = std::vector<core::SettingValue>;
    m_window.runs().setSettings({&core::settingValues, [](const Values& base, const Values& other) {
                                     return core::settingDifferences(base, other);
                                 }});
    connectWindow();
    connectTraining();
    connectRuns();
}

Laboratory::~Laboratory()
{
    m_training.stop();
}

void Laboratory::begin()
{
    m_session.showRecent();
    m_runs.readAll();
    const core::ExperimentSpec spec = m_session.spec();
    m_setup.setSpec(spec);
    m_window.setDevices(QString::fromStdString(spec.training.device));
    m_window.setTrainingState(ui::TrainingState::Idle);
    showStartable();
    checkSpeed();
}

/// The run that was chosen when the window was closed, if it is listed; else the latest.
QString Laboratory::runOfLastTime() const
{
    const QString run = m_session.chosenRun();
    return m_runs.find(run) != nullptr ? run : m_runs.rows().back().id;
}

void Laboratory::checkSpeed()
{
    m_compute.run(
        this, [] { return core::slowLibraryNote(); },
        [this](const std::optional<core::Message>& note) {
            if (note)
                m_window.showNotice(*note);
        },
        [this](const core::Failure& failure) { m_window.showFailure(failure); });
}

void Laboratory::connectWindow()
{
    connect(&m_window, &ui::MainWindow::startRequested, this, &Laboratory::start);
    connect(&m_window, &ui::MainWindow::closing, this,
            [this] { m_session.keepChosenRun(m_views.currentRun()); });
    connect(&m_window, &ui::MainWindow::pauseRequested, this, [this] {
        m_training.pause();
        showPaused(true);
    });
    connect(&m_window, &ui::MainWindow::proceedRequested, this, [this] {
        m_training.proceed();
        showPaused(false);
    });
    connect(&m_window, &ui::MainWindow::stepRequested, this, [this] {
        if (m_training.active()) {
            m_training.step();
            showPaused(true);
            return;
        }
        // Before the training begins: it would be at its second update otherwise.
        const auto once = connect(&m_training, &TrainingController::began, &m_training,
                                  &TrainingController::step);
        start();
        disconnect(once);
    });
    connect(&m_window, &ui::MainWindow::stopRequested, this, [this] {
        m_window.setTrainingState(ui::TrainingState::Stopping);
        m_training.stop();
    });
    connect(&m_window, &ui::MainWindow::epochEndRequested, &m_training,
            &TrainingController::setStopAtEpochEnd);
    connect(&m_window, &ui::MainWindow::openRequested, this, &Laboratory::open);
    connect(&m_window, &ui::MainWindow::runOpenRequested, &m_opening, &Opening::openRuns);
    connect(&m_opening, &Opening::opened, &m_session, &Session::remember);
    connect(&m_window, &ui::MainWindow::saveSpecRequested, this, [this](const QString& path) {
        attempt(m_window, [&] {
            core::writeFileAtomically(pathOf(path), m_setup.specJson().dump(2) + "\n");
            m_session.remember({path});
        });
    });
    connect(&m_window, &ui::MainWindow::presetChosen, this, [this](const QString& id) {
        attempt(m_window, [&] {
            const core::Preset& preset = core::findPreset(id.toStdString());
            m_setup.takePreset(preset.spec,
                               tr("choice of preset: %1").arg(ui::coreText(preset.title)));
            m_window.showView(kPreview);
        });
    });
    connect(&m_views, &ui::ViewContext::trainRequested, this, &Laboratory::trainBeside);
    connect(&m_window, &ui::MainWindow::deviceChosen, &m_setup, &SetupController::setDevice);
    connect(&m_setup, &SetupController::changed, this, &Laboratory::showStartable);
    connect(&m_setup, &SetupController::changed, this, [this] {
        m_window.setDevices(QString::fromStdString(m_setup.spec().training.device));
    });
    connect(&m_setup, &SetupController::changed, &m_session, &Session::saveSoon);
    connect(&m_setup, &SetupController::failed, &m_window, &ui::MainWindow::showFailure);
    connect(&m_setup, &SetupController::pathsTaken, &m_session, &Session::remember);
    connect(&m_setup, &SetupController::settingsReplaced, this, [this] {
        m_window.showOffer(tr("The set-up starts from a preset for these data."),
                           tr("Restore the previous settings"),
                           [this] { m_setup.takeFormerSettings(); });
    });
}

/// In the tool bar and in the list of runs.
void Laboratory::showPaused(bool paused)
{
    m_window.setTrainingState(paused ? ui::TrainingState::Paused : ui::TrainingState::Running);
    m_runs.setState(m_training.run(), paused ? core::RunState::Paused : core::RunState::Running);
}

void Laboratory::connectTraining()
{
    connect(&m_window, &ui::MainWindow::speedChosen, &m_training,
            &TrainingController::setUpdatesPerSecond);
    connect(&m_tuning, &Tuning::tuned, this, &Laboratory::tuned);
    connect(&m_training, &TrainingController::progressed, &m_window, &ui::MainWindow::setProgress);
    connect(&m_training, &TrainingController::started, this,
            [this](const core::StartReport& report) {
                m_start = report;
                showPaused(m_training.paused());
                showNotes(report.notes);
            });
    connect(&m_training, &TrainingController::processesLost, this,
            [this](const core::Message& lost) {
                m_lostProcesses = ui::sentence(lost);
                showNotes({});
            });
    connect(&m_training, &TrainingController::updated, this,
            [this](const std::vector<core::UpdateReport>& reports) {
                m_latest = reports.back();
                m_window.setLatest(m_latest, m_start);
                m_runs.noteUpdate(m_training.run(), reports.back());
            });
    connect(&m_training, &TrainingController::epochEnded, this,
            [this](const core::EpochReport& report) {
                if (report.best)
                    m_bestScores = report.validScores;
                m_runs.noteEpoch(m_training.run(), report);
            });
    connect(&m_training, &TrainingController::ended, this, &Laboratory::trainingEnded);
}

/// In one message, because each replaces the one before. A lost process stays until it was read.
void Laboratory::showNotes(const std::vector<core::Message>& notes)
{
    QStringList sentences;
    for (const core::Message& note : notes)
        sentences << ui::sentence(note);
    sentences.removeAll(m_lostProcesses);
    if (!m_lostProcesses.isEmpty())
        m_window.showWarning(
            tr("%1 Its updates may take longer now. To train with all processes again, stop it and "
               "resume the run.")
                .arg((QStringList{m_lostProcesses} + sentences).join(u' ')));
    else if (!sentences.isEmpty())
        m_window.showNotice(sentences.join(u' '));
}

void Laboratory::tuned(const core::ChangeReport& report)
{
    m_start.epochs = report.epochs;
    m_start.updatesPerEpoch = report.updatesPerEpoch;
    m_start.totalUpdates = report.totalUpdates;
    if (m_latest.step > 0)
        m_window.setLatest(m_latest, m_start);
    m_runs.noteChange(m_training.run(), report);
}

void Laboratory::connectRuns()
{
    connect(&m_runs, &RunLibrary::changed, this, [this] {
        m_window.runs().setRuns(m_runs.rows());
        m_window.runs().setDeleted(m_runs.deleted());
        if (m_views.currentRun().isEmpty() && !m_runs.rows().empty())
            m_views.setCurrentRun(runOfLastTime());
    });
    connect(&m_runs, &RunLibrary::opened, this, [this](const QString& run) {
        m_views.setCurrentRun(run);
        m_window.showView(kCurves);
        offerSettings(run);
    });
    connect(&m_runs, &RunLibrary::historyRead, this,
            [this](const QString& run, const core::RunHistory& history) {
                if (history.skippedLines > 0)
                    m_window.showNotice({"Lines of %1 that cannot be read and are left out: %2.",
                                         {run.toStdString() + "/events.jsonl",
                                          std::to_string(history.skippedLines)}});
            });
    connect(&m_runs, &RunLibrary::failed, &m_window, &ui::MainWindow::showFailure);
    connect(&m_setup, &SetupController::changed, this, [this] {
        m_views.setSetUp(m_setup.spec(), m_setup.startable());
        // Once for each data set, so that an emptied field stays empty.
        const bool isOther = !m_pinned.isOf(m_setup.spec().data);
        if (isOther && m_setup.sampleText().isEmpty())
            m_pinned.forget({}); // It is of the former data.
        const bool isNews = m_pinned.know({}, m_setup.sampleText());
        if (m_views.currentRun().isEmpty() && (isNews || isOther))
            m_pinned.suit({}, m_setup.spec());
    });
    connect(&m_views, &ViewController::currentRunChanged, this, [this](const QString& run) {
        const ui::RunRow* row = m_runs.find(run);
        m_pinned.suit(run, row != nullptr ? row->summary.spec : m_setup.spec());
        m_session.keepChosenRun(run); // A program that is killed cannot.
    });

    ui::RunsPanel& panel = m_window.runs();
    connect(&panel, &ui::RunsPanel::shownChanged, &m_runs, &RunLibrary::setShown);
    connect(&panel, &ui::RunsPanel::currentChanged, this, [this](const QString& run) {
        const ui::RunRow* row = m_runs.find(run);
        if (row == nullptr)
            return;
        const core::ExperimentSpec &its = row->summary.spec, &setUp = m_setup.spec();
        if (row->summary.problem.empty()
            && (its.data != setUp.data || its.task.kind != setUp.task.kind))
            offerSettings(run); // Runs that differ in other settings are compared.
        else
            m_window.hideNotice();
    });
    connect(&panel, &ui::RunsPanel::resumeRequested, this, &Laboratory::resume);
    connect(&panel, &ui::RunsPanel::settingsRequested, this, &Laboratory::takeSettings);
    connect(&m_window, &ui::MainWindow::settingsRequested, this, &Laboratory::takeSettings);
    connect(&panel, &ui::RunsPanel::renameRequested, &m_runs, &RunLibrary::rename);
    connect(&panel, &ui::RunsPanel::marksChanged, &m_runs, &RunLibrary::setMarks);
    connect(&panel, &ui::RunsPanel::undeleteRequested, &m_runs, &RunLibrary::undelete);
    connect(&m_runs, &RunLibrary::undeleted, &m_views, &ViewController::setCurrentRun);
    const auto takeAway = [this](const QString& run, void (RunLibrary::*way)(const QString&)) {
        if (m_training.active() && run == m_training.run()) {
            m_window.showNotice({"Stop the running training first; then delete its run.", {}});
            return;
        }
        const bool wasCurrent = m_views.currentRun() == run;
        const QString next = m_window.runs().neighbour(run);
        (m_runs.*way)(run);
        if (!wasCurrent || m_runs.find(run) != nullptr)
            return;
        m_window.hideNotice(); // It may be about that run.
        m_views.setCurrentRun(next);
    };
    connect(&panel, &ui::RunsPanel::forgetRequested, this,
            [takeAway](const QString& run) { takeAway(run, &RunLibrary::forget); });
    connect(&panel, &ui::RunsPanel::deleteRequested, this,
            [takeAway](const QString& run) { takeAway(run, &RunLibrary::remove); });
    connect(&panel, &ui::RunsPanel::revealRequested, this,
            [](const QString& run) { QDesktopServices::openUrl(QUrl::fromLocalFile(run)); });
}

void Laboratory::showStartable()
{
    const bool startable = m_setup.startable();
    m_window.setStartable(startable, startable ? readiness() : m_setup.whyNotStartable());
}

/// Names the run that Start would train and an equal one that exists.
QString Laboratory::readiness() const
{
    const core::ExperimentSpec& spec = m_setup.spec();
    const QString name = QString::fromStdString(spec.name);
    if (const std::vector<core::ExperimentSpec> runs = core::comparedSpecs(spec); runs.size() > 1) {
        QStringList names;
        for (const core::ExperimentSpec& run : runs)
            names << QString::fromStdString(run.name);
        return tr("Ready: %1 runs, one after another: %2.")
            .arg(ui::count(qint64(runs.size())), names.join(QStringLiteral(", ")));
    }
    bool hasNamesake = false;
    for (const ui::RunRow& row : m_runs.rows()) {
        if (row.summary.spec == spec && row.summary.state == core::RunState::Completed)
            return tr("Ready: %1, trained before as %2.")
                .arg(name, QString::fromStdString(row.summary.name));
        hasNamesake = hasNamesake || row.summary.spec.name == spec.name;
    }
    return hasNamesake ? tr("Ready: %1.").arg(name) : tr("Ready: %1, not yet trained.").arg(name);
}

void Laboratory::start()
{
    if (m_training.active() || !m_setup.startable())
        return;
    m_waiting.clear();
    attempt(m_window, [&] { m_waiting = core::comparedSpecs(m_setup.spec()); });
    m_compared = m_waiting.size();
    std::reverse(m_waiting.begin(), m_waiting.end());
    startNext();
}

void Laboratory::startNext()
{
    if (m_waiting.empty() || m_training.active())
        return;
    const core::ExperimentSpec spec = std::move(m_waiting.back());
    m_waiting.pop_back();
    if (!train(spec, m_setup.sampleText()))
        m_waiting.clear();
    else if (m_compared > 1)
        m_window.showNotice(tr("%1: run %2 of %3, which are trained one after another. Stop ends "
                               "the comparison.")
                                .arg(QString::fromStdString(spec.name),
                                     ui::count(qint64(m_compared - m_waiting.size())),
                                     ui::count(qint64(m_compared))));
}

bool Laboratory::train(const core::ExperimentSpec& spec, const QString& sampleText, Showing showing)
{
    core::RunSummary summary;
    const bool hasFolder = attempt(m_window, [&] {
        core::checkNamedFiles(spec);
        std::filesystem::create_directories(pathOf(m_runs.folder()));
        summary.path = core::newRunPath(pathOf(m_runs.folder()), spec);
    });
    if (!hasFolder)
        return false;
    summary.name = summary.path.filename().string();
    summary.spec = spec;
    summary.state = core::RunState::Running;
    const QString run = QString::fromStdString(summary.path.string());
    m_tuning.begin(spec);
    m_training.start(spec, run);
    m_pinned.know(run, sampleText); // before the run is shown
    m_runs.add(summary);
    showTraining(run, showing);
    return true;
}

void Laboratory::trainBeside(const core::ExperimentSpec& spec)
{
    if (m_training.active()) {
        m_window.showNotice({"Stop the running training first; then train without the texts.", {}});
        return;
    }
    train(spec, {}, Showing::AsBefore);
}

void Laboratory::showExample()
{
    if (!QDir(m_runs.folder()).isEmpty())
        return;
    m_isExample = train(core::findPreset(kExample).spec, {});
    if (m_isExample)
        m_window.showView(QStringLiteral("unrolled"));
}

void Laboratory::resume(const QString& run)
{
    if (m_training.active()) {
        m_window.showNotice({"Stop the running training first; then resume this one.", {}});
        return;
    }
    if (const ui::RunRow* row = m_runs.find(run))
        m_tuning.begin(row->summary.spec);
    m_training.resume(run);
    m_runs.setState(run, core::RunState::Running);
    showTraining(run);
}

void Laboratory::showTraining(const QString& run, Showing showing)
{
    m_window.setTrainingRun(QString::fromStdString(m_runs.find(run)->summary.name));
    m_start = {};
    m_latest = {};
    m_bestScores.clear();
    m_lostProcesses.clear();
    m_askedBaselines.reset();
    m_runs.setLive(run, true);
    m_runs.setShown({run}, true);
    if (showing == Showing::Training)
        m_views.setCurrentRun(run);
    m_window.setup().setEditable(false);
    m_tuning.show();
    m_window.setTrainingState(ui::TrainingState::Preparing);
    if (showing == Showing::Training
        && m_window.subject() != ui::ViewSubject::SetUpOrRun) // It shows the training as well.
        m_window.showView(kCurves);
}

void Laboratory::trainingEnded(const core::EndReport& report)
{
    const ui::RunRow* row = m_runs.find(m_training.run());
    const std::string monitor = row != nullptr ? row->summary.spec.training.monitor : "valid_loss";
    m_runs.setLive(m_training.run(), false);
    m_runs.setState(m_training.run(), report.state);
    m_window.setup().setTuning({});
    m_window.setup().setEditable(true);
    m_window.setTrainingState(ui::TrainingState::Idle);
    const bool isExample = std::exchange(m_isExample, false);
    if (report.failure)
        m_window.showFailure(*report.failure);
    else if (isExample && report.state == core::RunState::Completed)
        m_window.showOffer(
            tr("This network has just learned to remember the first word of a text. Type such a "
               "text of your own above, or press Start to train the network of the set-up."),
            tr("Take the tour"), [this] { m_window.startTour(); });
    else {
        const QString said = ui::endSentence(report, monitor, m_start.testTexts > 0);
        const QString notice = tr("%1: %2").arg(
            row != nullptr ? QString::fromStdString(row->summary.name) : QString(),
            m_lostProcesses.isEmpty()
                ? said
                : tr("Not all of its processes trained to the end. %1").arg(said));
        m_window.showNotice(notice);
        if (report.state == core::RunState::Completed && !m_bestScores.empty())
            compareWithBaselines(m_training.run(), notice);
    }
    // A run that diverges is compared with the others, too.
    if (report.state == core::RunState::Stopped
        || (report.failure && report.failure->code != core::ErrorCode::Diverged))
        m_waiting.clear();
    showStartable();
    if (!m_waiting.empty())
        QTimer::singleShot(0, this, &Laboratory::startNext);
}

void Laboratory::compareWithBaselines(const QString& run, const QString& notice)
{
    m_askedBaselines = m_models.ask(
        {run}, core::AskBaselines{run.toStdString()},
        [this, notice](core::BaselineReport report) {
            core::judge(m_bestScores, report);
            if (report.beaten && !m_training.active())
                m_window.showNotice(tr("%1 %2").arg(notice, ui::verdictText(report)));
        },
        [](const core::Failure&) {}); // Results report it.
}

/// Offers the run's settings if the set-up differs from them.
void Laboratory::offerSettings(const QString& run)
{
    if (const ui::RunRow* row = m_runs.find(run); row != nullptr && row->summary.problem.empty()
        && row->summary.spec != m_setup.spec() && !m_training.active())
        m_window.offerSettings(QString::fromStdString(m_setup.spec().name),
                               QString::fromStdString(row->summary.name), run);
}

void Laboratory::takeSettings(const QString& run)
{
    if (const ui::RunRow* row = m_runs.find(run); row != nullptr && row->summary.problem.empty())
        m_setup.takeSpec(
            row->summary.spec,
            tr("taking settings of %1").arg(QString::fromStdString(row->summary.name)));
    m_window.hideNotice(); // It may say that the set-up shows another one.
}

} // namespace app
