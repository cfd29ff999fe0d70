#pragma once

#include "app/lab/setup_controller.h"
#include "app/lab/training_controller.h"

#include "ui/window/main_window.h"

#include <QObject>

namespace app {

/// Settings of the active training that are changed while it runs: shows in the set-up which of its
/// settings differ from the training, and applies them.
class Tuning : public QObject {
    Q_OBJECT
public:
    Tuning(ui::MainWindow& window, TrainingController& training, SetupController& setup);

    void begin(const core::ExperimentSpec& trained); ///< A training with these settings.
    void show(); ///< Shows the settings that differ and can be applied.

Q_SIGNALS:
    void tuned(const core::ChangeReport& report); ///< The training goes on with the changes.

private:
    void apply();
    void changed(const core::ChangeReport& report);

    ui::MainWindow& m_window;
    TrainingController& m_training;
    SetupController& m_setup;
    core::ExperimentSpec m_trained; ///< Those of the active training, with applied changes.
};

} // namespace app
