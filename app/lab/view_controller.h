#pragma once

#include "app/lab/model_service.h"
#include "app/lab/run_library.h"

#include "ui/view/view_context.h"
#include "ui/window/main_window.h"

namespace app {

/// The one selection that every view follows: the current run, the epoch shown, the sentence looked
/// at. Tells it to the window's views, brings their questions to the networks, and passes on what
/// is new of runs and of the training.
class ViewController : public ui::ViewContext {
    Q_OBJECT
public:
    ViewController(ui::MainWindow& window, ModelService& models, RunLibrary& runs,
                   TrainingController& training, QObject* parent = nullptr);

    void setCurrentRun(const QString& run);
    QString currentRun() const { return m_shown.choice.run; }
    const ui::ModelChoice& choice() const { return m_shown.choice; }
    /// What is set up: whose views are shown while there is no run.
    void setSetUp(const core::ExperimentSpec& spec);

    std::unique_ptr<ui::Asked> ask(const ui::ModelChoice& choice, const core::AnyQuestion& question,
                                   Hearer hearer) override;
    const std::vector<ui::RunRow>& runs() const override { return m_runs.rows(); }
    const core::Catalogue& catalogue() const override { return m_window.knowledge().catalogue; }
    QWidget* preview() const override { return m_window.setup().preview(); }

Q_SIGNALS:
    void currentRunChanged(const QString& run); ///< Before anything of it is asked.

private:
    void chooseEpoch(int epoch);
    void showEpochs();
    QString newestState() const; ///< What stands at the right end of the epochs.
    void followRuns(); ///< What the list says of the current run may have changed.
    void renew(); ///< m_shown, by what is known of the current run and of the training.
    void refresh(); ///< The same, and every view follows.
    void connectWishes();
    void connectNews();

    ui::MainWindow& m_window;
    ModelService& m_models;
    RunLibrary& m_runs;
    TrainingController& m_training;
    ui::Shown m_shown;
    core::ExperimentSpec m_setUp;
    bool m_hasLiveModel = false; ///< The training has a network that can be asked.
};

} // namespace app
