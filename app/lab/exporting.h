#pragma once

#include "app/lab/model_service.h"
#include "app/lab/run_library.h"
#include "app/lab/view_controller.h"
#include "ui/window/main_window.h"

#include <QObject>

#include <vector>

namespace app {

/// Writes networks and reports of runs into files, on the requests of the window.
class Exporting : public QObject {
    Q_OBJECT
public:
    Exporting(ui::MainWindow& window, ModelService& models, const RunLibrary& runs,
              const ViewController& views);

private:
    void exportRun(const QString& format, const QString& target);
    /// Covers the current run, the ticked ones and the view in front.
    void report(const QString& target);
    std::vector<std::filesystem::path> reportedRuns() const;

    ui::MainWindow& m_window;
    ModelService& m_models;
    const RunLibrary& m_runs;
    const ViewController& m_views;
};

} // namespace app
