#include "core/train/training.h"

#include "core/catalogue/spec_json.h"
#include "core/exchange/vectors.h"
#include "core/experiment/spec_schema.h"
#include "core/probe/data_answers.h"
#include "core/task/task_kinds.h"
#include "core/task/word_vectors/word_questions.h"
#include "core/train/local_processes.h"
#include "core/train/open_run.h"
#include "core/train/planned_transfer.h"
#include "core/train/run_folder.h"
#include "core/train/run_lock.h"
#include "core/train/sent_run.h"
#include "core/train/training_loop.h"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace core {

namespace {

Failure withAdviceOn(Failure failure, const ExperimentSpec& spec)
{
    if (failure.code == ErrorCode::OutOfMemory)
        failure.advice
            = {"Lower the batch size (now %1), the maximum length (now %2) or the network's sizes; "
               "accumulating batches keeps the batch's effect.",
               {std::to_string(spec.training.batchSize), std::to_string(spec.text.maximumLength)}};
    return failure;
}

EndReport endAfter(const Failure& failure)
{
    EndReport end;
    if (failure.code == ErrorCode::Cancelled) {
        end.state = RunState::Stopped;
        end.reason = {"Stopped before the first update.", {}};
        return end;
    }
    end.state = RunState::Failed;
    end.reason = failure.what;
    end.failure = failure;
    return end;
}

/// Writes the end into the run's files.
void conclude(RunFiles& files, const EndReport& end)
{
    files.events.append(toJson(end));
    files.events.sync();
    files.record.state = end.state;
    if (end.state != RunState::Failed) {
        files.record.steps = end.step;
        files.record.seconds = end.seconds;
        files.record.bestEpoch = end.bestEpoch;
        files.record.bestValue = end.bestValue;
    }
    if (end.tested)
        files.record.testScores = end.testScores;
    writeRunRecord(files.folder, files.record);
}

EndReport trainIn(TrainingSession& session, RunControl& control, const TrainingListener& listener,
                  std::shared_ptr<Recording> recording, ProcessGroup* group)
{
    if (group != nullptr) {
        if (group->isFirst())
            sendRun(*group, session.files().folder.path());
        session.join(*group);
    }
    // What was accepted is the run's own from here on.
    const FilePlace file = session.files().folder / "spec.json";
    if (!(readRunPlan(file) == session.plan()))
        writeRunPlan(session.plan(), file);
    if (listener.started)
        listener.started(session.startReport());
    return TrainingLoop(session, control, listener, std::move(recording)).run();
}

/// Opens the run: the first time, and again in a smaller group.
using OpenRun = std::function<RunPlan(std::optional<RunFiles>& files)>;

/// Trains until the end. Where a process of an elastic training ends, the others begin anew at the
/// last checkpoint, which the first process has written after the last whole update.
/// @param group  null: this process is alone, which it may also be left.
EndReport trainUntilEnd(RunPlan& plan, std::optional<RunFiles>& files, RunControl& control,
                        const TrainingListener& listener, ProcessGroup* group, const OpenRun& open)
{
    constexpr int kMostReunions = 3; // A connection that breaks again and again is given up.
    const auto recording = std::make_shared<Recording>();
    std::vector<Message> notes;
    for (int reunions = 0;;) {
        std::optional<Error> lost;
        try {
            if (!files)
                plan = open(files);
            const Monitor monitor(control.stopToken(), listener.progress);
            TrainingSession session(plan, *files, monitor,
                                    group == nullptr ? nullptr : &group->environment(),
                                    std::exchange(notes, {}));
            return trainIn(session, control, listener, recording, group);
        } catch (const Error& error) {
            if (!plan.spec.training.elastic || group == nullptr
                || error.failure().code != ErrorCode::Helper)
                throw;
            lost = error;
        }
        const int64_t before = group->size();
        const std::optional<Message> note = group->regroup();
        reunions = group->size() == before ? reunions + 1 : 0;
        if (!note || reunions > kMostReunions)
            throw *lost;
        notes = {*note};
        if (group->size() < before && listener.processesLost)
            listener.processesLost(*note);
        if (group->isFirst())
            plan = readRunPlan(files->folder / "spec.json");
        else
            files.reset();
        if (group->size() == 1)
            group = nullptr;
    }
}

/// @throws Error{BadSetting} for a network that makes its updates by itself.
void checkProcesses(const ExperimentSpec& spec)
{
    if (!taskDescription(spec.task.kind).has(TaskTrait::Gradients))
        throw Error(ErrorCode::BadSetting,
                    {"Networks of the task %1 train in one process only.", {spec.task.kind}},
                    {"Set training.processes to 1; training.threads uses several cores.", {}});
}

enum class Beginning { Fresh, Resumed };

/// Trains the run that `open` opens. Failures are part of the report.
EndReport guarded(Beginning beginning, RunControl& control, const TrainingListener& listener,
                  ProcessGroup* group, const OpenRun& open)
{
    std::optional<LocalProcesses> processes; // Last to go.
    std::optional<RunFiles> files;
    RunPlan plan;
    EndReport end;
    bool begun = beginning == Beginning::Fresh; // A run that cannot be resumed is not changed.
    TrainingListener own = listener;
    own.started = [&](const StartReport& report) {
        begun = true;
        if (listener.started)
            listener.started(report);
    };
    try {
        plan = open(files);
        if (group != nullptr || plan.spec.training.processes > 1)
            checkProcesses(plan.spec);
        if (const int64_t count = plan.spec.training.processes; group == nullptr && count > 1) {
            group = &processes.emplace(count).group();
            meetAlike(*group, identityOf(plan.spec));
        }
        end = trainUntilEnd(plan, files, control, own, group, open);
    } catch (...) {
        end = endAfter(withAdviceOn(currentFailure(), plan.spec));
        if (group != nullptr)
            group->fail(end.reason.plain());
        if (files) {
            end.step = files->record.steps;
            if (end.state == RunState::Stopped && end.step > 0)
                end.reason = {"Stopped at update %1.", {std::to_string(end.step)}};
            end.epoch = files->record.epochs;
            end.seconds = files->record.seconds;
            end.bestEpoch = files->record.bestEpoch;
            end.bestValue = files->record.bestValue;
        }
    }
    releaseCachedMemory();
    try {
        if (files && begun)
            conclude(*files, end);
    } catch (...) {
        // Report the first failure, which a full disk may have caused.
        if (end.state != RunState::Failed)
            end = endAfter(currentFailure());
    }
    // Before `ended` is heard, so that whoever hears it may use the folder.
    files.reset();
    processes.reset();
    control.close();
    if (listener.ended)
        listener.ended(end);
    return end;
}

/// Calls `function` with each file or folder that a spec names, and with the setting that names it.
/// @param spec  in JSON.
template <class Function> void forEachPath(Json& spec, const Function& function)
{
    for (const Setting& setting : allSettings()) {
        std::string place = "/" + setting.path;
        std::replace(place.begin(), place.end(), '.', '/');
        const Json::json_pointer pointer(place);
        const bool isPath = setting.option->type == OptionType::Path
            || setting.option->type == OptionType::PathList;
        if (!isPath || !spec.contains(pointer))
            continue;
        Json& value = spec[pointer];
        if (value.is_array())
            for (Json& each : value)
                function(setting.path, each.get_ref<std::string&>());
        else if (!value.get_ref<std::string&>().empty())
            function(setting.path, value.get_ref<std::string&>());
    }
}

/// Paths that mean the same wherever the run is resumed from.
ExperimentSpec withAbsolutePaths(const ExperimentSpec& spec)
{
    Json json = experimentSchema().toJson(spec);
    forEachPath(json, [](const std::string& setting, std::string& path) {
        std::error_code error;
        const auto whole = std::filesystem::absolute(path, error);
        if (!error && setting != "model.start.from") // It is not read again.
            path = whole.lexically_normal().string();
    });
    return experimentSchema().fromJson(json);
}

/// A run that goes on. @param changed  settings that replace those in its spec.json.
RunPlan openedAgain(const std::filesystem::path& run, const std::optional<ExperimentSpec>& changed,
                    std::optional<RunFiles>& files)
{
    requireRunFolder(run);
    RunPlan plan = readRunPlan(run / "spec.json");
    if (changed)
        plan.spec = completedSpec(withAbsolutePaths(*changed));
    files.emplace(run);
    if (files->record.createdUtc.empty())
        files->record.createdUtc = nowUtc();
    return plan;
}

/// Appends what is in `folder`, files before the folders that hold them.
/// @return whether all files belong to a run.
bool listRunFiles(const std::filesystem::path& folder, const std::set<std::string>& known,
                  std::vector<std::filesystem::path>& files)
{
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        std::error_code ignored;
        const auto status = entry.symlink_status(ignored);
        const bool isFolder = name == "target" || name == "checkpoints";
        if (!known.contains(name) || !(isFolder ? is_directory(status) : is_regular_file(status)))
            return false;
        if (name == "target" && !listRunFiles(entry.path(), textFileNames(), files))
            return false;
        files.push_back(entry.path());
    }
    return !error;
}

