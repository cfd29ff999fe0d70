#include "app/lab/model_service.h"

#include "core/catalogue/spec_json.h"
#include "core/probe/live_model.h"
#include "core/report/html.h"
#include "core/task/task_kinds.h"
#include "core/train/data_baselines.h"
#include "core/train/open_run.h"
#include "core/train/planned_transfer.h"
#include "core/train/run_folder.h"
#include "core/train/untrained_network.h"

#include <QPointer>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <list>
#include <stop_token>
#include <utility>

namespace app {

namespace {

constexpr size_t kOpenNetworks = 4;

std::string checkpointName(const ui::ModelChoice& choice)
{
    if (choice.epoch >= 0)
        return "epoch-" + std::to_string(choice.epoch);
    const core::RunSummary summary = core::readRunSummary(choice.run.toStdString());
    // A stopped run is shown at its last state, a finished one at its best.
    const bool finished = summary.state == core::RunState::Completed;
    return finished ? core::standardCheckpoint(summary) : "last";
}

/// Lets other threads go first: Linux has a nice value for each thread.
void giveWay()
{
    constexpr int kNicer = 5;
    [[maybe_unused]] const int reached = ::nice(kNicer);
}

/// Whether reading data comes before asking, whatever the run.
bool needsData(const core::AnyQuestion& question)
{
    for (const core::TaskAnswers* answers : core::allAnswers())
        if (answers->has(question.name())
            && answers->needs(question) != core::TaskAnswers::Needs::Network)
            return true;
    return false;
}

} // namespace

/// Networks read from disk and the texts they are scored on. Used and cleared on the compute thread
/// only: tensors must not outlive it.
struct ModelService::Cabinet {
    struct Drawer {
        std::string run, checkpoint;
        std::filesystem::file_time_type written;
        std::unique_ptr<core::LiveModel> model;
    };
    std::list<Drawer> drawers; ///< The one used last stands first.
    std::optional<core::UntrainedNetwork> untrained{std::in_place}; ///< That of the set-up.
    /// The recording of the latest training; it outlives the training.
    std::string recordedRun;
    std::shared_ptr<core::Recording> recording;

    void remember(const std::string& run, const core::LiveModel& live)
    {
        recordedRun = run;
        recording = live.recording();
    }

    core::LiveModel& open(const ui::ModelChoice& choice, const core::Monitor& monitor)
    {
        if (choice.setUp != nullptr)
            return untrained->open(*choice.setUp, monitor);
        const std::string run = choice.run.toStdString();
        const std::string checkpoint = checkpointName(choice);
        std::error_code error;
        const auto written = std::filesystem::last_write_time(
            std::filesystem::path(run) / "checkpoints" / (checkpoint + ".safetensors"), error);
        const auto known = std::find_if(drawers.begin(), drawers.end(), [&](const Drawer& each) {
            return each.run == run && each.checkpoint == checkpoint && each.written == written;
        });
        if (known != drawers.end()) {
            drawers.splice(drawers.begin(), drawers, known);
        } else {
            drawers.push_front({run, checkpoint, written, core::openRun(run, checkpoint)});
            if (drawers.size() > kOpenNetworks)
                drawers.pop_back();
        }
        core::LiveModel& model = *drawers.front().model;
        model.setRecording(run == recordedRun ? recording : nullptr,
                           core::LiveModel::Training::Over);
        return model;
    }
    void clear()
    {
        drawers.clear();
        untrained.reset();
        recording.reset();
    }
};

/// A job for a training. If the training ends first, it runs on the idle thread.
struct ModelService::Job {
    std::function<void(core::LiveModel*)> work;
    std::atomic<bool> taken{false};

