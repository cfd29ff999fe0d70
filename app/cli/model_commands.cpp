#include "app/cli/commands.h"
#include "app/cli/line_reader.h"
#include "app/cli/progress_line.h"
#include "app/cli/task_commands.h"
#include "core/catalogue/spec_json.h"
#include "core/data/cells/cell_text.h"
#include "core/data/corpus.h"
#include "core/exchange/export_kinds.h"
#include "core/probe/translation/translation_questions.h"
#include "core/task/task_kinds.h"
#include "core/text/text_pipeline.h"
#include "core/train/open_run.h"
#include "core/train/run_folder.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace app {

namespace {

constexpr size_t kPredictionBatch = 512;

/// The data settings of the run, changed by --set for the files to evaluate on.
core::DataSpec dataSettings(const EvaluateArguments& arguments)
{
    for (const std::string& item : arguments.settings)
        if (!item.starts_with("data."))
            throw UsageError("evaluate takes only data settings, such as --set "
                             "data.format.header=no; \""
                             + core::shown(item) + "\" is not one.");
    return withSettings(core::readRunSummary(arguments.model.run).spec, arguments.settings).data;
}

} // namespace

std::shared_ptr<const core::CorpusPart> scoredRows(const EvaluateArguments& arguments,
                                                   const std::vector<std::string>& classes)
{
    std::vector<core::Message> notes;
    core::DataSpec settings = dataSettings(arguments);
    const bool chosen
        = std::any_of(arguments.settings.begin(), arguments.settings.end(),
                      [](const std::string& item) { return item.starts_with("data.format"); });
    if (chosen) { // The files are read by themselves, not as a test set of the training files.
        settings.train.clear();
        settings.trainTarget.clear();
    }
    const auto rows = std::make_shared<const core::CorpusPart>(core::loadScoredRows(
        settings, {arguments.data, arguments.target},
        core::columnsOfTask(core::readRunSummary(arguments.model.run).spec.task), classes,
        core::Monitor(), &notes));
    for (const core::Message& note : notes)
        printError("Note: " + note.plain());
    return rows;
}

