#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/terminal_report.h"
#include "app/interrupt.h"
#include "core/base/error.h"
#include "core/catalogue/presets.h"
#include "core/catalogue/spec_json.h"
#include "core/catalogue/suited_settings.h"
#include "core/data/source/source_files.h"
#include "core/distributed/open_group.h"
#include "core/probe/live_model.h"
#include "core/probe/updates/update_questions.h"
#include "core/task/task_kinds.h"
#include "core/train/run_folder.h"
#include "core/train/training.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string_view>

namespace app {

namespace {

constexpr const char* kJsonReports
    = "Print the reports as JSON, one object on each line; `help output` describes them";

/// The facts of each update to write into the run's updates.jsonl.
struct RecordingArguments {
    bool record = false;
    core::RecordingWish wish{.where = core::RecordingWish::Where::Disk};
};

struct TrainArguments {
    std::string spec;
    std::string out;
    std::vector<std::string> data, valid, test;
    std::vector<std::string> target, validTarget, testTarget;
    std::vector<std::string> settings;
    std::string device;
    int64_t threads = -1;
    bool asWritten = false;
    RecordingArguments recording;
    bool replay = false;
    int64_t processes = 0;
    bool elastic = false;
    bool json = false;
};

/// The data of --data and --target without the former sets of the spec. The preset determines the
/// task and --set the format: neither is guessed.
/// @param spec  with the settings that were asked for.
core::DataSpec trainingData(const core::ExperimentSpec& spec, const TrainArguments& arguments)
{
    core::DataSpec base = spec.data;
    base.sample = {"none", core::Json::object()};
    for (auto* paths : {&base.train, &base.valid, &base.test, &base.trainTarget, &base.validTarget,
                        &base.testTarget})
        paths->clear();
    if (arguments.target.empty()) {
        core::RecognisedData recognised = recognisedFor(spec.task.kind, arguments.data, base);
        for (const core::Message& note : recognised.notes)
            printError("Note: " + note.plain());
        if (!recognised.spec.train.empty())
            return recognised.spec;
    }
    base.train = arguments.data; // Whatever their names are, --data are training files.
    base.trainTarget = arguments.target;
    return base;
}

/// Refuses target sides without their sources, or for a task that has none.
void checkTargets(const core::ExperimentSpec& spec, const TrainArguments& arguments)
{
    const auto check = [&](const std::string& name, const std::vector<std::string>& targets,
                           const std::string& side, const std::vector<std::string>& sources) {
        if (targets.empty())
            return;
        if (!core::columnsOfTask(spec.task.kind).arePairs())
            throw UsageError(name + " is for translation; " + arguments.spec + " is for "
                             + spec.task.kind + ".");
        if (sources.empty())
            throw UsageError(name + " is the target side of " + side + ", which is missing.");
    };
    check("--target", arguments.target, "--data", arguments.data);
    check("--valid-target", arguments.validTarget, "--valid", arguments.valid);
    check("--test-target", arguments.testTarget, "--test", arguments.test);
}

/// Replaces the data of the spec by --data, --valid and --test. A folder or an archive that holds
/// its own test set brings it along, unless --test names another.
void applyPaths(core::ExperimentSpec& spec, const TrainArguments& arguments)
{
    if (!arguments.data.empty())
        spec.data = trainingData(spec, arguments);
    if (!arguments.valid.empty()) {
        spec.data.valid = arguments.valid;
        spec.data.validTarget = arguments.validTarget;
    }
    if (!arguments.test.empty()) {
        spec.data.test = arguments.test;
        spec.data.testTarget = arguments.testTarget;
    }
}

bool isPreset(const std::string& name)
{
    const auto& presets = core::presets();
    return std::any_of(presets.begin(), presets.end(),
                       [&](const core::Preset& each) { return each.id == name; });
}

/// The paths that --set names, as a spec has them.
std::set<std::string> givenPaths(const std::vector<std::string>& settings)
{
    constexpr std::string_view kKind = ".kind";
    std::set<std::string> paths;
    for (const std::string& item : settings) {
        std::string path = item.substr(0, item.find('='));
        if (path.ends_with(kKind))
            path.resize(path.size() - kKind.size());
        paths.insert(path);
    }
    return paths;
}

/// Whether the training files are so large that the number of their texts asks for no setting, so
/// that they need not be read to count them.
bool areSurelyMany(const core::DataSpec& data)
{
    constexpr uint64_t kBytes = uint64_t{64} << 20;
    uint64_t bytes = 0;
    for (const std::string& path : data.train)
        bytes += core::bytesOnDisk(path);
    return bytes >= kBytes;
}

/// A preset that meets other data than it was made for, with the settings that suit their size.
core::ExperimentSpec suitedToData(const core::ExperimentSpec& spec, const TrainArguments& arguments)
{
    core::DataSpec counted = spec.data;
    if (areSurelyMany(counted)) {
        counted.train.clear();
        counted.trainTarget.clear();
    }
    core::DataPreview preview;
    try {
        preview = core::previewData(core::columnsOfTask(spec.task), counted, {});
    } catch (const core::Error&) {
        return spec; // The training reports the faults of the data.
    }
    if (!preview.problems.empty() && !counted.train.empty())
        return spec; // Likewise.
    const core::SuitedSettings suited
        = core::suitedSettings(spec, core::dataSize(spec, preview), givenPaths(arguments.settings));
    for (const core::Message& why : suited.why)
        printError("Note: " + why.plain());
    if (!suited.why.empty())
        printError("Note: --as-written keeps the settings of the preset.");
    return suited.spec;
}

/// The network starts from vectors that were named among the data; notes say so.
core::ExperimentSpec startedFrom(const core::ExperimentSpec& spec, const core::VectorFile& vectors)
{
    std::vector<core::DataDecision> decisions;
    const core::ExperimentSpec started = core::withVectors(spec, vectors, decisions);
    for (const core::DataDecision& each : decisions)
        printError("Note: " + each.what.plain() + " " + each.why.plain());
    return started;
}

/// The spec with the value of an option that has a name of its own.
/// @throws UsageError where --set gives the same setting another value.
core::ExperimentSpec withOption(const core::ExperimentSpec& spec, const TrainArguments& arguments,
                                const std::string& option, const std::string& path,
                                const std::string& value)
{
    const core::ExperimentSpec changed = core::withValue(spec, path, value);
    if (givenPaths(arguments.settings).contains(path) && changed != spec)
        throw UsageError(option + " " + value + " and --set " + path
                         + " differ: give one of them.");
    return changed;
}

/// The spec with the values of --device, --threads, --processes and --elastic.
core::ExperimentSpec withMachine(core::ExperimentSpec spec, const TrainArguments& arguments)
{
    if (!arguments.device.empty())
        spec = withOption(spec, arguments, "--device", "training.device", arguments.device);
    if (arguments.threads >= 0)
        spec = withOption(spec, arguments, "--threads", "training.threads",
                          std::to_string(arguments.threads));
    const bool together = core::taskDescription(spec.task.kind).has(core::TaskTrait::Gradients);
    if (arguments.processes > 1 && !together)
        throw UsageError("Networks of the task " + spec.task.kind
                         + " train in one process only. Leave --processes out; --threads uses "
                           "several cores.");
    if (arguments.processes > 0 && together)
        spec = withOption(spec, arguments, "--processes", "training.processes",
                          std::to_string(arguments.processes));
    if (arguments.elastic)
        spec = withOption(spec, arguments, "--elastic", "training.elastic", "true");
    if (arguments.elastic && spec.training.processes < 2 && !core::launchEnvironment())
        printError("Note: --elastic changes nothing in one process; --processes N starts several.");
    return spec;
}

core::ExperimentSpec wantedSpec(TrainArguments arguments)
{
    const core::SortedPaths sorted = textsAndVectors(arguments.data);
    arguments.data = sorted.data;
    bool needsData = false;
    core::ExperimentSpec spec = specNamed(arguments.spec, needsData);
    if (needsData && arguments.data.empty())
        throw UsageError("The preset " + arguments.spec
                         + " has no bundled sample: name the training file with --data.");
    spec = core::completedSpec(spec);
    checkTargets(spec, arguments);
    if (!arguments.data.empty()) { // The settings are about these files, whose format is not known.
        spec.data.format = {"auto", core::Json::object()};
        spec.data.sample = {"none", core::Json::object()};
        spec.data.train = arguments.data;
        spec.data.trainTarget = arguments.target;
    }
    spec = withSettings(spec, arguments.settings);
    applyPaths(spec, arguments);
    if (sorted.vectors)
        spec = startedFrom(spec, *sorted.vectors);
    spec = withSettings(spec, arguments.settings); // Over what was recognised, too.
    spec = withMachine(spec, arguments);
    if (isPreset(arguments.spec) && !arguments.data.empty() && !arguments.asWritten)
        spec = suitedToData(spec, arguments);
    return spec;
}

/// Another process was stopped or killed: the run itself is as good as before.
void addResumption(core::Failure& failure, const std::filesystem::path& run)
{
    if (failure.code == core::ErrorCode::Helper && !core::readRunSummary(run).checkpoints.empty())
        failure.advice
            = {"%1 Resume with: unroll-cli resume %2", {failure.advice.plain(), run.string()}};
}

ExitCode finish(const core::EndReport& report, const std::filesystem::path& run, bool json)
{
    if (report.state == core::RunState::Failed) {
        core::Failure failure = report.failure.value_or(core::Failure());
        addResumption(failure, run);
        throw core::Error(failure.code, failure.what, failure.advice, failure.detail);
    }
    if (!json)
        printLine("Written to " + run.string());
    if (report.state == core::RunState::Stopped) { // By a signal to this or to another process.
        if (!json)
            printLine("Resume with: unroll-cli resume " + run.string());
        return ExitCode::Interrupted;
    }
    return ExitCode::Done;
}

void addRecording(CLI::App& command, RecordingArguments& recording)
{
    auto* record
        = command.add_flag("--record", recording.record,
                           "Write updates into the run's updates.jsonl: the texts of the "
                           "batch with their losses, histograms of one layer, and norms; at the "
                           "end, the weights around the last updates, by which `ask RUN "
                           "influence` ranks them");
    command
        .add_option("--record-layer", recording.wish.chosen,
                    "Layer or parameter of the histograms; without it, the first layer")
        ->needs(record);
    command
        .add_option("--record-share", recording.wish.share,
                    "Share of the training's time that histograms and norms may take; updates "
                    "beyond it are recorded without them. 1: every update has them")
        ->check(CLI::Range(0.0, 1.0))
        ->capture_default_str()
        ->needs(record);
}

bool isRecorded(const core::ShownRecording& recording, const std::string& name)
{
    return std::any_of(recording.parameters.begin(), recording.parameters.end(),
                       [&](const core::RecordedParameter& each) {
                           return each.layer == name || each.name == name;
                       });
}

/// "embedding, encoder.rnn.l0": the layers, each once.
std::string layersOf(const core::ShownRecording& recording)
{
    std::string names, last;
    for (const core::RecordedParameter& each : recording.parameters) {
        if (each.layer != last)
            names += (names.empty() ? "" : ", ") + each.layer;
        last = each.layer;
    }
    return names;
}

/// Starts the recording that the window's Updates view uses, before the first update.
void record(core::RunControl& control, const std::filesystem::path& run,
            const RecordingArguments& recording)
{
    if (!recording.record)
        return;
    control.ask([question
                 = core::AskRecording{run.string(), recording.wish}](core::LiveModel& model) {
        const core::ShownRecording shown = model.ask(question);
        if (!question.wish.chosen.empty() && !isRecorded(shown, question.wish.chosen))
            printError("Note: there is no layer or parameter " + question.wish.chosen
                       + "; the first layer is recorded. The layers are: " + layersOf(shown) + ".");
    });
}

template <class Function>
ExitCode runTraining(const std::filesystem::path& run, bool json,
                     const RecordingArguments& recording, Function&& training)
{
    core::RunControl control;
    record(control, run, recording);
    core::EndReport report;
    {
        const InterruptWatch watch([&] { control.stop(); });
        TerminalReport terminal;
        report = training(control, json ? jsonReport() : terminal.listener());
    }
    return finish(report, run, json);
}

/// Trains in a process that another one leads; what it has to say that process says.
ExitCode follow(const core::LaunchEnvironment& place, const std::string& asked)
{
    core::RunControl control;
    core::EndReport report;
    {
        const InterruptWatch watch([&] { control.stop(); });
        report = core::follow(*core::openProcessGroup(place), asked, control);
    }
    if (report.state == core::RunState::Failed) {
        const core::Failure failure = report.failure.value_or(core::Failure());
        throw core::Error(failure.code, failure.what, failure.advice, failure.detail);
    }
    return ExitCode::Done;
}

/// The runs that are compared, each in a folder of its own in --out. One that diverges is no
/// reason to leave out the others: that is what is compared.
/// @return that of the first failure, if there is one.
ExitCode trainAll(const TrainArguments& arguments, const std::string& name,
                  const std::vector<core::ExperimentSpec>& runs)
{
    if (core::launchEnvironment())
        throw UsageError(name
                         + " compares several runs, which one process starts: leave out the "
                           "launcher, and set --processes.");
    std::optional<core::Error> failure;
    for (const core::ExperimentSpec& run : runs) {
        const std::filesystem::path folder
            = std::filesystem::path(arguments.out) / run.name.substr(name.size() + 1);
        try {
            const ExitCode code = runTraining(
                folder, arguments.json, arguments.recording,
                [&](core::RunControl& control, const core::TrainingListener& listener) {
                    return core::train(run, folder, control, listener);
                });
            if (code != ExitCode::Done)
                return code;
        } catch (const core::Error& error) {
            if (error.failure().code != core::ErrorCode::Diverged)
                throw;
            printError(error.failure().sentence());
            failure = error;
        }
    }
    if (failure)
        throw *failure;
    return ExitCode::Done;
}

/// Trains alone, or in the place that a launcher has given to this process. One that started all
/// processes again, because one had ended, makes the run go on from its last checkpoint.
ExitCode trainOrFollow(const TrainArguments& arguments, const core::ExperimentSpec& spec,
                       const std::vector<core::SettingChange>& changes)
{
    const std::optional<core::LaunchEnvironment> place = core::launchEnvironment();
    const bool goesOn = place && place->restarts > 0 && core::isRunFolder(arguments.out);
    if (place && place->rank > 0)
        return follow(*place, place->restarts > 0 ? std::string() : core::identityOf(spec));
    return runTraining(arguments.out, arguments.json, arguments.recording,
                       [&](core::RunControl& control, const core::TrainingListener& listener) {
                           const auto group = place ? core::openProcessGroup(*place) : nullptr;
                           return goesOn
                               ? core::resume(arguments.out, control, listener, {}, group.get())
                               : core::train(spec, arguments.out, control, listener, changes,
                                             group.get());
                       });
}

void addTrain(CLI::App& cli, ExitCode& exitCode)
{
    auto* command = cli.add_subcommand("train", "Train a preset or a spec file into a run folder");
    auto arguments = std::make_shared<TrainArguments>();
    command
        ->add_option("spec", arguments->spec,
                     "A preset or a .unroll file; `presets` lists the presets")
        ->required();
    command
        ->add_option(
            "--out", arguments->out,
            "Run folder, new or empty; where several runs are compared, the folder of their "
            "folders")
        ->required();
    addPaths(*command, "--data", arguments->data, "Training files, folders or archives");
    addPaths(*command, "--valid", arguments->valid, "Validation set");
    addPaths(*command, "--test", arguments->test, "Test set");
    addPaths(*command, "--target", arguments->target,
             "Translation: the target side of --data, line N for line N");
    addPaths(*command, "--valid-target", arguments->validTarget, "Target side of --valid");
    addPaths(*command, "--test-target", arguments->testTarget, "Target side of --test");
    addSettings(*command, arguments->settings, kAnySetting);
    command->add_option("--device", arguments->device, "cpu or cuda:N");
    command->add_option("--threads", arguments->threads, "0: one fewer than the cores")
        ->check(CLI::Range(0, 1024));
    command
        ->add_option("--processes", arguments->processes,
                     "Processes on this machine that train together; `help processes` tells how "
                     "torchrun, srun and mpirun start them on several machines")
        ->check(CLI::Range(1, 64));
    command->add_flag("--elastic", arguments->elastic,
                      "If one of several processes ends, the others go on without it");
    command->add_flag("--as-written", arguments->asWritten,
                      "Keep the settings of a preset on --data of any size. Without it, few texts "
                      "get smaller batches, more epochs, more patience and a finer monitor, and a "
                      "tagger that reads characters leaves out words that occur once, except where "
                      "--set names these settings; notes say what was changed. A .unroll file is "
                      "always used as it is");
    command->footer("The task of the preset and the settings of --set decide how the files are "
                    "read; --data replaces the bundled sample.");
    addRecording(*command, arguments->recording);
    command->add_flag("--replay", arguments->replay,
                      "With a run's spec.json: start as that run started and repeat its changes of "
                      "settings at the same updates");
    command->add_flag("--json", arguments->json, kJsonReports);
    command->callback([arguments, &exitCode] {
        core::ExperimentSpec spec = wantedSpec(*arguments);
        std::vector<core::SettingChange> changes;
        if (arguments->replay) {
            changes = core::readRunPlan(arguments->spec).changes;
            spec = core::withoutChanges(spec, changes);
        }
        const std::vector<core::ExperimentSpec> runs = core::comparedSpecs(spec);
        exitCode = runs.size() > 1 ? trainAll(*arguments, spec.name, runs)
                                   : trainOrFollow(*arguments, spec, changes);
    });
}

/// A process that another one has started by --processes.
void addFollow(CLI::App& cli, ExitCode& exitCode)
{
    auto* command = cli.add_subcommand("follow", "Train as one of several processes");
    command->group(""); // Not listed: only Unroll itself calls it.
    auto place = std::make_shared<core::LaunchEnvironment>();
    command->add_option("--rank", place->rank)->required();
    command->add_option("--processes", place->size)->required();
    command->add_option("--port", place->port)->required();
    command->callback([place, &exitCode] {
        place->localRank = place->rank;
        place->localSize = place->size;
        place->address = "127.0.0.1";
        exitCode = follow(*place, {});
    });
}

void addResume(CLI::App& cli, ExitCode& exitCode)
{
    auto* command
        = cli.add_subcommand("resume", "Resume a stopped or killed run exactly where it was");
    auto run = std::make_shared<std::string>();
    auto settings = std::make_shared<std::vector<std::string>>();
    auto recording = std::make_shared<RecordingArguments>();
    auto json = std::make_shared<bool>(false);
    command->add_option("run", *run, "Run folder")->required();
    addSettings(*command, *settings,
                "A setting that may change after the start, such as training.epochs=20");
    addRecording(*command, *recording);
    command->add_flag("--json", *json, kJsonReports);
    command->footer("The result equals that of an uninterrupted run, on the CPU to the bit. "
                    "Settings that decide what the run is (seed, network, optimiser, data) cannot "
                    "change, and a message names those that differ. See `unroll-cli help runs` for "
                    "those that may. With more epochs, the schedule is computed anew over all of "
                    "them, and a note names the learning rate from which it continues.");
    command->callback([run, settings, recording, json, &exitCode] {
        std::optional<core::ExperimentSpec> changed;
        if (!settings->empty())
            changed = withSettings(core::readSpec(std::filesystem::path(*run) / "spec.json"),
                                   *settings);
        exitCode
            = runTraining(*run, *json, *recording,
                          [&](core::RunControl& control, const core::TrainingListener& listener) {
                              return core::resume(*run, control, listener, changed);
                          });
    });
}

} // namespace

void addTrainingCommands(CLI::App& cli, ExitCode& exitCode)
{
    addTrain(cli, exitCode);
    addFollow(cli, exitCode);
    addResume(cli, exitCode);
}

} // namespace app