/// A run that failed before its first checkpoint (because of its data, for example) is empty:
/// it gives way, so that the same command can be tried again. Anything that is not a run's keeps
/// the folder.
void removeFruitlessRun(const std::filesystem::path& run)
{
    std::set<std::string> known = runFileNames();
    known.insert({"checkpoints", "target"});
    known.erase("marks.json"); // What a user wrote is no run without fruit.
    if (!isRunFolder(run) || readRunSummary(run).state != RunState::Failed || RunLock::isHeld(run))
        return;
    std::error_code error;
    if (!std::filesystem::is_empty(run / "checkpoints", error) || error)
        return;
    std::vector<std::filesystem::path> files;
    if (!listRunFiles(run, known, files))
        return;
    for (const auto& file : files)
        std::filesystem::remove(file, error);
}

} // namespace

void checkNamedFiles(const ExperimentSpec& spec)
{
    Json json = specToJson(spec);
    forEachPath(json, [](const std::string& setting, const std::string& path) {
        std::error_code error;
        const bool isOfData = setting.starts_with("data."); // Their reader tells more.
        if (!isOfData && !std::filesystem::exists(path, error))
            throw Error(ErrorCode::FileMissing,
                        {"%1 names %2, which is not there.", {setting, path}},
                        {"Correct the path, or leave it out.", {}}, error.message());
        // Vectors may be large: the training reads them.
        if (setting == "task.questions" && !vectorDimension(path))
            readWordQuestions(path, Monitor());
    });
}

