#include "core/train/training_session.h"

#include "core/base/mapped_file.h"
#include "core/base/read_json.h"
#include "core/train/bound_files.h"
#include "core/train/gradients.h"
#include "core/train/run_folder.h"
#include "core/train/setting_changes.h"

#include <algorithm>
#include <limits>
#include <utility>

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

/// Replaces a damaged record: the checkpoint has all its values.
RunRecord recordOrNew(const FilePlace& folder)
{
    try {
        return readRunRecord(folder);
    } catch (const Error& error) {
        if (error.failure().code != ErrorCode::FileMalformed)
            throw;
        return {};
    }
}

constexpr const char* kChanges = "changes"; ///< In the metadata of `last`.

void setChanges(TensorFile& file, const std::vector<SettingChange>& changes)
{
    Json list = Json::array();
    for (const SettingChange& change : changes)
        list.push_back(toJson(change));
    if (!list.empty())
        file.metadata[kChanges] = list.dump();
}

std::vector<SettingChange> changesOf(const TensorFile& file)
{
    std::vector<SettingChange> changes;
    const auto found = file.metadata.find(kChanges);
    if (found == file.metadata.end())
        return changes;
    try {
        for (const Json& change : readJson(found->second).value.value_or(Json::array()))
            changes.push_back(changeFromJson(change));
    } catch (const Json::exception& error) {
        throw Error(ErrorCode::FileMalformed,
                    {"The checkpoint cannot be resumed from: its list of changes is damaged.", {}},
                    {"Start a new run; the weights of this one can still be looked at.", {}},
                    error.what());
    }
    return changes;
}

/// The layout of the parameters and the data: what all processes must have alike.
std::string identityOf(const torch::nn::Module& network, const PreparedData& data)
{
    std::string text;
    for (const auto& parameter : network.named_parameters())
        text += parameter.key() + ' ' + shapeText(parameter.value()) + '\n';
    for (const std::string& each : data.fingerprints)
        text += each + '\n';
    return text;
}

/// @throws Error{FileMalformed} before anything in `run` is touched.
FilePlace withoutLinks(const std::filesystem::path& run)
{
    refuseLinkedFolders(run);
    return FilePlace::held(run);
}

} // namespace

RunFiles::RunFiles(const std::filesystem::path& path)
    : run(path)
    , folder(withoutLinks(path))
    , lock(folder)
    , events(folder / "events.jsonl")
    , checkpoints(folder)
    , record(recordOrNew(folder))
{
}

TrainingSession::TrainingSession(const RunPlan& plan, RunFiles& files, const Monitor& monitor,
                                 const LaunchEnvironment* place, std::vector<Message> notes)
    : m_files(files)
{
    m_computing = prepareComputing(
        place == nullptr ? plan.spec.training : onOwnDevice(plan.spec.training, *place), notes);
    const std::optional<TensorFile> checkpoint = m_files.checkpoints.loadLast(notes);
    const std::vector<SettingChange> edits = takePlan(plan, checkpoint, notes);
    m_task = makeTask(m_spec);
    if (checkpoint)
        checkBoundFiles(m_files.folder, checkpoint->metadata, notes);
    m_data = m_task->prepare(
        m_files.folder, checkpoint ? Task::Preparation::Reuse : Task::Preparation::Learn, monitor);
    m_bound = boundFiles(m_files.folder);
    const BatchPlan first = m_data.items.plan(m_spec.training, 1);
    m_updatesPerEpoch = updatesOf(first.batchCount());
    m_start.paddingShare = first.paddingShare();
    if (checkpoint) {
        m_place = placeOf(*checkpoint);
        m_network = &networkOf(*m_task, *checkpoint, m_computing.device,
                               m_files.checkpoints.path("last"));
    } else {
        m_network = &m_task->makeNetwork(m_computing.device, Task::Weights::Fresh, monitor, notes);
        if (const StartSpec& start = m_spec.model.start; !start.from.empty())
            for (Message& note : startFrom(*m_network, start))
                notes.push_back(std::move(note));
    }
    makeAround();
    if (checkpoint)
        restore(*checkpoint);
    apply(edits, notes);
    describe(notes);
    m_files.events.cutAfter(checkpoint ? m_place.eventBytes : 0, m_place.step);
    m_files.events.append(toJson(m_start));
    record(edits);
    if (!checkpoint)
        saveLast();
    m_files.events.flush();
}

