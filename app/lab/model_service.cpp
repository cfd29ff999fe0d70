#include "app/lab/model_service.h"

#include "app/lab/short_sentence.h"

#include "core/data/corpus.h"
#include "core/probe/open_run.h"
#include "core/task/task_kinds.h"
#include "core/train/run_folder.h"

#include <QPointer>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <list>
#include <type_traits>

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

/// Validation or test rows of a run, whatever it learns.
core::CorpusPart rowsOf(const std::string& run, const QString& split, const core::Monitor& monitor)
{
    const core::ExperimentSpec spec = core::readRunSummary(run).spec;
    const core::TaskColumns columns = core::columnsOfTask(spec.task);
    core::Corpus data = core::loadCorpus(spec.data, columns, monitor);
    core::CorpusPart rows = std::move(split == QLatin1String("test") ? data.test : data.valid);
    const std::vector<std::string> name{split.toStdString()};
    if (rows.size() == 0 && columns.arePairs())
        throw core::Error(
            core::ErrorCode::BadData, {"This run has no %1 pairs.", name},
            {"Hold some out in step 1, or drop files with them, and train again.", {}});
    if (rows.size() == 0)
        throw core::Error(
            core::ErrorCode::BadData, {"This run has no %1 texts.", name},
            {"Hold some out in step 1, or drop a file with them, and train again.", {}});
    return rows;
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
    cancelGains();
    m_exampleStop.request_stop();
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

template <class Live, class Ask, class Done>
void ModelService::askModel(const ModelChoice& choice, Ask ask, Done done, FailureAnswer failed)
{
    const bool wantsLive = choice.epoch < 0 && choice.run == m_training.run();
    onCompute([=, context = QPointer<QObject>(this), cabinet = m_cabinet](core::LiveModel* live) {
        WorkerThread::attempt(
            context,
            [&] {
                core::LiveModel& model = wantsLive && live ? *live : cabinet->open(choice);
                if constexpr (std::is_same_v<Live, core::LiveModel>)
                    return ask(model);
                else
                    return ask(core::liveAs<Live>(model));
            },
            done, failed);
    });
}

template <class Live, class Read, class Ask, class Done>
void ModelService::readAndAsk(const ModelChoice& choice, Read read, Ask ask, Done done,
                              FailureAnswer failed)
{
    m_reader.run(
        this, std::move(read),
        [=, this](const auto& texts) {
            askModel<Live>(
                choice, [ask, texts](Live& model) { return ask(model, texts); }, done, failed);
        },
        failed);
}

core::Monitor ModelService::freshMonitor(std::stop_source& stop, ProgressAnswer progress)
{
    stop.request_stop();
    stop = std::stop_source();
    const QPointer<QObject> context(this);
    return core::Monitor(stop.get_token(),
                         [context, progress = std::move(progress)](const core::Progress& each) {
                             WorkerThread::answer(context, [progress, each] { progress(each); });
                         });
}

void ModelService::inspect(const ModelChoice& choice, const QString& text,
                           std::function<void(const core::Inspection&)> done, FailureAnswer failed)
{
    askModel<core::LiveClassifier>(
        choice,
        [plain = text.toStdString()](core::LiveClassifier& model) { return model.inspect(plain); },
        std::move(done), std::move(failed));
}

void ModelService::evaluate(const ModelChoice& choice, const QString& split,
                            ProgressAnswer progress, std::function<void(const Evaluation&)> done,
                            FailureAnswer failed)
{
    const core::Monitor monitor = freshMonitor(m_evaluationStop, std::move(progress));
    readAndAsk<core::LiveClassifier>(
        choice, [=, run = choice.run.toStdString()] { return rowsOf(run, split, monitor); },
        [monitor](core::LiveClassifier& model, const core::CorpusPart& rows) {
            Evaluation result;
            result.scores = model.evaluate(rows.texts().strings(), rows.classes(),
                                           &result.predictions, monitor);
            result.epoch = model.epoch();
            return result;
        },
        std::move(done), std::move(failed));
}

void ModelService::cancelEvaluation()
{
    m_evaluationStop.request_stop();
}

void ModelService::inspectTranslation(const ModelChoice& choice, const QString& source,
                                      const QString& target,
                                      std::function<void(const core::TranslationInspection&)> done,
                                      FailureAnswer failed)
{
    askModel<core::LiveTranslator>(
        choice,
        [from = source.toStdString(), to = target.toStdString()](core::LiveTranslator& model) {
            return model.inspect(from, to);
        },
        std::move(done), std::move(failed));
}

void ModelService::compare(const ModelChoice& choice, const QString& source,
                           const QString& reference,
                           std::function<void(const core::TeacherComparison&)> done,
                           FailureAnswer failed)
{
    askModel<core::LiveTranslator>(
        choice,
        [from = source.toStdString(), to = reference.toStdString()](core::LiveTranslator& model) {
            return model.compare(from, to);
        },
        std::move(done), std::move(failed));
}

void ModelService::decode(const ModelChoice& choice, const core::DecodingRequest& request,
                          std::function<void(const core::Decoding&)> done, FailureAnswer failed)
{
    askModel<core::LiveTranslator>(
        choice, [request](core::LiveTranslator& model) { return model.decode(request); },
        std::move(done), std::move(failed));
}

void ModelService::evaluateTranslation(const ModelChoice& choice, const QString& split,
                                       ProgressAnswer progress,
                                       std::function<void(const TranslationEvaluation&)> done,
                                       FailureAnswer failed)
{
    const core::Monitor monitor = freshMonitor(m_evaluationStop, std::move(progress));
    readAndAsk<core::LiveTranslator>(
        choice, [=, run = choice.run.toStdString()] { return rowsOf(run, split, monitor); },
        [monitor](core::LiveTranslator& model, const core::CorpusPart& rows) {
            TranslationEvaluation result;
            result.scores = model.evaluate(rows.texts(0).strings(), rows.texts(1).strings(),
                                           model.decoding(), &result.translations, monitor);
            result.epoch = model.epoch();
            return result;
        },
        std::move(done), std::move(failed));
}

void ModelService::findGains(const ModelChoice& choice, const QString& split,
                             const core::Selection& search, ProgressAnswer progress,
                             std::function<void(const std::vector<core::SearchGain>&)> done,
                             FailureAnswer failed)
{
    const core::Monitor monitor = freshMonitor(m_gainsStop, std::move(progress));
    readAndAsk<core::LiveTranslator>(
        choice, [=, run = choice.run.toStdString()] { return rowsOf(run, split, monitor); },
        [monitor, search](core::LiveTranslator& model, const core::CorpusPart& rows) {
            core::DecodingSpec decoding = model.decoding();
            if (!search.kind.empty())
                decoding.search = search;
            return model.gainsOverGreedy(rows.texts(0).strings(), rows.texts(1).strings(), decoding,
                                         monitor);
        },
        std::move(done), std::move(failed));
}

void ModelService::cancelGains()
{
    m_gainsStop.request_stop();
}

void ModelService::findExample(const QString& run, std::function<void(const std::string&)> done,
                               FailureAnswer failed)
{
    const core::Monitor monitor = freshMonitor(m_exampleStop, [](const core::Progress&) {});
    m_reader.run(
        this,
        [monitor, path = run.toStdString()] {
            const core::ExperimentSpec spec = core::readRunSummary(path).spec;
            const core::Corpus data
                = core::loadCorpus(spec.data, core::columnsOfTask(spec.task), monitor);
            return shortSentence((data.valid.size() > 0 ? data.valid : data.train).texts());
        },
        std::move(done), std::move(failed));
}

void ModelService::positions(const ModelChoice& choice,
                             std::function<void(const std::vector<core::PositionTable>&)> done,
                             FailureAnswer failed)
{
    askModel<core::LiveModel>(
        choice, [](core::LiveModel& model) { return model.positions(0); }, std::move(done),
        std::move(failed));
}

void ModelService::summarise(const core::ExperimentSpec& spec, const core::NetworkSizes& sizes,
                             std::function<void(const core::ModelSummary&)> done,
                             FailureAnswer failed)
{
    onCompute([=, context = QPointer<QObject>(this)](core::LiveModel*) {
        WorkerThread::attempt(
            context, [&] { return core::summariseModel(spec, sizes); }, done, failed);
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