namespace {

/// Share of the tokens of texts, or of words that are divided already, that the vocabulary of the
/// run lacks: 0 to 1.
double unknownShare(const std::string& run, const core::CorpusPart& rows)
{
    std::vector<std::string_view> texts;
    for (const std::string_view text : rows.texts())
        if (rows.columns.front().kind != core::ColumnKind::Tokens)
            texts.push_back(text);
        else
            for (const std::string_view word : core::tokensOf(text))
                texts.push_back(word);
    int64_t unknown = 0, all = 0;
    const core::TextPipeline pipeline = core::TextPipeline::load(std::filesystem::path(run));
    for (const auto& ids : pipeline.ids(core::TextList(texts), core::Monitor())) {
        unknown += std::count(ids.begin(), ids.end(), static_cast<int32_t>(core::kUnknownId));
        all += std::ssize(ids);
    }
    return static_cast<double>(unknown) / static_cast<double>(std::max<int64_t>(all, 1));
}

void evaluate(core::LiveModel& model, const TaskCommands& commands,
              const EvaluateArguments& arguments)
{
    constexpr const char* kUnknownShare = "unknown_share";
    constexpr double kManyUnknown = 0.05;
    const core::TaskAnswers& answers = model.answers();
    const core::AnyQuestion question = commands.scores(model, arguments.search);
    const auto rows = scoredRows(
        arguments, commands.classes ? commands.classes(model) : std::vector<std::string>());
    answers.setRows(question, rows);
    if (auto* scores = std::any_cast<core::AskTranslationScores>(&question.value()))
        scores->references = arguments.references;
    const core::AnyAnswer answer = answers.answer(model, question, ProgressLine().monitor());
    core::Readout scores = answers.readout(question, answer).without("rows");
    if (!core::toJson(scores).contains(kUnknownShare))
        if (const double share = unknownShare(arguments.model.run, *rows); share > kManyUnknown)
            scores.value({kUnknownShare, "Share of unknown tokens"}, share);
    if (arguments.model.json) {
        core::Json json = {{"event", "evaluation"}};
        json.update(core::toJson(scores));
        printJson(json);
    } else {
        printReadout(scores, false);
    }
    if (commands.remarks)
        commands.remarks(answer);
}

/// A line for each text: its class or answer and how probable that is, or its number. Nothing is
/// predicted for a blank text.
void printPredictions(const core::Readout& predicted, bool asJson)
{
    const core::Json json = core::toJson(predicted);
    for (const core::Json& each : json.at("texts")) {
        const std::string text = each.at("text").get<std::string>();
        const bool blank = core::trimmed(text).empty();
        if (asJson)
            printJson(blank ? core::Json{{"text", text}} : each);
        else if (blank)
            printLine("");
        else if (each.contains("number"))
            printCells({formatted("%.6g", each.at("number").get<double>())});
        else
            printCells({each.at(each.contains("answer") ? "answer" : "class").get<std::string>(),
                        formatted("%.4f", each.at("probability").get<double>())});
    }
}

void addEvaluate(CLI::App& cli)
{
    auto* command = cli.add_subcommand("evaluate", "Score a run on labelled texts or on pairs");
    auto arguments = std::make_shared<EvaluateArguments>();
    addModelArguments(*command, arguments->model);
    addPaths(*command, "--data", arguments->data,
             "Labelled files; for a translator, the sources; for a language model, texts")
        ->required();
    addPaths(*command, "--target", arguments->target,
             "References for a translator: line N translates line N of --data");
    addPaths(*command, "--reference", arguments->references,
             "Further references for a translator: line N is another translation of pair N");
    addSettings(*command, arguments->settings,
                "How the files are read, if not as the run read its own, such as "
                "data.skip_bad_rows=true");
    addSearchArguments(*command, arguments->search);
    command->footer("The files are read as the test set of the training is. If more than 5 % of "
                    "their tokens are unknown, a line gives the share. For a translator, BLEU, "
                    "chrF and perplexity are printed, and notes report sources and "
                    "references that were cut and many unknown tokens.");
    command->callback([arguments] {
        const auto model = openModel(arguments->model);
        const TaskCommands& commands = commandsFor(*model);
        if (!commands.translates
            && (!arguments->target.empty() || !arguments->references.empty()
                || isAsked(arguments->search)))
            throw UsageError("--target and the search options are for translators; this run is of "
                             "the task "
                             + model->task() + ".");
        evaluate(*model, commands, *arguments);
    });
}

/// "classification, regression": the tasks with a line for each text.
std::string predictingTasks()
{
    std::string tasks;
    for (const core::TaskAnswers* answers : core::allAnswers())
        if (const TaskCommands* commands = commandsOf(*answers); commands && commands->predict)
            tasks += (tasks.empty() ? "" : ", ") + answers->task();
    return tasks;
}

void addPredict(CLI::App& cli)
{
    auto* command = cli.add_subcommand("predict",
                                       "Predict classes, numbers or answers: one text per line on "
                                       "standard input, one answer per line");
    auto arguments = std::make_shared<ModelArguments>();
    addModelArguments(*command, *arguments);
    command->footer("An empty line gives an empty line. Questions about passages: the question, a "
                    "tab and the passage on one line.");
    command->callback([arguments] {
        const auto model = openModel(*arguments);
        const TaskCommands& commands = commandsFor(*model);
        if (!commands.predict)
            throw core::Error(core::ErrorCode::BadSetting,
                              {"predict is for networks with one answer per text (%1); this run is "
                               "of the task \"%2\".",
                               {predictingTasks(), model->task()}},
                              {"Use %1.", {commands.instead}});
        forEachBatch(LineReader(STDIN_FILENO), kPredictionBatch, [&](const auto& lines) {
            printPredictions(answered(*model, commands.predict(lines)), arguments->json);
        });
    });
}

void addInspect(CLI::App& cli)
{
    auto* command = cli.add_subcommand(
        "inspect", "Show what the network computes for one text: tokens, probabilities, attention");
    auto arguments = std::make_shared<InspectArguments>();
    addModelArguments(*command, arguments->model);
    command->add_option("--text", arguments->text, "The text; for a translator, the source")
        ->required();
    command->add_option("--target", arguments->target,
                        "For a translator: inspect this translation instead of its own");
    command->add_option(
        "--class", arguments->className,
        "For a model that generates texts of a class: the class for which it reads the text");
    command->callback([arguments] {
        const auto model = openModel(arguments->model);
        const TaskCommands& commands = commandsFor(*model);
        if (!commands.translates && !arguments->target.empty())
            throw UsageError("--target is for translators; this run is of the task " + model->task()
                             + ".");
        printReadout(answered(*model, commands.inspect(*arguments)), arguments->model.json);
    });
}

enum class Existing { Kept, Replaced };

/// An export goes where nothing is or into an empty folder; elsewhere only when asked to replace,
/// and a device is never replaced.
void checkTarget(const std::filesystem::path& out, Existing existing)
{
    using Type = std::filesystem::file_type;
    std::error_code error;
    const auto status = std::filesystem::symlink_status(out, error);
    const Type type = status.type();
    if (!std::filesystem::status_known(status)) // What cannot be seen may be there.
        throw core::Error(core::ErrorCode::FileUnwritable,
                          {"The program cannot determine whether %1 exists.", {out.string()}},
                          {"Check that you may read the folder, or give another --out.", {}},
                          error.message());
    const bool isEmpty = type == Type::directory && std::filesystem::is_empty(out, error) && !error;
    if (!std::filesystem::exists(status) || isEmpty)
        return;
    if (type != Type::regular && type != Type::directory && type != Type::symlink)
        throw core::Error(core::ErrorCode::FileUnwritable,
                          {"%1 is neither a file nor a folder.", {out.string()}},
                          {"Give another --out.", {}});
    if (existing == Existing::Kept)
        throw core::Error(core::ErrorCode::FileUnwritable, {"%1 exists already.", {out.string()}},
                          {type == Type::directory
                               ? "Give another --out. --force replaces only an earlier export."
                               : "Give another --out, or --force to replace it.",
                           {}});
}

void addExport(CLI::App& cli)
{
    auto* command
        = cli.add_subcommand("export", "Export the trained network for use in other programs");
    auto run = std::make_shared<std::string>();
    auto format = std::make_shared<std::string>();
    auto out = std::make_shared<std::string>();
    auto checkpoint = std::make_shared<std::string>();
    auto force = std::make_shared<bool>(false);
    std::vector<std::string> formats;
    for (const core::KindDescription& kind : core::exportKinds())
        formats.push_back(kind.id);
    command->add_option("run", *run, "Run folder")->required();
    command->add_option("--format", *format, "Format to write")
        ->required()
        ->check(CLI::IsMember(formats));
    command->add_option("--out", *out, "File to write; for python, torchscript and onnx, a folder")
        ->required();
    command->add_option("--checkpoint", *checkpoint, "best (the default), last or epoch-N");
    command->add_flag("--force", *force, "Replace what --out names: a file or an earlier export");
    command->callback([run, format, out, checkpoint, force] {
        checkTarget(*out, *force ? Existing::Replaced : Existing::Kept);
        core::exportRun(*run, checkpointOf(*run, *checkpoint), *format, *out);
        printLine("Written to " + *out);
    });
}

} // namespace

void addModelCommands(CLI::App& cli)
{
    addEvaluate(cli);
    addPredict(cli);
    addInspect(cli);
    addExport(cli);
}

} // namespace app