std::vector<SettingChange> TrainingSession::takePlan(const RunPlan& plan,
                                                     const std::optional<TensorFile>& checkpoint,
                                                     std::vector<Message>& notes)
{
    if (checkpoint)
        m_changes = changesOf(*checkpoint);
    m_coming = comingChanges(plan, m_changes);
    const ExperimentSpec wanted = withoutChanges(plan.spec, m_coming);
    const ExperimentSpec before = checkpoint ? trainedSpec(*checkpoint).value_or(wanted) : wanted;
    checkChangedSettings(before, wanted, m_files.run, notes);
    const int64_t next = checkpoint ? placeOf(*checkpoint).step + 1 : 1;
    std::vector<SettingChange> edits = settingChanges(before, wanted, next);
    std::erase_if(edits, [&](const SettingChange& edit) {
        return !isTunable(edit.setting, wanted.task.kind);
    });
    m_spec = withoutChanges(wanted, edits);
    return edits;
}

/// Makes the parts around the network in their initial state.
void TrainingSession::makeAround()
{
    m_freezing = std::make_unique<Freezing>(*m_network, m_spec.model.start.freeze);
    m_optimiser
        = optimiserRegistry().make(m_spec.training.optimiser, trainableParameters(*m_network));
    m_layers = layersOf(*m_network, m_optimiser->parameters());
    m_measures = std::make_unique<LayerMeasures>(*m_network, m_layers, *m_optimiser);
    if (m_together)
        m_together->setParameters(m_optimiser->parameters());
    m_schedule = makeSchedule(m_spec.training, totalUpdates(), m_updatesPerEpoch);
    m_scaler = std::make_unique<GradientScaler>(m_computing.precision == torch::kFloat16
                                                    ? GradientScaler::Use::On
                                                    : GradientScaler::Use::Off);
    makePasses();
}

void TrainingSession::makePasses()
{
    m_passes = std::make_unique<RecordedPasses>(m_computing.device, m_computing.precision,
                                                m_optimiser->parameters());
}

void TrainingSession::restore(const TensorFile& file)
{
    restoreState(file, memory());
    m_files.checkpoints.restoreBest(m_place.bestEpoch);
    m_saved = m_place;
}

/// Like writing and reading a checkpoint: keeps the whole state of the network.
void TrainingSession::makeAnew()
{
    TensorFile file = weightsOf(*m_network);
    addState(file, memory());
    std::vector<Message> notes;
    m_network
        = &m_task->makeNetwork(m_computing.device, Task::Weights::ToBeLoaded, Monitor(), notes);
    loadWeights(*m_network, file, m_files.checkpoints.path("last"));
    makeAround();
    restoreState(file, memory());
    m_freezing->begin(m_place.epoch);
}

void TrainingSession::join(ProcessGroup& group)
{
    m_together = std::make_unique<Together>(group, identityOf(*m_network, m_data));
    m_together->setParameters(m_optimiser->parameters());
    m_start.facts.push_back(
        {"processes", group.size(), {"%1 processes", {std::to_string(group.size())}}});
    m_task->divideEvaluations(m_together.get());
}

void TrainingSession::leave()
{
    m_task->divideEvaluations(nullptr);
    m_together.reset();
}

std::shared_ptr<const BatchPlan> TrainingSession::ownPart(
    const std::shared_ptr<const BatchPlan>& whole) const
{
    return m_together ? std::make_shared<const BatchPlan>(m_together->ownPart(m_data.items, *whole))
                      : whole;
}

int64_t TrainingSession::totalUpdates() const
{
    return plannedUpdates(m_spec.training, m_updatesPerEpoch, m_place.moreUpdates);
}

int64_t TrainingSession::updatesOf(int64_t batches) const
{
    return (batches + m_spec.training.accumulation - 1) / m_spec.training.accumulation;
}

RunPlan TrainingSession::plan() const
{
    std::vector<SettingChange> all = m_changes;
    all.insert(all.end(), m_coming.begin(), m_coming.end());
    return {withChanges(m_spec, m_coming), std::move(all)};
}

