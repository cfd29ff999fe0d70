#include "core/train/training_session.h"

#include "core/train/bound_files.h"
#include "core/train/changed_settings.h"
#include "core/train/gradients.h"
#include "core/train/run_folder.h"

#include <algorithm>

namespace core {

namespace {

int64_t parameterCount(const torch::nn::Module& network)
{
    int64_t count = 0;
    for (const torch::Tensor& parameter : network.parameters())
        count += parameter.numel();
    return count;
}

bool allFinite(const torch::nn::Module& network)
{
    const torch::NoGradGuard noGradient;
    const auto parameters = network.parameters();
    return std::all_of(parameters.begin(), parameters.end(), [](const torch::Tensor& each) {
        return each.isfinite().all().item<bool>();
    });
}

/// A damaged record is written anew; the checkpoint knows everything that it says.
RunRecord recordOrNew(const std::filesystem::path& folder)
{
    try {
        return readRunRecord(folder);
    } catch (const Error& error) {
        if (error.failure().code != ErrorCode::FileMalformed)
            throw;
        return {};
    }
}

/// @throws Error{FileMalformed} before anything in `run` is touched.
std::filesystem::path withoutLinks(const std::filesystem::path& run)
{
    refuseLinkedFolders(run);
    return run;
}

} // namespace

RunFiles::RunFiles(const std::filesystem::path& folder)
    : run(withoutLinks(folder))
    , lock(folder)
    , events(folder / "events.jsonl")
    , checkpoints(folder)
    , record(recordOrNew(folder))
{
}

TrainingSession::TrainingSession(const ExperimentSpec& spec, RunFiles& files,
                                 const Monitor& monitor)
    : m_spec(spec), m_files(files), m_task(makeTask(m_spec))
{
    std::vector<Message> notes;
    const TrainingSpec& training = m_spec.training;
    m_computing = prepareComputing(training, notes);
    const std::optional<TensorFile> checkpoint = m_files.checkpoints.loadLast(notes);
    const ExperimentSpec before = checkpoint ? trainedSpec(*checkpoint).value_or(m_spec) : m_spec;
    checkChangedSettings(before, m_spec, m_files.run, notes);
    if (checkpoint)
        checkBoundFiles(m_files.run, checkpoint->metadata, notes);
    m_task->prepare(m_files.run, checkpoint ? Task::Preparation::Reuse : Task::Preparation::Learn,
                    monitor);
    m_data = dataFingerprints(*m_task);
    m_bound = boundFiles(m_files.run);
    m_network = checkpoint
        ? &networkOf(*m_task, *checkpoint, m_computing.device, m_files.checkpoints.path("last"))
        : &m_task->makeNetwork(m_computing.device, Task::Weights::Fresh, monitor, notes);
    const StartSpec& start = m_spec.model.start;
    if (!checkpoint && !start.from.empty())
        for (Message& note : startFrom(*m_network, start))
            notes.push_back(std::move(note));
    m_freezing = std::make_unique<Freezing>(*m_network, start.freeze);

    const BatchPlan plan = m_task->plan(training, 1);
    const int64_t updatesPerEpoch
        = (plan.batchCount() + training.accumulation - 1) / training.accumulation;
    m_optimiser = optimiserRegistry().make(training.optimiser, trainableParameters(*m_network));
    m_schedule = makeSchedule(training, plannedUpdates(training, updatesPerEpoch), updatesPerEpoch);
    m_scaler = std::make_unique<GradientScaler>(m_computing.precision == torch::kFloat16
                                                    ? GradientScaler::Use::On
                                                    : GradientScaler::Use::Off);
    if (checkpoint)
        restore(*checkpoint);
    noteNewLength(before.training, updatesPerEpoch, notes);
    describe(notes, updatesPerEpoch, plan.paddingShare());
    m_files.events.cutAfter(checkpoint ? m_place.eventBytes : 0, m_place.step);
    m_files.events.append(toJson(m_start));
    if (!checkpoint)
        saveLast();
    m_files.events.flush();
}

void TrainingSession::restore(const TensorFile& file)
{
    restoreState(file, memory());
    m_files.checkpoints.restoreBest(m_place.bestEpoch);
    m_saved = m_place;
}

void TrainingSession::noteNewLength(const TrainingSpec& before, int64_t updatesPerEpoch,
                                    std::vector<Message>& notes) const
{
    const int64_t next = m_place.step + 1;
    const int64_t oldTotal = plannedUpdates(before, updatesPerEpoch);
    const int64_t newTotal = plannedUpdates(m_spec.training, updatesPerEpoch);
    const auto note = [&](const Message& sentence, double was, double is) {
        if (was < is || was > is) // Neither for NaN.
            notes.push_back({sentence.text,
                             {std::to_string(newTotal), std::to_string(oldTotal), numberText(is),
                              numberText(was)}});
    };
    const auto schedule = makeSchedule(before, oldTotal, updatesPerEpoch);
    schedule->restore(m_schedule->state());
    note({"The schedule is drawn over the whole run, which now has %1 updates instead of %2: the "
          "learning rate goes on at %3 instead of %4.",
          {}},
         schedule->learningRate(next), m_schedule->learningRate(next));
    note({"Teacher forcing is planned over the whole run, which now has %1 updates instead of %2: "
          "its probability goes on at %3 instead of %4.",
          {}},
         m_task->teacherForcing({next, oldTotal}), m_task->teacherForcing({next, newTotal}));
}

void TrainingSession::describe(const std::vector<Message>& notes, int64_t updatesPerEpoch,
                               double paddingShare)
{
    m_start.run = m_files.run.string();
    m_start.task = m_spec.task.kind;
    m_task->describe(m_start);
    m_start.paddingShare = paddingShare;
    m_start.parameters = parameterCount(*m_network);
    m_start.updatesPerEpoch = updatesPerEpoch;
    m_start.totalUpdates = plannedUpdates(m_spec.training, updatesPerEpoch);
    m_start.resumedAtStep = m_place.step;
    m_start.device = m_computing.device.str();
    m_start.threads = m_computing.threads;
    m_start.notes.insert(m_start.notes.end(), notes.begin(), notes.end());
}

TrainingMemory TrainingSession::memory()
{
    return {m_place, *m_task, *m_optimiser, *m_schedule, *m_scaler, m_computing.device,
            m_spec,  m_data};
}

TensorFile TrainingSession::labelled(TensorFile file) const
{
    setLabel(file, label());
    file.metadata.insert(m_bound.begin(), m_bound.end());
    return file;
}

void TrainingSession::saveLast()
{
    if (m_saved && m_saved->step == m_place.step && m_saved->epoch == m_place.epoch)
        return;
    if (!allFinite(*m_network))
        throwDiverged(m_place.step, {"its weights are not finite", {}});
    m_files.events.sync();
    m_place.eventBytes = m_files.events.size();
    TensorFile file = labelled(weightsOf(*m_network));
    addState(file, memory());
    m_files.checkpoints.saveLast(file);
    m_saved = m_place;
}

void TrainingSession::saveWeights(const std::vector<std::string>& names)
{
    m_files.checkpoints.saveWeights(labelled(weightsOf(*m_network)), names);
}

void TrainingSession::throwDiverged(int64_t step, const Message& sign) const
{
    const double rate = m_schedule->learningRate(std::max<int64_t>(1, step));
    throw Error(ErrorCode::Diverged,
                {"Training diverged at update %1: %2. The last good checkpoint is that of update "
                 "%3.",
                 {std::to_string(step), sign.plain(), std::to_string(m_saved ? m_saved->step : 0)}},
                {"Lower the learning rate (it was %1), clip the gradient norm, or warm up; then "
                 "start a new run.",
                 {numberText(rate)}});
}

} // namespace core
