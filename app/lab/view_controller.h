#pragma once

#include "app/lab/model_service.h"
#include "app/lab/run_library.h"

#include "ui/window/main_window.h"

#include <QElapsedTimer>
#include <QObject>

#include <optional>

namespace app {

/// The one selection that every view follows: the current run, the epoch shown, the pinned text.
/// Has sentence and results made anew when it changes and, while the run is trained, as it learns.
class ViewController : public QObject {
    Q_OBJECT
public:
    ViewController(ui::MainWindow& window, ModelService& models, RunLibrary& runs,
                   TrainingController& training, QObject* parent = nullptr);

    void setCurrentRun(const QString& run);
    QString currentRun() const { return m_choice.run; }
    const ModelChoice& choice() const { return m_choice; }

private:
    void chooseEpoch(int epoch);
    void showEpochs();
    void inspect(const QString& text);
    void askForSentence();
    void sentenceArrived();
    void updatesArrived();
    void askForResults(const QString& split);
    void scoreIfShown();
    void connectWindow();

    ui::MainWindow& m_window;
    ModelService& m_models;
    RunLibrary& m_runs;
    TrainingController& m_training;
    ModelChoice m_choice;
    QString m_text; ///< What Sentence shows.
    QString m_split = QStringLiteral("valid"); ///< What Results shows.
    bool m_sentenceUnderWay = false;
    bool m_sentenceStale = false; ///< Something changed while an answer was under way.
    bool m_hasLiveModel = false; ///< The training has a network that can be asked.
    QElapsedTimer m_sinceSentence;
    double m_answerMilliseconds = 0.0;
    std::optional<ModelChoice> m_scored; ///< What Results was last asked for.
    quint64 m_resultsRequest = 0;
};

} // namespace app
