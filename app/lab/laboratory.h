#pragma once

#include "app/lab/model_service.h"
#include "app/lab/opening.h"
#include "app/lab/pinned_sentences.h"
#include "app/lab/run_library.h"
#include "app/lab/setup_controller.h"
#include "app/lab/training_controller.h"
#include "app/lab/view_controller.h"
#include "app/lab/worker_thread.h"

#include "ui/window/main_window.h"

#include <QObject>
#include <QStringList>

#include <filesystem>
#include <optional>

namespace app {

/// Where the program keeps what is the user's.
struct Places {
    QString runsFolder;
    QString sessionSpec; ///< The set-up as it was left; written after each edit.
    QString settings; ///< File of ui::Settings.
};

/// Everything behind the window: connects what the user wishes with what core does.
class Laboratory : public QObject {
    Q_OBJECT
public:
    Laboratory(ui::MainWindow& window, const Places& places, QObject* parent = nullptr);
    ~Laboratory() override; ///< Stops a training with a checkpoint and waits for it.

    /// Fills the window: the set-up as it was left, or the bundled sample; the runs there are.
    void begin();
    /// What was given on the command line.
    void open(const QStringList& paths) { m_opening.open(paths); }

    TrainingController& training() { return m_training; }
    RunLibrary& runs() { return m_runs; }

private:
    void connectTraining();
    void connectTuning();
    void connectWindow();
    void connectRuns();
    void start();
    void resume(const QString& run);
    void showTraining(const QString& run); ///< One that was just begun.
    void showPaused(bool paused);
    void trainingEnded(const core::EndReport& report);
    void showStartable();
    /// What of the set-up differs from the running training, so that it can be applied to it.
    void showTuning();
    void tune();
    void tuned(const core::ChangeReport& report);
    QString readiness() const;
    void offerSettings(const QString& run);
    void takeSettings(const QString& run);
    void exportRun(const QString& run, const QString& format, const QString& target);
    void remember(const QStringList& paths);
    void saveSession();
    QString runOfLastTime() const; ///< @pre there are runs.
    void keepChosenRun() const;
    void checkSpeed();

    ui::MainWindow& m_window;
    Places m_places;
    WorkerThread m_compute; ///< Owns every tensor.
    WorkerThread m_writer; ///< Saves the session.
    TrainingController m_training;
    ModelService m_models;
    RunLibrary m_runs;
    SetupController m_setup;
    Opening m_opening;
    ViewController m_views;
    PinnedSentences m_pinned;
    core::StartReport m_start; ///< Of the active training.
    core::ExperimentSpec m_trained; ///< The set-up that it was begun with, as it is now.
    QTimer m_sessionTimer;
};

/// What the window is told of core at the start.
ui::Knowledge knowledge();

} // namespace app
