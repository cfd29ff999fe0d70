#pragma once

#include "app/lab/training_controller.h"
#include "app/lab/worker_thread.h"

#include "core/model/model_summary.h"
#include "core/probe/baselines/baseline_questions.h"
#include "core/probe/question.h"
#include "core/report/report.h"
#include "core/train/foreign/import.h"
#include "ui/view/view_context.h"

#include <QObject>

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace core {
class LiveModel;
}

namespace app {

/// Answers questions to networks on the compute thread: between two updates during a training, at
/// once otherwise. Answers arrive on the GUI thread, unless the question is withdrawn.
///
/// No training waits for it: when one begins or must stop, the current answer is interrupted within
/// a batch. The question is answered later, between two updates or after the end. Questions that
/// read many texts fail with "cancelled" when a training begins.
class ModelService : public QObject {
    Q_OBJECT
public:
    ModelService(WorkerThread& compute, TrainingController& training, QObject* parent = nullptr);
    ~ModelService() override;

    using FailureAnswer = std::function<void(const core::Failure&)>;
    using ProgressAnswer = std::function<void(const core::Progress&)>;

    /// The question is pending while the returned handle exists. Either `done` or `failed` is
    /// called.
    [[nodiscard]] std::unique_ptr<ui::Asked> ask(const ui::ModelChoice& choice,
                                                 const core::AnyQuestion& question,
                                                 ui::ViewContext::Hearer hearer);
    /// @param done  void(const Question::Answer&)
    template <class Question, class Done>
    [[nodiscard]] std::unique_ptr<ui::Asked> ask(const ui::ModelChoice& choice, Question question,
                                                 Done done, FailureAnswer failed,
                                                 ProgressAnswer progress = {})
    {
        return ask(choice, core::AnyQuestion(std::move(question)),
                   {[done = std::move(done)](const core::AnyAnswer& answer) {
                        done(std::as_const(answer.to<Question>()));
                    },
                    std::move(failed), std::move(progress)});
    }

    bool isAnswering() const; ///< Some question is pending.
    void summarise(const core::ExperimentSpec& spec, const core::NetworkSizes& sizes,
                   std::function<void(const core::ModelSummary&)> done, FailureAnswer failed);
    /// Computes what a network has to beat on the data of a set-up, while nothing is trained. A
    /// newer request and a training end it: then `failed` is called.
    void computeBaselines(const core::ExperimentSpec& spec,
                          std::function<void(const core::BaselineReport&)> done,
                          FailureAnswer failed);
    void exportRun(const QString& run, const QString& checkpoint, const QString& format,
                   const QString& target, std::function<void()> done, FailureAnswer failed);
    /// Makes a report of runs as HTML.
    void report(const std::vector<std::filesystem::path>& runs,
                const core::ReportSettings& settings,
                std::function<void(const std::string& html)> done, FailureAnswer failed);
    /// Makes a run of a published network in a new folder under `runs`. @param done  gets the run.
    void importNetwork(const QString& published, const QString& runs,
                       std::function<void(const core::ImportPlan&)> done, FailureAnswer failed);

private:
    struct Cabinet;
    struct Job;
    struct Inquiry;
    class Handle;
    /// Runs `work` on the compute thread; `live` is the network being trained, or nullptr.
    void onCompute(std::function<void(core::LiveModel* live)> work);
    void askAgain(); ///< Sends the questions that an ended training left unanswered.
    void read(const std::shared_ptr<Inquiry>& inquiry);
    void send(const std::shared_ptr<Inquiry>& inquiry);
    core::Monitor monitorOf(const std::shared_ptr<Inquiry>& inquiry);
    void answered(const std::shared_ptr<Inquiry>& inquiry, const core::AnyAnswer& answer);
    void failed(const std::shared_ptr<Inquiry>& inquiry, const core::Failure& failure);
    std::vector<std::shared_ptr<Inquiry>> underWay();
    void trainingBegins();
    void trainingStops();

    WorkerThread& m_compute;
    TrainingController& m_training;
    std::shared_ptr<Cabinet> m_cabinet; ///< Networks opened from disk; the compute thread's.
    std::vector<std::shared_ptr<Job>> m_open; ///< Sent to a training, not yet started.
    std::vector<std::weak_ptr<Inquiry>> m_inquiries; ///< Questions, until they are answered.
    std::stop_source m_baselineStop; ///< For those of a set-up.
    WorkerThread m_counter; ///< Computes baselines; gives way to other threads.
    WorkerThread m_reader; ///< Reads texts to be scored. Last: its end comes first.
};

} // namespace app
