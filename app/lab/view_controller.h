#pragma once

#include "app/lab/classification_views.h"
#include "app/lab/question_gate.h"
#include "app/lab/run_library.h"
#include "app/lab/translation_views.h"

#include "ui/window/main_window.h"

#include <QObject>

#include <optional>

namespace app {

/// The one selection that every view follows: the current run, the epoch shown, the pinned text.
/// Tells it to the views of the run's task, again and again while the run is trained.
class ViewController : public QObject {
    Q_OBJECT
public:
    ViewController(ui::MainWindow& window, ModelService& models, RunLibrary& runs,
                   TrainingController& training, QObject* parent = nullptr);

    void setCurrentRun(const QString& run);
    QString currentRun() const { return m_choice.run; }
    const ModelChoice& choice() const { return m_choice; }

Q_SIGNALS:
    void currentRunChanged(const QString& run); ///< Before anything of it is asked.

private:
    void chooseEpoch(int epoch);
    void showEpochs();
    void showModel();
    void askForPositions();
    void updatesArrived();
    void connectWindow();
    void connectTraining();
    ShownModel shownModel() const;
    TaskViews& current();

    ui::MainWindow& m_window;
    ModelService& m_models;
    RunLibrary& m_runs;
    TrainingController& m_training;
    ModelChoice m_choice;
    bool m_hasLiveModel = false; ///< The training has a network that can be asked.
    ClassificationViews m_classification;
    TranslationViews m_translation;
    bool m_translates = false; ///< The current run is a translator.
    QuestionGate m_positions;
    std::optional<ModelChoice> m_positionsOf; ///< What Positions was last asked for.
};

} // namespace app