    void run(core::LiveModel* live)
    {
        if (!taken.exchange(true))
            work(live);
    }
};

/// A question with its callbacks. It belongs to the GUI thread, except for `question` while it is
/// being answered.
struct ModelService::Inquiry {
    ui::ModelChoice choice;
    core::AnyQuestion question;
    ui::ViewContext::Hearer hearer;
    std::stop_source stop; ///< Stops its computation.
    bool over = false; ///< Answered or withdrawn.
    bool computing = false; ///< The compute thread has it.
    bool leftOff = false; ///< Interrupted by a training: to be sent again.
};

class ModelService::Handle : public ui::Asked {
public:
    explicit Handle(std::shared_ptr<Inquiry> inquiry) : m_inquiry(std::move(inquiry)) { }
    ~Handle() override
    {
        m_inquiry->over = true;
        m_inquiry->hearer = {};
        m_inquiry->stop.request_stop();
    }

private:
    std::shared_ptr<Inquiry> m_inquiry;
};

ModelService::ModelService(WorkerThread& compute, TrainingController& training, QObject* parent)
    : QObject(parent)
    , m_compute(compute)
    , m_training(training)
    , m_cabinet(std::make_shared<Cabinet>())
    , m_counter(QStringLiteral("baselines"))
    , m_reader(QStringLiteral("results"))
{
    m_counter.post(&giveWay);
    connect(&m_training, &TrainingController::began, this, &ModelService::trainingBegins);
    connect(&m_training, &TrainingController::stopping, this, &ModelService::trainingStops);
    connect(&m_training, &TrainingController::ended, this, &ModelService::askAgain);
}

ModelService::~ModelService()
{
    m_baselineStop.request_stop();
    for (const auto& inquiry : underWay())
        inquiry->stop.request_stop();
    m_compute.post([cabinet = m_cabinet] { cabinet->clear(); });
}

void ModelService::onCompute(std::function<void(core::LiveModel*)> work)
{
    auto job = std::make_shared<Job>();
    job->work = std::move(work);
    const bool asked = !m_training.isStopping()
        && m_training.ask([job](core::LiveModel& live) { job->run(&live); });
    if (!asked && !m_training.active()) {
        m_compute.post([job] { job->run(nullptr); });
        return;
    }
    std::erase_if(m_open, [](const auto& each) { return each->taken.load(); });
    m_open.push_back(std::move(job));
}

void ModelService::askAgain()
{
    for (const auto& job : std::exchange(m_open, {}))
        m_compute.post([job] { job->run(nullptr); });
}

std::unique_ptr<ui::Asked> ModelService::ask(const ui::ModelChoice& choice,
                                             const core::AnyQuestion& question,
                                             ui::ViewContext::Hearer hearer)
{
    auto inquiry = WorkerThread::endedOnGuiThread(Inquiry{choice, question, std::move(hearer), {}});
    m_inquiries.push_back(inquiry);
    if (needsData(question))
        read(inquiry);
    else
        send(inquiry);
    return std::make_unique<Handle>(std::move(inquiry));
}

/// Reads data on the reader's thread, because that needs no tensors and must not delay a training.
void ModelService::read(const std::shared_ptr<Inquiry>& inquiry)
{
    // Seconds of counting would delay other questions.
    const bool counts = inquiry->question.as<core::AskBaselines>() != nullptr;
    (counts ? m_counter : m_reader)
        .run(
            this,
            [monitor = monitorOf(inquiry), question = inquiry->question, choice = inquiry->choice] {
                const std::filesystem::path run = choice.run.toStdString();
                const core::ExperimentSpec spec = choice.setUp != nullptr
                    ? *choice.setUp
                    : core::readSpec(run / "spec.json", core::Links::Refuse);
                return core::answersOf(spec.task.kind).read(question, spec, monitor);
            },
            [this, inquiry](const core::AnyAnswer& answer) {
                if (answer.value != nullptr && answer.value->has_value())
                    answered(inquiry, answer);
                else if (!inquiry->over)
                    send(inquiry);
            },
            [this, inquiry](const core::Failure& failure) { failed(inquiry, failure); });
}

void ModelService::send(const std::shared_ptr<Inquiry>& inquiry)
{
    const bool wantsLive = inquiry->choice.epoch < 0 && inquiry->choice.setUp == nullptr
        && inquiry->choice.run == m_training.run();
    inquiry->computing = true;
    onCompute([this, wantsLive, inquiry, context = QPointer<QObject>(this), cabinet = m_cabinet,
               choice = inquiry->choice, question = inquiry->question,
               trained = m_training.run().toStdString(),
               monitor = monitorOf(inquiry)](core::LiveModel* live) {
        WorkerThread::attempt(
            context,
            [&] {
                monitor.throwIfStopped();
                if (live != nullptr)
                    cabinet->remember(trained, *live);
                if (live != nullptr && choice.setUp != nullptr) // It would read data meanwhile.
                    throw core::Error(core::ErrorCode::Cancelled, {"Stopped.", {}});
                core::LiveModel& model = wantsLive && live ? *live : cabinet->open(choice, monitor);
                return model.answers().answer(model, question, monitor);
            },
            WorkerThread::hearerOf(
                [this, inquiry](const core::AnyAnswer& answer) { answered(inquiry, answer); },
                [this, inquiry](const core::Failure& failure) { failed(inquiry, failure); }));
    });
}

core::Monitor ModelService::monitorOf(const std::shared_ptr<Inquiry>& inquiry)
{
    return core::Monitor(
        inquiry->stop.get_token(),
        [context = QPointer<QObject>(this), inquiry](const core::Progress& progress) {
            WorkerThread::answer(context, [inquiry, progress] {
                if (const auto hear = inquiry->hearer.progressed) // A copy: it may withdraw itself.
                    hear(progress);
            });
        });
}

void ModelService::answered(const std::shared_ptr<Inquiry>& inquiry, const core::AnyAnswer& answer)
{
    if (std::exchange(inquiry->over, true))
        return;
    const auto hearer = std::exchange(inquiry->hearer, {});
    hearer.answered(answer);
}

void ModelService::failed(const std::shared_ptr<Inquiry>& inquiry, const core::Failure& failure)
{
    if (inquiry->over)
        return;
    inquiry->computing = false;
    if (std::exchange(inquiry->leftOff, false) && failure.code == core::ErrorCode::Cancelled) {
        inquiry->stop = std::stop_source();
        send(inquiry);
        return;
    }
    inquiry->over = true;
    const auto hearer = std::exchange(inquiry->hearer, {});
    hearer.failed(failure);
}

std::vector<std::shared_ptr<ModelService::Inquiry>> ModelService::underWay()
{
    std::vector<std::shared_ptr<Inquiry>> all;
    for (const auto& each : m_inquiries)
        if (auto inquiry = each.lock(); inquiry != nullptr && !inquiry->over)
            all.push_back(std::move(inquiry));
    m_inquiries.assign(all.begin(), all.end());
    return all;
}

bool ModelService::isAnswering() const
{
    return std::any_of(m_inquiries.begin(), m_inquiries.end(), [](const auto& each) {
        const auto inquiry = each.lock();
        return inquiry != nullptr && !inquiry->over;
    });
}

/// Interrupts the jobs in the queue of the compute thread, because the training waits for them.
void ModelService::trainingBegins()
{
    m_baselineStop.request_stop();
    for (const auto& inquiry : underWay()) {
        if (inquiry->question.isLong()) {
            inquiry->stop.request_stop();
            failed(inquiry, {core::ErrorCode::Cancelled, {"Stopped.", {}}, {}, {}});
        } else if (inquiry->computing) {
            inquiry->leftOff = true;
            inquiry->stop.request_stop();
        }
    }
}

/// Interrupts the current answer, because the training stops between two updates; the question is
/// answered after its end.
void ModelService::trainingStops()
{
    for (const auto& inquiry : underWay()) {
        if (inquiry->computing) {
            inquiry->leftOff = true;
            inquiry->stop.request_stop();
        }
    }
}

void ModelService::computeBaselines(const core::ExperimentSpec& spec,
                                    std::function<void(const core::BaselineReport&)> done,
                                    FailureAnswer failed)
{
    m_baselineStop.request_stop();
    m_baselineStop = std::stop_source();
    if (m_training.active())
        m_baselineStop.request_stop();
    m_counter.run(
        this,
        [spec, monitor = core::Monitor(m_baselineStop.get_token(), {})] {
            monitor.throwIfStopped();
            return core::dataBaselines(spec, monitor);
        },
        std::move(done), std::move(failed));
}

void ModelService::summarise(const core::ExperimentSpec& spec, const core::NetworkSizes& sizes,
                             std::function<void(const core::ModelSummary&)> done,
                             FailureAnswer failed)
{
    onCompute(
        [spec, sizes, context = QPointer<QObject>(this),
         hearer = WorkerThread::hearerOf(std::move(done), std::move(failed))](core::LiveModel*) {
            WorkerThread::attempt(
                context, [&] { return core::plannedModel(spec, sizes); }, hearer);
        });
}

void ModelService::exportRun(const QString& run, const QString& checkpoint, const QString& format,
                             const QString& target, std::function<void()> done,
                             FailureAnswer failed)
{
    const auto hearer
        = WorkerThread::hearerOf([done = std::move(done)](bool) { done(); }, std::move(failed));
    onCompute([=, context = QPointer<QObject>(this)](core::LiveModel*) {
        WorkerThread::attempt(
            context,
            [&] {
                core::exportRun(run.toStdString(), checkpoint.toStdString(), format.toStdString(),
                                target.toStdString());
                return true;
            },
            hearer);
    });
}

void ModelService::report(const std::vector<std::filesystem::path>& runs,
                          const core::ReportSettings& settings,
                          std::function<void(const std::string& html)> done, FailureAnswer failed)
{
    onCompute([runs, settings, context = QPointer<QObject>(this),
               hearer
               = WorkerThread::hearerOf(std::move(done), std::move(failed))](core::LiveModel*) {
        WorkerThread::attempt(
            context, [&] { return core::toHtml(core::reportOf(runs, settings, core::Monitor())); },
            hearer);
    });
}

void ModelService::importNetwork(const QString& published, const QString& runs,
                                 std::function<void(const core::ImportPlan&)> done,
                                 FailureAnswer failed)
{
    const auto hearer = WorkerThread::hearerOf(std::move(done), std::move(failed));
    onCompute([=, this, context = QPointer<QObject>(this)](core::LiveModel*) {
        WorkerThread::attempt(
            context,
            [&] {
                const auto newRun = [&](const core::ImportPlan& plan) {
                    return core::newRunPath(runs.toStdString(), plan.spec);
                };
                return core::importNetwork(published.toStdString(), newRun, m_compute.monitor());
            },
            hearer);
    });
}

} // namespace app
