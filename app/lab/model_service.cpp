#include "app/lab/model_service.h"

#include "core/data/data_set.h"
#include "core/exchange/export.h"
#include "core/train/run_folder.h"

#include <QPointer>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <list>

namespace app {

namespace {

constexpr size_t kOpenNetworks = 4;

std::string checkpointName(const ModelChoice& choice)
{
    if (choice.epoch >= 0)
        return "epoch-" + std::to_string(choice.epoch);
    const core::RunSummary summary = core::readRunSummary(choice.run.toStdString());
    // A stopped run is looked at where it stands; a finished one at its best.
    const bool finished = summary.state == core::RunState::Completed;
    return finished ? core::standardCheckpoint(summary) : "last";
}

core::LabelledTexts textsOf(const std::string& run, const QString& split,
                            const core::Monitor& monitor)
{
    core::DataSet data = core::loadData(core::readRunSummary(run).spec.data, monitor);
    core::LabelledTexts texts = std::move(split == QLatin1String("test") ? data.test : data.valid);
    if (texts.size() == 0)
        throw core::Error(
            core::ErrorCode::BadData, {"This run has no %1 texts.", {split.toStdString()}},
            {"Hold some out in step 1, or drop a file with them, and train again.", {}});
    return texts;
}

} // namespace

/// Networks read from disk and the texts they are scored on. Touched on the compute thread only,
/// and emptied there: tensors must not outlive it.
struct ModelService::Cabinet {
    struct Drawer {
        std::string run, checkpoint;
        std::filesystem::file_time_type written;
        std::unique_ptr<core::LiveModel> model;
    };
    std::list<Drawer> drawers; ///< The one used last stands first.

    core::LiveModel& open(const ModelChoice& choice)
    {
        const std::string run = choice.run.toStdString();
        const std::string checkpoint = checkpointName(choice);
        std::error_code error;
        const auto written = std::filesystem::last_write_time(
            std::filesystem::path(run) / "checkpoints" / (checkpoint + ".safetensors"), error);
        const auto known = std::find_if(drawers.begin(), drawers.end(), [&](const Drawer& each) {
            return each.run == run && each.checkpoint == checkpoint && each.written == written;
        });
        if (known != drawers.end()) {
            drawers.splice(drawers.begin(), drawers, known);
        } else {
            drawers.push_front({run, checkpoint, written, core::openRun(run, checkpoint)});
            if (drawers.size() > kOpenNetworks)
                drawers.pop_back();
        }
        return *drawers.front().model;
    }
};

/// Something asked of a training. When the training ends first, it is asked of the idle thread.
struct ModelService::Question {
    std::function<void(core::LiveModel*)> work;
    std::atomic<bool> taken{false};

    void answer(core::LiveModel* live)
    {
        if (!taken.exchange(true))
            work(live);
    }
};

ModelService::ModelService(WorkerThread& compute, TrainingController& training, QObject* parent)
    : QObject(parent)
    , m_compute(compute)
    , m_training(training)
    , m_cabinet(std::make_shared<Cabinet>())
    , m_reader(QStringLiteral("results"))
{
    connect(&m_training, &TrainingController::ended, this, &ModelService::askAgain);
}

ModelService::~ModelService()
{
    cancelEvaluation();
    m_compute.post([cabinet = m_cabinet] { cabinet->drawers.clear(); });
}

void ModelService::onCompute(std::function<void(core::LiveModel*)> work)
{
    auto question = std::make_shared<Question>();
    question->work = std::move(work);
    const bool asked
        = m_training.ask([question](core::LiveModel& live) { question->answer(&live); });
    if (!asked && !m_training.active()) {
        m_compute.post([question] { question->answer(nullptr); });
        return;
    }
    std::erase_if(m_open, [](const auto& each) { return each->taken.load(); });
    m_open.push_back(std::move(question));
}

void ModelService::askAgain()
{
    for (const auto& question : std::exchange(m_open, {}))
        m_compute.post([question] { question->answer(nullptr); });
}

void ModelService::inspect(const ModelChoice& choice, const QString& text,
                           std::function<void(const core::Inspection&)> done, FailureAnswer failed)
{
    const bool wantsLive = choice.epoch < 0 && choice.run == m_training.run();
    onCompute([=, context = QPointer<QObject>(this), cabinet = m_cabinet,
               plain = text.toStdString()](core::LiveModel* live) {
        WorkerThread::attempt(
            context,
            [&] {
                core::LiveModel& model = wantsLive && live ? *live : cabinet->open(choice);
                return model.inspect(plain);
            },
            done, failed);
    });
}

void ModelService::evaluate(const ModelChoice& choice, const QString& split,
                            std::function<void(const core::Progress&)> progress,
                            std::function<void(const Evaluation&)> done, FailureAnswer failed)
{
    cancelEvaluation();
    m_evaluationStop = std::stop_source();
    const QPointer<QObject> context(this);
    const core::Monitor monitor(m_evaluationStop.get_token(), [=](const core::Progress& each) {
        WorkerThread::answer(context, [progress, each] { progress(each); });
    });
    // Reading needs no tensors: it must not hold up a training.
    m_reader.run(
        this, [=, run = choice.run.toStdString()] { return textsOf(run, split, monitor); },
        [=, this](const core::LabelledTexts& texts) {
            score(choice, texts, monitor, done, failed);
        },
        failed);
}

void ModelService::score(const ModelChoice& choice, const core::LabelledTexts& texts,
                         const core::Monitor& monitor, std::function<void(const Evaluation&)> done,
                         FailureAnswer failed)
{
    const bool wantsLive = choice.epoch < 0 && choice.run == m_training.run();
    onCompute([=, context = QPointer<QObject>(this), cabinet = m_cabinet](core::LiveModel* live) {
        WorkerThread::attempt(
            context,
            [&] {
                core::LiveModel& model = wantsLive && live ? *live : cabinet->open(choice);
                Evaluation result;
                result.scores
                    = model.evaluate(texts.texts, texts.labels, &result.predictions, monitor);
                result.epoch = model.epoch();
                return result;
            },
            done, failed);
    });
}

void ModelService::cancelEvaluation()
{
    m_evaluationStop.request_stop();
}

void ModelService::summarise(const core::ExperimentSpec& spec, qint64 vocabularySize,
                             qint64 classes, std::function<void(const core::ModelSummary&)> done,
                             FailureAnswer failed)
{
    onCompute([=, context = QPointer<QObject>(this)](core::LiveModel*) {
        WorkerThread::attempt(
            context,
            [&] {
                return core::summariseModel(spec,
                                            {.vocabularySize = vocabularySize, .classes = classes});
            },
            done, failed);
    });
}

void ModelService::exportRun(const QString& run, const QString& checkpoint, const QString& format,
                             const QString& target, std::function<void()> done,
                             FailureAnswer failed)
{
    onCompute([=, context = QPointer<QObject>(this)](core::LiveModel*) {
        WorkerThread::attempt(
            context,
            [&] {
                core::exportRun(run.toStdString(), checkpoint.toStdString(), format.toStdString(),
                                target.toStdString());
                return true;
            },
            [done](bool) { done(); }, failed);
    });
}

} // namespace app