BatchPlan TrainingSession::epochPlan() const
{
    return m_data.items.plan(m_spec.training, m_place.epoch, m_place.batchLimits);
}

ChangeReport TrainingSession::change(const std::vector<SettingChange>& wished)
{
    const ExperimentSpec wanted = withChanges(m_spec, wished);
    std::vector<Message> said;
    checkChangedSettings(m_spec, wanted, m_files.run, said);
    std::vector<SettingChange> changes = settingChanges(m_spec, wanted, m_place.step + 1);
    std::erase_if(changes, [&](const SettingChange& each) {
        return !isTunable(each.setting, m_spec.task.kind); // Where the data are, the machine ...
    });
    return changed(std::move(changes));
}

std::optional<ChangeReport> TrainingSession::makePlannedChanges()
{
    const auto later = std::find_if(m_coming.begin(), m_coming.end(),
                                    [&](const auto& each) { return each.step > m_place.step + 1; });
    std::vector<SettingChange> due(m_coming.begin(), later);
    if (due.empty())
        return std::nullopt;
    m_coming.erase(m_coming.begin(), later);
    return changed(std::move(due));
}

ChangeReport TrainingSession::changed(std::vector<SettingChange> changes)
{
    ChangeReport report;
    apply(changes, report.notes);
    record(changes);
    m_files.events.flush();
    report.changes = std::move(changes);
    report.epochs = m_start.epochs;
    report.updatesPerEpoch = m_start.updatesPerEpoch;
    report.totalUpdates = m_start.totalUpdates;
    return report;
}

void TrainingSession::apply(const std::vector<SettingChange>& changes, std::vector<Message>& notes)
{
    if (changes.empty())
        return;
    const int64_t oldTotal = totalUpdates(), oldPerEpoch = m_updatesPerEpoch;
    const ExperimentSpec before = std::exchange(m_spec, withChanges(m_spec, changes));
    m_task->change(m_spec);
    takeBatchSize(before.training);
    if (before.model != m_spec.model || before.training.optimiser != m_spec.training.optimiser) {
        makeAnew();
    } else {
        const Json state = m_schedule->state();
        m_schedule = makeSchedule(m_spec.training, totalUpdates(), m_updatesPerEpoch);
        m_schedule->restore(state);
        makePasses(); // Recorded ones have the settings of before.
    }
    noteNewLength(before.training, {oldTotal, oldPerEpoch}, notes);
    describeLength();
}

/// The rest of a begun epoch has batches of the new size.
void TrainingSession::takeBatchSize(const TrainingSpec& before)
{
    const BatchLimits was{before.batchSize, before.batchTokens};
    const BatchLimits is{m_spec.training.batchSize, m_spec.training.batchTokens};
    if (was.texts == is.texts && was.tokens == is.tokens)
        return;
    m_updatesPerEpoch = updatesOf(m_data.items.plan(m_spec.training, 1).batchCount());
    int64_t left = m_updatesPerEpoch;
    if (const int64_t batch = m_place.batch; batch > 0) {
        auto& limits = m_place.batchLimits;
        if (limits.empty())
            limits.push_back({0, was});
        std::erase_if(limits, [&](const BatchLimitsFrom& each) { return each.batch >= batch; });
        limits.push_back({batch, is});
        left = updatesOf(epochPlan().batchCount() - batch);
    }
    m_place.moreUpdates = m_place.step + left - m_place.epoch * m_updatesPerEpoch;
}

/// First into spec.json: a run that is killed now makes them again when it is resumed.
void TrainingSession::record(const std::vector<SettingChange>& changes)
{
    if (changes.empty())
        return;
    m_changes.insert(m_changes.end(), changes.begin(), changes.end());
    m_changedSince = true;
    writeRunPlan(plan(), m_files.folder / "spec.json");
    for (const SettingChange& change : changes)
        m_files.events.append(eventOf(change));
}

