#pragma once

#include "app/lab/model_service.h"
#include "app/lab/run_library.h"
#include "app/lab/setup_controller.h"
#include "app/lab/training_controller.h"
#include "app/lab/worker_thread.h"

#include "ui/window/main_window.h"

#include <QObject>
#include <QStringList>

namespace app {

enum class OpenedKind {
    Settings,
    Run,
    Export,
    Archive, ///< Its contents must be read first.
    Network, ///< Published by another program: it is imported.
    Data ///< Everything else; the reader reports problems.
};

/// Recognises what kind of thing a path is, by reading little of it.
OpenedKind openedKind(const QString& path);

/// Opens whatever is dropped, chosen or given on the command line: data and settings into the
/// set-up, runs into the list, exports as settings with weights to start from. Packed runs and
/// exports are unpacked beside the other runs; networks of other programs become runs there.
class Opening : public QObject {
    Q_OBJECT
public:
    Opening(ui::MainWindow& window, SetupController& setup, RunLibrary& runs,
            TrainingController& training, ModelService& models, QObject* parent = nullptr);

    /// @param shownTask  the task of the run that is shown: files of questions about words belong
    /// to word vectors, and are texts like others for any other task.
    void open(const QStringList& paths, const std::string& shownTask = {});
    void openRuns(const QStringList& paths); ///< A folder that is no run is not taken for data.

Q_SIGNALS:
    void opened(const QStringList& paths); ///< Settings and exports: worth remembering.

private:
    void openSpec(const QString& path);
    void openArchives(const QStringList& archives, const QStringList& data);
    void openData(const QStringList& paths);
    void openExport(const QString& path);
    void openNetwork(const QString& path);
    void openQuestions(const QStringList& paths);

    ui::MainWindow& m_window;
    SetupController& m_setup;
    RunLibrary& m_runs;
    TrainingController& m_training;
    ModelService& m_models;
    WorkerThread m_worker; ///< Looks into archives.
};

} // namespace app
