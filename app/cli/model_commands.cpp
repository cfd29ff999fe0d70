#include "app/cli/answers.h"
#include "app/cli/commands.h"
#include "app/cli/line_reader.h"
#include "app/cli/opened_model.h"

#include "core/catalogue/spec_json.h"
#include "core/data/corpus.h"
#include "core/exchange/export_kinds.h"
#include "core/probe/open_run.h"
#include "core/task/task_kinds.h"
#include "core/train/run_folder.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <memory>

namespace app {

namespace {

constexpr size_t kPredictionBatch = 512;

struct EvaluateArguments {
    ModelArguments model;
    std::vector<std::string> data, target;
    std::vector<std::string> settings;
    SearchArguments search;
};

/// How the run read its data, with what --set says of the files to evaluate on.
core::DataSpec dataSettings(const EvaluateArguments& arguments)
{
    for (const std::string& item : arguments.settings)
        if (!item.starts_with("data."))
            throw UsageError("evaluate takes settings of the data alone, such as --set "
                             "data.format.header=no; \""
                             + core::shown(item) + "\" is none.");
    return withSettings(core::readRunSummary(arguments.model.run).spec, arguments.settings).data;
}

void evaluateClassifier(core::LiveModel& model, const EvaluateArguments& arguments)
{
    const core::DataSpec spec = dataSettings(arguments);
    const auto rows = std::make_shared<const core::CorpusPart>(
        core::loadScoredRows(spec, {arguments.data}, core::columnsOfTask(model.task()),
                             model.ask(core::AskClasses()), core::Monitor()));
    const auto scores = model.ask(core::AskScores{.rows = rows}).scores;
    if (arguments.model.json)
        printJson(toJson(scores));
    else
        print(scores);
}

void evaluateTranslator(core::LiveModel& model, const EvaluateArguments& arguments)
{
    const core::DataSpec spec = dataSettings(arguments);
    std::vector<core::Message> notes;
    const auto rows = std::make_shared<const core::CorpusPart>(
        core::loadScoredRows(spec, {arguments.data, arguments.target},
                             core::columnsOfTask(model.task()), {}, core::Monitor(), &notes));
    for (const core::Message& note : notes)
        printError("Note: " + note.plain());
    const core::DecodingSpec decoding
        = decodingFrom(model.ask(core::AskDecodingSettings()), arguments.search);
    const auto scores
        = model.ask(core::AskTranslationScores{.rows = rows, .decoding = decoding}).scores;
    if (arguments.model.json)
        printJson(toJson(scores));
    else
        print(scores);
}

void addEvaluate(CLI::App& cli)
{
    auto* command = cli.add_subcommand("evaluate", "Score a run on labelled texts or on pairs");
    auto arguments = std::make_shared<EvaluateArguments>();
    addModelArguments(*command, arguments->model);
    addPaths(*command, "--data", arguments->data, "Labelled files; of a translator, the sources")
        ->required();
    addPaths(*command, "--target", arguments->target,
             "References of a translator: line N translates line N of --data");
    addSettings(*command, arguments->settings,
                "How the files are read, where it is not as the run read its own: "
                "data.skip_bad_rows=true");
    addSearchArguments(*command, arguments->search);
    command->callback([arguments] {
        const auto model = openModel(arguments->model);
        if (model->answers().has(core::AskTranslationScores::kName))
            evaluateTranslator(*model, *arguments);
        else if (!arguments->target.empty() || isAsked(arguments->search))
            throw UsageError("--target and how to search are for translators; this run is of the "
                             "task "
                             + model->task() + ".");
        else
            evaluateClassifier(*model, *arguments);
    });
}

void addPredict(CLI::App& cli)
{
    auto* command = cli.add_subcommand(
        "predict", "Classify: one text a line on standard input, one answer a line");
    auto arguments = std::make_shared<ModelArguments>();
    addModelArguments(*command, *arguments);
    command->callback([arguments] {
        const auto model = openModel(*arguments);
        const std::vector<std::string> classes = model->ask(core::AskClasses());
        LineReader reader(STDIN_FILENO);
        for (auto lines = reader.next(kPredictionBatch); !lines.empty();
             lines = reader.next(kPredictionBatch)) {
            for (const core::Prediction& each : model->ask(core::AskPredictions{lines})) {
                if (arguments->json)
                    printJson(toJson(each, classes));
                else
                    print(each, classes);
            }
            if (std::fflush(stdout) != 0)
                return; // Nobody reads any more; main says so.
        }
    });
}

template <class Answer> void show(const Answer& answer, bool json)
{
    if (json)
        printJson(toJson(answer));
    else
        print(answer);
}

void addInspect(CLI::App& cli)
{
    auto* command = cli.add_subcommand("inspect", "Open the network on one text");
    auto arguments = std::make_shared<ModelArguments>();
    auto text = std::make_shared<std::string>();
    auto target = std::make_shared<std::string>();
    addModelArguments(*command, *arguments);
    command->add_option("--text", *text, "The text; of a translator, the source")->required();
    command->add_option("--target", *target,
                        "Of a translator: look at this translation, not at its own");
    command->callback([arguments, text, target] {
        const auto model = openModel(*arguments);
        if (model->answers().has(core::AskTranslation::kName))
            show(model->ask(core::AskTranslation{*text, *target}), arguments->json);
        else if (!target->empty())
            throw UsageError("--target is for translators; this run is of the task " + model->task()
                             + ".");
        else
            show(model->ask(core::AskInspection{*text}), arguments->json);
    });
}

enum class Existing { Kept, Replaced };

/// An export goes where nothing is or into an empty folder; elsewhere only when asked to replace,
/// and never in the place of a device.
void checkTarget(const std::filesystem::path& out, Existing existing)
{
    using Type = std::filesystem::file_type;
    std::error_code error;
    const auto status = std::filesystem::symlink_status(out, error);
    const Type type = status.type();
    const bool isEmpty = type == Type::directory && std::filesystem::is_empty(out, error) && !error;
    if (!std::filesystem::exists(status) || isEmpty)
        return;
    if (type != Type::regular && type != Type::directory && type != Type::symlink)
        throw core::Error(core::ErrorCode::FileUnwritable,
                          {"%1 is neither a file nor a folder.", {out.string()}},
                          {"Give another --out.", {}});
    if (existing == Existing::Kept)
        throw core::Error(core::ErrorCode::FileUnwritable, {"%1 exists already.", {out.string()}},
                          {"Give another --out, or --force to replace it.", {}});
}

void addExport(CLI::App& cli)
{
    auto* command
        = cli.add_subcommand("export", "Export the trained network with what it needs elsewhere");
    auto run = std::make_shared<std::string>();
    auto format = std::make_shared<std::string>();
    auto out = std::make_shared<std::string>();
    auto checkpoint = std::make_shared<std::string>();
    auto force = std::make_shared<bool>(false);
    std::vector<std::string> formats;
    for (const core::KindDescription& kind : core::exportKinds())
        formats.push_back(kind.id);
    command->add_option("run", *run, "Run folder")->required();
    command->add_option("--format", *format, "What is written")
        ->required()
        ->check(CLI::IsMember(formats));
    command->add_option("--out", *out, "File; for python a folder")->required();
    command->add_option("--checkpoint", *checkpoint, "best (the default), last or epoch-N");
    command->add_flag("--force", *force, "Replace what --out names: a file or an earlier export");
    command->callback([run, format, out, checkpoint, force] {
        checkTarget(*out, *force ? Existing::Replaced : Existing::Kept);
        core::exportRun(*run, checkpointOf(*run, *checkpoint), *format, *out);
        printLine("Written to " + *out);
    });
}

} // namespace

void addModelCommands(CLI::App& cli, ExitCode& /*exitCode*/)
{
    addEvaluate(cli);
    addPredict(cli);
    addInspect(cli);
    addExport(cli);
}

} // namespace app
