#pragma once

#include "app/lab/model_service.h"
#include "app/lab/run_library.h"

#include "ui/view/view_context.h"
#include "ui/window/main_window.h"

namespace app {

/// The one selection that every view follows: current run, epoch and sentence. It updates the views
/// of the window, forwards their questions to the networks, and announces changes of runs and of
/// the training.
class ViewController : public ui::ViewContext {
    Q_OBJECT
public:
    ViewController(ui::MainWindow& window, ModelService& models, RunLibrary& runs,
                   TrainingController& training, QObject* parent = nullptr);

    void setCurrentRun(const QString& run);
    QString currentRun() const { return m_shown.choice.run; }
    const std::string& currentTask() const { return m_shown.spec.task.kind; }
    const ui::ModelChoice& choice() const { return m_shown.choice; }
    /// Sets the set-up, which decides the views while there is no run.
    /// @param startable  its network can be made and looked into.
    void setSetUp(const core::ExperimentSpec& spec, bool startable);

    std::unique_ptr<ui::Asked> ask(const ui::ModelChoice& choice, const core::AnyQuestion& question,
                                   Hearer hearer) override;
    bool isAnswering() const override { return m_models.isAnswering(); }
    const std::vector<ui::RunRow>& runs() const override { return m_runs.rows(); }
    const core::Catalogue& catalogue() const override { return m_window.knowledge().catalogue; }
    QWidget* preview() const override { return m_window.setup().preview(); }

Q_SIGNALS:
    void currentRunChanged(const QString& run); ///< Before any question to it.

private:
    void chooseEpoch(int epoch);
    void showEpochs();
    /// Label of the right end of a run's epochs. @param live  it is being trained.
    QString bestState(const QString& run, bool live) const;
    void complete(ui::Shown& shown) const; ///< Sets what is known of its run and of the training.
    ui::Shown shownBeside() const; ///< The selection of the second pane.
    void follow(); ///< Both panes follow the selection.
    void followBeside(); ///< The second pane alone.
    void followRuns(); ///< The row of the current run may have changed.
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
    std::shared_ptr<const core::ExperimentSpec> m_startable; ///< See ui::Shown::setUp.
    bool m_hasLiveModel = false; ///< The training has a network that can be asked.
};

} // namespace app