void TrainingSession::noteNewLength(const TrainingSpec& before, Length planned,
                                    std::vector<Message>& notes) const
{
    const int64_t oldTotal = planned.updates;
    const int64_t next = m_place.step + 1;
    const int64_t newTotal = totalUpdates();
    const auto note = [&](const Message& sentence, double was, double is) {
        if (newTotal != oldTotal && (was < is || was > is)) // Neither for NaN.
            notes.push_back({sentence.text,
                             {std::to_string(newTotal), std::to_string(oldTotal), numberText(is),
                              numberText(was)}});
    };
    TrainingSpec shorter = before; // Only its length is spoken of.
    shorter.optimiser = m_spec.training.optimiser;
    const auto schedule = makeSchedule(shorter, oldTotal, planned.perEpoch);
    schedule->restore(m_schedule->state());
    note({"The schedule is drawn over the whole run, which now has %1 {update|updates} instead of "
          "%2: the "
          "learning rate goes on at %3 instead of %4.",
          {}},
         schedule->learningRate(next), m_schedule->learningRate(next));
    const auto forced = [&](const TrainingMoment& moment) {
        return m_data.teacherForcing ? m_data.teacherForcing(moment)
                                     : std::numeric_limits<double>::quiet_NaN();
    };
    note({"Teacher forcing is planned over the whole run, which now has %1 {update|updates} "
          "instead of %2: "
          "its probability goes on at %3 instead of %4.",
          {}},
         forced({next, oldTotal}), forced({next, newTotal}));
}

void TrainingSession::describeLength()
{
    m_start.epochs = m_spec.training.epochs;
    m_start.updatesPerEpoch = m_updatesPerEpoch;
    m_start.totalUpdates = totalUpdates();
}

void TrainingSession::describe(const std::vector<Message>& notes)
{
    m_start.run = m_files.run.string();
    m_start.task = m_spec.task.kind;
    m_start.trainTexts = m_data.count(Split::Train);
    m_start.validTexts = m_data.count(Split::Valid);
    m_start.testTexts = m_data.count(Split::Test);
    m_start.vocabularySize = m_data.vocabularySize;
    m_start.trainUnknownShare = m_data.trainUnknownShare;
    m_start.validUnknownShare = m_data.validUnknownShare;
    m_start.facts = m_data.facts;
    m_start.notes = m_data.notes;
    m_start.parameters = parameterCount(*m_network);
    m_start.layers = m_measures->names();
    m_start.resumedAtStep = m_place.step;
    m_start.device = m_computing.device.str();
    m_start.threads = m_computing.threads;
    m_start.notes.insert(m_start.notes.end(), notes.begin(), notes.end());
    describeLength();
}

TrainingMemory TrainingSession::memory()
{
    return {m_place,
            *m_task,
            m_together ? m_together->joined(m_task->state()) : m_task->state(),
            *m_optimiser,
            *m_schedule,
            *m_scaler,
            m_computing.device,
            m_spec,
            m_data.fingerprints};
}

TensorFile TrainingSession::labelled(TensorFile file) const
{
    setLabel(file, label());
    file.metadata.insert(m_bound.begin(), m_bound.end());
    return file;
}

void TrainingSession::saveLast()
{
    if (m_saved && m_saved->step == m_place.step && m_saved->epoch == m_place.epoch
        && !m_changedSince)
        return;
    if (!allFinite(*m_network))
        throwDiverged(m_place.step, {"its weights are not finite", {}});
    MappedFile::throwIfCut();
    m_files.events.sync();
    m_place.eventBytes = m_files.events.size();
    TensorFile file = labelled(weightsOf(*m_network));
    addState(file, memory()); // Of several processes all have a part of it.
    setChanges(file, m_changes);
    if (writesFiles())
        m_files.checkpoints.saveLast(file);
    m_saved = m_place;
    m_changedSince = false;
}

void TrainingSession::saveWeights(const std::vector<std::string>& names)
{
    MappedFile::throwIfCut();
    if (writesFiles())
        m_files.checkpoints.saveWeights(labelled(weightsOf(*m_network)), names);
}

void TrainingSession::throwDiverged(int64_t step, const Message& sign) const
{
    const double rate = m_schedule->learningRate(std::max<int64_t>(1, step));
    throw Error(ErrorCode::Diverged,
                {"The training of %1 diverged at update %2: %3. The last good checkpoint is that "
                 "of update %4.",
                 {m_files.run.filename().string(), std::to_string(step), sign.plain(),
                  std::to_string(m_saved ? m_saved->step : 0)}},
                {"Lower the learning rate (it was %1), clip the gradient norm, or warm up; then "
                 "start a new run.",
                 {numberText(rate)}});
}

} // namespace core
