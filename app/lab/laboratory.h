#pragma once

#include "app/lab/exporting.h"
#include "app/lab/map_worker.h"
#include "app/lab/model_service.h"
#include "app/lab/opening.h"
#include "app/lab/pinned_sentences.h"
#include "app/lab/run_library.h"
#include "app/lab/session.h"
#include "app/lab/setup_controller.h"
#include "app/lab/training_controller.h"
#include "app/lab/tuning.h"
#include "app/lab/view_controller.h"
#include "app/lab/worker_thread.h"

#include "ui/window/main_window.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace app {

/// The controller behind the window: connects requests of the user with core.
class Laboratory : public QObject {
    Q_OBJECT
public:
    Laboratory(ui::MainWindow& window, const Places& places, QObject* parent = nullptr);
    ~Laboratory() override; ///< Stops a training with a checkpoint and waits for it.

    /// Fills the window with the last set-up, or the bundled sample, and the existing runs.
    void begin();
    /// For the first start: trains a network within a second, shows it in Unrolled, and offers the
    /// tour. Nothing happens if there are runs.
    void showExample();
    /// Opens the paths given on the command line.
    void open(const QStringList& paths) { m_opening.open(paths, m_views.currentTask()); }

    TrainingController& training() { return m_training; }
    RunLibrary& runs() { return m_runs; }

private:
    void connectTraining();
    void connectWindow();
    void connectRuns();
    void start();
    void startNext(); ///< The next of m_waiting.
    /// @return whether it begins. @pre no training is active.
    /// @param showing  AsBefore: the run that is shown stays, as does the view.
    enum class Showing { Training, AsBefore };
    bool train(const core::ExperimentSpec& spec, const QString& sampleText,
               Showing showing = Showing::Training);
    void trainBeside(const core::ExperimentSpec& spec); ///< A view compares it to the shown run.
    void resume(const QString& run);
    /// Shows a training that has just begun.
    void showTraining(const QString& run, Showing showing = Showing::Training);
    void showPaused(bool paused);
    void showNotes(const std::vector<core::Message>& notes); ///< Notes of a training that starts.
    /// Adds to the notice on the end of a training that a baseline is as good.
    void compareWithBaselines(const QString& run, const QString& notice);
    void trainingEnded(const core::EndReport& report);
    void showStartable();
    void tuned(const core::ChangeReport& report);
    QString readiness() const;
    void offerSettings(const QString& run);
    void takeSettings(const QString& run);
    QString runOfLastTime() const; ///< @pre there are runs.
    void checkSpeed();

    ui::MainWindow& m_window;
    WorkerThread m_compute; ///< Owns every tensor.
    MapWorker m_maps;
    TrainingController m_training;
    ModelService m_models;
    RunLibrary m_runs;
    SetupController m_setup;
    Opening m_opening;
    ViewController m_views;
    Exporting m_exporting;
    PinnedSentences m_pinned;
    Tuning m_tuning;
    Session m_session;
    bool m_isExample = false; ///< The active training is that of showExample().
    core::StartReport m_start; ///< Start report of the active training.
    std::vector<core::Score> m_bestScores; ///< Those of its best epoch, on validation data.
    std::unique_ptr<ui::Asked> m_askedBaselines; ///< For the notice on its end.
    QString m_lostProcesses; ///< The sentence on those of it that have ended; empty: none have.
    core::UpdateReport m_latest; ///< Last update of the active training; step 0: none.
    std::vector<core::ExperimentSpec> m_waiting; ///< Runs to compare with it, the last one first.
    size_t m_compared = 0; ///< All runs of that comparison.
};

/// The data of core that the window needs.
ui::Knowledge knowledge();

} // namespace app
