#pragma once

#include "app/lab/worker_thread.h"

#include "core/train/training.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace app {

/// Controls the one training from the GUI thread. Reports arrive in batches about 20 times per
/// second; none is lost. `ended` is emitted last, once for each start.
class TrainingController : public QObject {
    Q_OBJECT
public:
    explicit TrainingController(WorkerThread& compute, QObject* parent = nullptr);
    ~TrainingController() override; ///< Stops a running training; the worker finishes it.

    void start(const core::ExperimentSpec& spec, const QString& run); ///< Ignored while active.
    void resume(const QString& run); ///< Ignored while active.
    void pause();
    void proceed();
    void step();
    void stop(); ///< Returns at once; `ended` follows.
    /// Ends the training after the current epoch, as stop() between two epochs would.
    void setStopAtEpochEnd(bool wanted);
    /// Changes settings from the next update on; `changed` follows.
    void change(const std::vector<core::SettingChange>& wished);
    void setUpdatesPerSecond(double rate); ///< Limits the active training; 0: no limit.

    bool active() const { return m_control != nullptr; }
    bool paused() const;
    bool isStopping() const; ///< A stop was requested, but the training still runs.
    QString run() const { return m_run; } ///< Run of the active or latest training.
    /// Runs `request` on the compute thread between two updates; false when nothing is trained.
    bool ask(core::RunControl::Request request);

Q_SIGNALS:
    void began(const QString& run); ///< Before its first job.
    void stopping(); ///< A stop was requested; `ended` follows.
    void progressed(const core::Progress& progress);
    void started(const core::StartReport& report);
    void updated(const std::vector<core::UpdateReport>& reports);
    void epochEnded(const core::EpochReport& report);
    void changed(const core::ChangeReport& report);
    void processesLost(const core::Message& sentence); ///< The rest goes on; `started` follows.
    void ended(const core::EndReport& report);

private:
    struct Inbox;
    using Training
        = std::function<core::EndReport(core::RunControl&, const core::TrainingListener&)>;
    void launch(const QString& run, Training training);
    void deliver();
    void finish(const core::EndReport& report);

    WorkerThread& m_compute;
    std::shared_ptr<core::RunControl> m_control;
    std::shared_ptr<Inbox> m_inbox;
    QTimer m_timer;
    QString m_run;
};

} // namespace app
