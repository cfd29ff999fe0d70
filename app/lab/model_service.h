#pragma once

#include "app/lab/training_controller.h"
#include "app/lab/worker_thread.h"

#include "core/model/model_summary.h"
#include "core/probe/question.h"
#include "ui/view/view_context.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace core {
class LiveModel;
}

namespace app {

/// Looks into networks on the compute thread: between two updates while something is trained, at
/// once otherwise. Answers come on the GUI thread; a question is answered unless it is withdrawn.
///
/// No training waits for it: what is being answered when one begins or is to stop is left off
/// within a batch. It is answered anew between two updates or after the end; questions that read
/// many texts are given up when a training begins: their failure is "cancelled".
class ModelService : public QObject {
    Q_OBJECT
public:
    ModelService(WorkerThread& compute, TrainingController& training, QObject* parent = nullptr);
    ~ModelService() override;

    using FailureAnswer = std::function<void(const core::Failure&)>;
    using ProgressAnswer = std::function<void(const core::Progress&)>;

    /// The question stands as long as what is returned lives. Of `done` and `failed` one is called.
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

    void summarise(const core::ExperimentSpec& spec, const core::NetworkSizes& sizes,
                   std::function<void(const core::ModelSummary&)> done, FailureAnswer failed);
    void exportRun(const QString& run, const QString& checkpoint, const QString& format,
                   const QString& target, std::function<void()> done, FailureAnswer failed);

private:
    struct Cabinet;
    struct Job;
    struct Inquiry;
    class Handle;
    /// Runs `work` on the compute thread; `live` is the network being trained, or nullptr.
    void onCompute(std::function<void(core::LiveModel* live)> work);
    void askAgain(); ///< What a training that has ended left unanswered.
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
    std::vector<std::shared_ptr<Job>> m_open; ///< Asked of a training, not yet taken up.
    std::vector<std::weak_ptr<Inquiry>> m_inquiries; ///< Questions, until they are answered.
    WorkerThread m_reader; ///< Reads texts to be scored. Last: its end comes first.
};

} // namespace app