namespace {

/// Before there is a folder. @throws Error{BadSetting} for a row beyond the training data.
void checkLeftOut(const ExperimentSpec& spec)
{
    const std::vector<int64_t>& rows = spec.training.leaveOut;
    if (rows.empty())
        return;
    const auto texts = std::ssize(readSplitRows(spec, "train", "texts", Monitor())->texts());
    if (const int64_t last = *std::max_element(rows.begin(), rows.end()); last >= texts)
        throw Error(ErrorCode::BadSetting,
                    {"Row %1 cannot be left out: the training data have %2 {text|texts}.",
                     {std::to_string(last), std::to_string(texts)}},
                    {"Give numbers from 0 to %1 in \"%2\".",
                     {std::to_string(texts - 1), "training.leave_out"}});
}

} // namespace

void makeRunFolder(const std::filesystem::path& run)
{
    std::error_code error;
    if (std::filesystem::exists(run, error) && !std::filesystem::is_directory(run, error))
        throw Error(ErrorCode::FileUnwritable,
                    {"%1 is a file; a run needs a folder of its own.", {run.string()}},
                    {"Choose a new folder.", {}});
    removeFruitlessRun(run);
    std::filesystem::create_directories(run, error);
    if (error)
        throw Error(ErrorCode::FileUnwritable,
                    {"The run folder %1 could not be created.", {run.string()}},
                    {"Choose a folder that you can write to.", {}}, error.message());
    syncFolderOf(run);
    for (const auto& entry : std::filesystem::directory_iterator(run, error))
        if (!entry.path().filename().string().starts_with(".spec.json."))
            throw Error(ErrorCode::BadSetting, {"The run folder %1 is not empty.", {run.string()}},
                        {"Resume the run that is in it, or choose a new folder.", {}});
    if (error)
        throw Error(ErrorCode::FileUnwritable,
                    {"The run folder %1 cannot be read, so it may not be empty.", {run.string()}},
                    {"Check that you may read it, or choose a new folder.", {}}, error.message());
}

EndReport train(const ExperimentSpec& spec, const std::filesystem::path& run, RunControl& control,
                const TrainingListener& listener, const std::vector<SettingChange>& changes,
                ProcessGroup* group)
{
    return guarded(Beginning::Fresh, control, listener, group, [&](std::optional<RunFiles>& files) {
        if (group != nullptr)
            meetAlike(*group, identityOf(spec));
        // Through JSON, for its validation: every problem is listed at once.
        const ExperimentSpec whole
            = withCarriedText(withAbsolutePaths(specFromJson(specToJson(completedSpec(spec)))));
        RunPlan plan{withChanges(whole, changes), changes};
        checkNamedFiles(plan.spec);
        checkLeftOut(plan.spec);
        makeRunFolder(run);
        // First of all: with its spec a run can be resumed, whenever it is killed.
        writeRunPlan(plan, run / "spec.json");
        files.emplace(run);
        files->record.createdUtc = nowUtc();
        files->record.state = RunState::Running;
        writeRunRecord(files->folder, files->record);
        if (const ExperimentSpec own = withVectorsOfRun(plan.spec, run); !(own == plan.spec)) {
            plan.spec = own; // A copy, for that run may go on or go away.
            writeRunPlan(plan, run / "spec.json");
        }
        return plan;
    });
}

EndReport resume(const std::filesystem::path& run, RunControl& control,
                 const TrainingListener& listener, const std::optional<ExperimentSpec>& changed,
                 ProcessGroup* group)
{
    return guarded(Beginning::Resumed, control, listener, group,
                   [&](std::optional<RunFiles>& files) {
                       if (group != nullptr)
                           meetAlike(*group, {});
                       return openedAgain(run, changed, files);
                   });
}

EndReport follow(ProcessGroup& group, const std::string& asked, RunControl& control)
{
    std::optional<ReceivedRun> received;
    return guarded(Beginning::Resumed, control, {}, &group, [&](std::optional<RunFiles>& files) {
        if (!received)
            meetAlike(group, asked);
        received.emplace(group);
        return openedAgain(received->folder(), {}, files);
    });
}

std::string identityOf(const ExperimentSpec& spec)
{
    return specToJson(completedSpec(spec)).dump();
}

} // namespace core
