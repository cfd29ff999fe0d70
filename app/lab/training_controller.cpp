#include "app/lab/training_controller.h"

#include <atomic>
#include <utility>
#include <variant>

namespace app {

namespace {
constexpr int kDeliveryIntervalMs = 50;
}

/// Reports of the training's thread that the GUI thread has not received yet, in order.
struct TrainingController::Inbox {
    using Item = std::variant<core::StartReport, core::UpdateReport, core::EpochReport,
                              core::ChangeReport, core::Message>;

    void put(Item item)
    {
        const std::lock_guard lock(mutex);
        items.push_back(std::move(item));
    }
    std::vector<Item> take(std::optional<core::Progress>& latest)
    {
        const std::lock_guard lock(mutex);
        latest = std::exchange(progress, std::nullopt);
        return std::exchange(items, {});
    }

    std::atomic<bool> stopAtEpochEnd = false;
    std::mutex mutex;
    std::vector<Item> items;
    std::optional<core::Progress> progress; ///< Only the latest is worth showing.
};

TrainingController::TrainingController(WorkerThread& compute, QObject* parent)
    : QObject(parent), m_compute(compute)
{
    m_timer.setInterval(kDeliveryIntervalMs);
    connect(&m_timer, &QTimer::timeout, this, &TrainingController::deliver);
}

TrainingController::~TrainingController()
{
    stop();
}

void TrainingController::start(const core::ExperimentSpec& spec, const QString& run)
{
    launch(run,
           [spec, path = run.toStdString()](core::RunControl& control,
                                            const core::TrainingListener& listener) {
               return core::train(spec, path, control, listener);
           });
}

void TrainingController::resume(const QString& run)
{
    launch(run,
           [path = run.toStdString()](core::RunControl& control,
                                      const core::TrainingListener& listener) {
               return core::resume(path, control, listener);
           });
}

void TrainingController::launch(const QString& run, Training training)
{
    if (active())
        return;
    m_run = run;
    m_control = std::make_shared<core::RunControl>();
    m_inbox = std::make_shared<Inbox>();
    m_timer.start();
    Q_EMIT began(run);
    auto work = [training = std::move(training), control = m_control, inbox = m_inbox] {
        core::TrainingListener listener;
        listener.progress = [&](const core::Progress& progress) {
            const std::lock_guard lock(inbox->mutex);
            inbox->progress = progress;
        };
        listener.started = [&](const core::StartReport& report) { inbox->put(report); };
        listener.updated = [&](const core::UpdateReport& report) { inbox->put(report); };
        listener.epochEnded = [&](const core::EpochReport& report) {
            inbox->put(report);
            if (inbox->stopAtEpochEnd)
                control->stop(); // Here, where no update has followed yet.
        };
        listener.changed = [&](const core::ChangeReport& report) { inbox->put(report); };
        listener.processesLost = [&](const core::Message& sentence) { inbox->put(sentence); };
        return training(*control, listener);
    };
    m_compute.run(
        this, std::move(work), [this](const core::EndReport& report) { finish(report); },
        [this](const core::Failure& failure) {
            core::EndReport report;
            report.state = core::RunState::Failed;
            report.reason = failure.what;
            report.failure = failure;
            finish(report);
        });
}

void TrainingController::deliver()
{
    std::optional<core::Progress> progress;
    std::vector<core::UpdateReport> updates;
    const auto flush = [&] {
        if (!updates.empty())
            Q_EMIT updated(std::exchange(updates, {}));
    };
    for (auto& item : m_inbox->take(progress)) {
        if (auto* update = std::get_if<core::UpdateReport>(&item)) {
            updates.push_back(*update);
            continue;
        }
        flush();
        if (const auto* start = std::get_if<core::StartReport>(&item))
            Q_EMIT started(*start);
        else if (const auto* epoch = std::get_if<core::EpochReport>(&item))
            Q_EMIT epochEnded(*epoch);
        else if (const auto* change = std::get_if<core::ChangeReport>(&item))
            Q_EMIT changed(*change);
        else if (const auto* lost = std::get_if<core::Message>(&item))
            Q_EMIT processesLost(*lost);
    }
    flush();
    if (progress)
        Q_EMIT progressed(*progress);
}

void TrainingController::finish(const core::EndReport& report)
{
    m_timer.stop();
    deliver();
    m_control.reset();
    m_inbox.reset();
    Q_EMIT ended(report);
}

bool TrainingController::paused() const
{
    return m_control && m_control->paused();
}

void TrainingController::pause()
{
    if (m_control)
        m_control->pause();
}

void TrainingController::proceed()
{
    if (m_control)
        m_control->proceed();
}

void TrainingController::step()
{
    if (m_control)
        m_control->step();
}

void TrainingController::stop()
{
    if (!m_control)
        return;
    m_control->stop();
    Q_EMIT stopping();
}

void TrainingController::setStopAtEpochEnd(bool wanted)
{
    if (m_inbox)
        m_inbox->stopAtEpochEnd = wanted;
}

void TrainingController::change(const std::vector<core::SettingChange>& wished)
{
    if (m_control)
        m_control->change(wished);
}

void TrainingController::setUpdatesPerSecond(double rate)
{
    if (m_control)
        m_control->setUpdatesPerSecond(rate);
}

bool TrainingController::isStopping() const
{
    return m_control && m_control->stopRequested();
}

bool TrainingController::ask(core::RunControl::Request request)
{
    return m_control && m_control->ask(std::move(request));
}

} // namespace app
