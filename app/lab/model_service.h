#pragma once

#include "app/lab/training_controller.h"
#include "app/lab/worker_thread.h"

#include "core/data/corpus.h"
#include "core/model/model_summary.h"
#include "core/task/classification/live_classifier.h"
#include "core/task/translation/live_translator.h"

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
    using ProgressAnswer = std::function<void(const core::Progress&)>;

    void inspect(const ModelChoice& choice, const QString& text,
                 std::function<void(const core::Inspection&)> done, FailureAnswer failed);

    struct Evaluation {
        core::ClassificationScores scores;
        std::vector<core::Prediction> predictions;
        qint64 epoch = 0;
    };
    /// Scores the model on "valid" or "test" of its own spec's data.
    void evaluate(const ModelChoice& choice, const QString& split, ProgressAnswer progress,
                  std::function<void(const Evaluation&)> done, FailureAnswer failed);
    void cancelEvaluation(); ///< Of a classifier or a translator.

    /// @param target  empty: the network's own greedy translation is looked at.
    void inspectTranslation(const ModelChoice& choice, const QString& source, const QString& target,
                            std::function<void(const core::TranslationInspection&)> done,
                            FailureAnswer failed);
    void compare(const ModelChoice& choice, const QString& source, const QString& reference,
                 std::function<void(const core::TeacherComparison&)> done, FailureAnswer failed);
    void decode(const ModelChoice& choice, const core::DecodingRequest& request,
                std::function<void(const core::Decoding&)> done, FailureAnswer failed);

    struct TranslationEvaluation {
        core::TranslationScores scores;
        std::vector<core::ScoredTranslation> translations;
        qint64 epoch = 0;
    };
    /// Translates "valid" or "test" of the run's own data by its own search.
    void evaluateTranslation(const ModelChoice& choice, const QString& split,
                             ProgressAnswer progress,
                             std::function<void(const TranslationEvaluation&)> done,
                             FailureAnswer failed);
    /// Where `search` finds something more probable than greedy; its kind empty: the run's own.
    void findGains(const ModelChoice& choice, const QString& split, const core::Selection& search,
                   ProgressAnswer progress,
                   std::function<void(const std::vector<core::SearchGain>&)> done,
                   FailureAnswer failed);
    void cancelGains();

    /// A sentence of a translator's own data to look at: a short one of "valid", else of training.
    void findExample(const QString& run, std::function<void(const std::string&)> done,
                     FailureAnswer failed);

    /// Of networks of any task.
    void positions(const ModelChoice& choice,
                   std::function<void(const std::vector<core::PositionTable>&)> done,
                   FailureAnswer failed);

    void summarise(const core::ExperimentSpec& spec, const core::NetworkSizes& sizes,
                   std::function<void(const core::ModelSummary&)> done, FailureAnswer failed);
    void exportRun(const QString& run, const QString& checkpoint, const QString& format,
                   const QString& target, std::function<void()> done, FailureAnswer failed);

private:
    struct Cabinet;
    struct Question;
    /// Runs `work` on the compute thread; `live` is the network being trained, or nullptr.
    void onCompute(std::function<void(core::LiveModel* live)> work);
    void askAgain();
    /// Asks the chosen network, which must be of the kind `Live`, on the compute thread.
    template <class Live, class Ask, class Done>
    void askModel(const ModelChoice& choice, Ask ask, Done done, FailureAnswer failed);
    /// Reads texts on the reader's thread (that needs no tensors and must not hold up a training),
    /// then asks the network about them: ask(Live&, texts).
    template <class Live, class Read, class Ask, class Done>
    void readAndAsk(const ModelChoice& choice, Read read, Ask ask, Done done, FailureAnswer failed);
    /// Ends what `stop` stopped before and reports on the GUI thread from now on.
    core::Monitor freshMonitor(std::stop_source& stop, ProgressAnswer progress);

    WorkerThread& m_compute;
    TrainingController& m_training;
    std::shared_ptr<Cabinet> m_cabinet; ///< Networks opened from disk; the compute thread's.
    std::vector<std::shared_ptr<Question>> m_open; ///< Asked of a training, not yet taken up.
    std::stop_source m_evaluationStop, m_gainsStop, m_exampleStop;
    WorkerThread m_reader; ///< Reads texts to be scored. Last: its end comes first.
};

} // namespace app
