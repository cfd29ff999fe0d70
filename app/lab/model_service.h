#pragma once

#include "app/lab/training_controller.h"
#include "app/lab/worker_thread.h"

#include "core/data/data_set.h"
#include "core/model/model_summary.h"
#include "core/probe/live_model.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace app {

/// Which network is looked into: a run at an epoch.
struct ModelChoice {
    QString run; ///< Empty: none.
    int epoch = -1; ///< -1: the latest state, live while the run is being trained.

    friend bool operator==(const ModelChoice&, const ModelChoice&) = default;
};

/// Looks into networks on the compute thread: between two updates while something is trained, at
/// once otherwise. Answers come on the GUI thread, in order; a question is always answered.
class ModelService : public QObject {
    Q_OBJECT
public:
    ModelService(WorkerThread& compute, TrainingController& training, QObject* parent = nullptr);
    ~ModelService() override;

    using FailureAnswer = std::function<void(const core::Failure&)>;

    void inspect(const ModelChoice& choice, const QString& text,
                 std::function<void(const core::Inspection&)> done, FailureAnswer failed);

    struct Evaluation {
        core::ClassificationScores scores;
        std::vector<core::Prediction> predictions;
        qint64 epoch = 0;
    };
    /// Scores the model on "valid" or "test" of its own spec's data.
    void evaluate(const ModelChoice& choice, const QString& split,
                  std::function<void(const core::Progress&)> progress,
                  std::function<void(const Evaluation&)> done, FailureAnswer failed);
    void cancelEvaluation();

    void summarise(const core::ExperimentSpec& spec, qint64 vocabularySize, qint64 classes,
                   std::function<void(const core::ModelSummary&)> done, FailureAnswer failed);
    void exportRun(const QString& run, const QString& checkpoint, const QString& format,
                   const QString& target, std::function<void()> done, FailureAnswer failed);

private:
    struct Cabinet;
    struct Question;
    /// Runs `work` on the compute thread; `live` is the network being trained, or nullptr.
    void onCompute(std::function<void(core::LiveModel* live)> work);
    void askAgain();
    void score(const ModelChoice& choice, const core::LabelledTexts& texts,
               const core::Monitor& monitor, std::function<void(const Evaluation&)> done,
               FailureAnswer failed);

    WorkerThread& m_compute;
    TrainingController& m_training;
    std::shared_ptr<Cabinet> m_cabinet; ///< Networks opened from disk; the compute thread's.
    std::vector<std::shared_ptr<Question>> m_open; ///< Asked of a training, not yet taken up.
    std::stop_source m_evaluationStop;
    WorkerThread m_reader; ///< Reads texts to be scored. Last: its end comes first.
};

} // namespace app
