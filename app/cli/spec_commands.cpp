#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/usage.h"
#include "core/base/error.h"
#include "core/base/message.h"
#include "core/catalogue/data_defaults.h"
#include "core/catalogue/presets.h"
#include "core/catalogue/spec_json.h"
#include "core/data/preview.h"
#include "core/probe/question_kind.h"
#include "core/task/task_kinds.h"
#include "core/train/data_baselines.h"

#include <algorithm>
#include <filesystem>
#include <memory>

namespace app {

namespace {

void printPresets()
{
    for (const core::Preset& preset : core::presets())
        printLine(formatted("%-24s %s%s%s", preset.id.c_str(), preset.title.c_str(),
                            preset.needsData ? " (needs --data)" : "",
                            preset.compared.empty()
                                ? ""
                                : formatted(" (%zu runs)", preset.compared.size()).c_str()));
}

core::Json badRowJson(const core::BadRow& row)
{
    return {{"file", row.file}, {"line", row.line}, {"reason", row.reason.plain()}};
}

core::Json textsOf(const std::vector<core::Message>& messages)
{
    core::Json list = core::Json::array();
    for (const core::Message& message : messages)
        list.push_back(message.plain());
    return list;
}

core::Json decisionsJson(const std::vector<core::DataDecision>& decisions)
{
    core::Json list = core::Json::array();
    for (const core::DataDecision& each : decisions)
        list.push_back({{"setting", each.path},
                        {"value", each.value},
                        {"decision", each.what.plain()},
                        {"reason", each.why.plain()}});
    return list;
}

core::Json previewJson(const core::DataPreview& preview)
{
    core::ExperimentSpec spec;
    spec.data = preview.spec;
    core::Json json = {{"task", preview.read.task},
                       {"format", preview.formatTitle},
                       {"encoding", preview.encoding},
                       {"data", core::specToJson(core::completedSpec(spec))["data"]},
                       {"columns", preview.columns},
                       {"text_columns", preview.textColumns},
                       {"label_column", preview.labelColumn},
                       {"rows", preview.rows},
                       {"train_rows", preview.trainRows},
                       {"valid_rows", preview.validRows},
                       {"test_rows", preview.testRows},
                       {"duplicate_rows", preview.duplicateRows},
                       {"overlap_rows", preview.overlapRows},
                       {"bad_row_count", preview.badRowCount},
                       {"text_bytes", preview.textBytes}};
    json["classes"] = core::Json::array();
    for (const core::ClassCount& each : preview.classes)
        json["classes"].push_back({{"name", each.name},
                                   {"train", each.train},
                                   {"valid", each.valid},
                                   {"test", each.test}});
    json["lengths"] = {{"upper_bounds", preview.lengths.upperBounds},
                       {"counts", preview.lengths.counts},
                       {"median", preview.lengths.median},
                       {"percentile95", preview.lengths.percentile95},
                       {"longest", preview.lengths.longest}};
    if (preview.read.answers(core::ColumnKind::Tags))
        json["tag_scheme"] = preview.tagScheme;
    if (preview.read.arePairs()) {
        json["source_language"] = preview.spec.sourceLanguage;
        json["target_language"] = preview.spec.targetLanguage;
        json["median_length_ratio"] = preview.lengthRatios.median;
    }
    json["bad_rows"] = core::Json::array();
    for (const core::BadRow& row : preview.badRows)
        json["bad_rows"].push_back(badRowJson(row));
    json["notes"] = textsOf(preview.notes);
    json["problems"] = textsOf(preview.problems);
    json["decisions"] = decisionsJson(preview.decisions);
    return json;
}

void printRows(const core::DataPreview& preview)
{
    for (size_t c = 0; c < preview.columns.size(); ++c) {
        const auto index = static_cast<int64_t>(c);
        const auto& texts = preview.textColumns;
        const bool isText = std::find(texts.begin(), texts.end(), index) != texts.end();
        const bool tags = preview.read.answers(core::ColumnKind::Tags);
        const char* role = isText          ? tags ? "words" : "text"
            : index == preview.labelColumn ? tags ? "tags" : "label"
                                           : "not used";
        printLine(formatted("  column %zu  %-20s %s", c + 1, preview.columns[c].c_str(), role));
    }
    for (const auto& row : preview.rows) {
        std::string line;
        for (const std::string& cell : row)
            line += (line.empty() ? "" : " | ") + core::shown(cell, 60);
        printLine("  " + line);
    }
}

void printTaggedRows(const core::DataPreview& preview)
{
    constexpr size_t kMostRows = 5;
    for (size_t i = 0; i < std::min(kMostRows, preview.taggedRows.size()); ++i) {
        const core::TaggedRow& row = preview.taggedRows[i];
        std::string line;
        for (size_t k = 0; k < row.tokens.size(); ++k)
            line += " " + row.tokens[k] + "/" + row.tags[k];
        printLine("  tagged:" + core::shown(line, 300));
    }
}

void printDecisions(const std::vector<core::DataDecision>& decisions)
{
    if (!decisions.empty())
        printLine("Settings chosen for these data (--set changes one; `spec --data` writes all):");
    for (const core::DataDecision& each : decisions)
        printLine("  " + each.path + "=" + each.value + "  " + each.what.plain() + " "
                  + each.why.plain());
}

void printPreview(const core::DataPreview& preview)
{
    printLine(preview.formatTitle + (preview.encoding.empty() ? "" : ", " + preview.encoding)
              + ", for the task " + preview.read.task);
    printRows(preview);
    printLine(core::filledText(
        "%1 training, %2 validation, %3 test {text|texts}; median length %4, 95 % have at most "
        "%5, the longest has %6 {word|words}",
        {std::to_string(preview.trainRows), std::to_string(preview.validRows),
         std::to_string(preview.testRows), std::to_string(preview.lengths.median),
         std::to_string(preview.lengths.percentile95), std::to_string(preview.lengths.longest)}));
    printTaggedRows(preview);
    const char* kind = preview.read.answers(core::ColumnKind::Tags) ? "tag" : "class";
    for (const core::ClassCount& each : preview.classes)
        printLine(formatted("  %s %-20s %lld / %lld / %lld", kind, each.name.c_str(),
                            static_cast<long long>(each.train), static_cast<long long>(each.valid),
                            static_cast<long long>(each.test)));
    printLine(core::filledText(
        "%1 {duplicate|duplicates} in training, %2 {text of another set "
        "occurs|texts of other sets occur} in training",
        {std::to_string(preview.duplicateRows), std::to_string(preview.overlapRows)}));
    for (const core::BadRow& row : preview.badRows)
        printLine(formatted("  bad row: %s, line %lld: %s", row.file.c_str(),
                            static_cast<long long>(row.line), row.reason.plain().c_str()));
    for (const core::Message& note : preview.notes)
        printLine("Note: " + note.plain() + settingHint(note));
    printDecisions(preview.decisions);
}

/// `data` with the settings of --set applied.
core::DataSpec withDataSettings(const std::string& task, const core::DataSpec& data,
                                const std::vector<std::string>& settings)
{
    const auto& presets = core::presets();
    const auto preset = std::find_if(presets.begin(), presets.end(),
                                     [&](const auto& each) { return each.spec.task.kind == task; });
    core::ExperimentSpec spec;
    if (preset != presets.end())
        spec = preset->spec;
    spec.data = data;
    return withSettings(spec, settings).data;
}

struct PreviewArguments {
    std::vector<std::string> paths, settings;
    std::string task; ///< Empty: recognised.
    bool json = false, baselines = false;
};

/// The set-up that these data and word vectors decide.
core::DataDefaults defaultsFor(const core::DataPreview& preview,
                               const std::optional<core::VectorFile>& vectors)
{
    core::DataDefaults defaults = core::dataDefaults(preview);
    if (vectors)
        defaults.spec = core::withVectors(defaults.spec, *vectors, defaults.decisions);
    return defaults;
}

/// Without a task, the one that the data suggest.
core::DataPreview previewOf(const PreviewArguments& arguments)
{
    const core::SortedPaths sorted = textsAndVectors(arguments.paths);
    const std::string usual = core::ExperimentSpec().task.kind;
    const core::DataSpec base = withDataSettings(arguments.task.empty() ? usual : arguments.task,
                                                 core::DataSpec(), arguments.settings);
    const core::RecognisedData data = arguments.task.empty()
        ? core::recogniseDropped(sorted.data, usual, core::taskColumns(), base)
        : recognisedFor(arguments.task, sorted.data, base);
    core::DataSpec spec = withDataSettings(data.task, data.spec, arguments.settings);
    const core::TaskColumns columns = core::columnsOfTask(data.task);
    core::DataPreview preview = core::previewData(columns, spec, core::Monitor());
    if (core::hasOnlyFewBadRows(preview)) {
        spec.skipBadRows = true;
        preview = core::previewData(columns, spec, core::Monitor());
    }
    preview.notes.insert(preview.notes.begin(), data.notes.begin(), data.notes.end());
    if (preview.problems.empty())
        preview.decisions = defaultsFor(preview, sorted.vectors).decisions;
    return preview;
}

/// The set-up that these files give in the window. @throws Error of the first problem of the data.
core::ExperimentSpec specOfData(const std::vector<std::string>& paths)
{
    const core::DataPreview preview = previewOf({paths, {}, {}, false});
    if (!preview.problems.empty())
        throw core::Error(core::ErrorCode::BadData, preview.problems.front());
    return defaultsFor(preview, textsAndVectors(paths).vectors).spec;
}

/// The scores of simple methods on the validation data that the set-up of these data holds out.
core::Readout baselinesOf(const core::DataPreview& preview,
                          const std::vector<std::string>& settings)
{
    const core::ExperimentSpec spec = withSettings(core::dataDefaults(preview).spec, settings);
    return core::readoutOf<core::AskBaselines>(core::dataBaselines(spec, core::Monitor()));
}

/// Whether the problems are all that there is to show: the sheet is not there.
bool hasNothingRead(const core::DataPreview& preview)
{
    return !preview.problems.empty() && preview.columns.empty() && preview.rows.empty();
}

/// @param baselines  empty: they were not asked for.
void printPreview(const core::DataPreview& preview, const core::Readout& baselines, bool json)
{
    if (!json) {
        if (!hasNothingRead(preview))
            printPreview(preview);
        for (const std::string& line : core::textLines(baselines))
            printLine(line);
        return;
    }
    core::Json all = previewJson(preview);
    if (const core::Json scores = core::toJson(baselines); !scores.empty())
        all["baselines"] = scores;
    printJson(all);
}

void addPreview(CLI::App& cli, ExitCode& exitCode)
{
    auto* command = cli.add_subcommand("preview", "Show how files would be read");
    auto arguments = std::make_shared<PreviewArguments>();
    std::vector<std::string> tasks;
    for (const core::KindDescription& kind : core::catalogue().at("task"))
        tasks.push_back(kind.id);
    command->add_option("paths", arguments->paths, "Files, folders or archives; one or several")
        ->required();
    command->add_option("--task", arguments->task, "Task to read them for; without it, recognised")
        ->check(CLI::IsMember(tasks));
    addSettings(*command, arguments->settings, kAnySetting);
    command->add_flag("--baselines", arguments->baselines,
                      "Also the scores of simple methods that a network has to beat, on the "
                      "validation data");
    command->add_flag("--json", arguments->json, "One JSON object");
    command->callback([arguments, &exitCode] {
        for (const std::string& item : arguments->settings)
            if (item.starts_with("task.kind=") || item.starts_with("task="))
                throw UsageError("`preview` reads files for a task that is named by --task: --task "
                                 + core::shown(item.substr(item.find('=') + 1)) + ".");
        const core::DataPreview preview = previewOf(*arguments);
        const bool counts = arguments->baselines && preview.problems.empty();
        printPreview(preview, counts ? baselinesOf(preview, arguments->settings) : core::Readout(),
                     arguments->json);
        exitCode = preview.problems.empty() ? ExitCode::Done : ExitCode::Failed;
        for (const core::Message& problem : preview.problems)
            printError(problem.plain() + settingHint(problem));
    });
}

} // namespace

core::ExperimentSpec specNamed(const std::string& name, bool& needsData)
{
    needsData = false;
    const auto& presets = core::presets();
    const auto preset = std::find_if(presets.begin(), presets.end(),
                                     [&](const core::Preset& each) { return each.id == name; });
    if (preset != presets.end()) {
        needsData = preset->needsData;
        return preset->spec;
    }
    if (std::filesystem::exists(name) || name.ends_with(".unroll") || name.ends_with(".json"))
        return core::readSpec(name);
    try {
        return core::findPreset(name).spec; // Throws the sentence that lists the presets.
    } catch (const core::Error& error) {
        throw UsageError(error.failure().sentence());
    }
}

core::RecognisedData recognisedFor(const std::string& task, const std::vector<std::string>& paths,
                                   const core::DataSpec& base)
{
    core::RecognisedData data = core::recogniseData(paths, task, {core::columnsOfTask(task)}, base);
    // The sides of a translation are no files of the format that was chosen.
    const bool chosen = base.format.kind != "auto" && base.format.kind != "parallel";
    if (chosen && !data.spec.trainTarget.empty())
        data = {task, core::dataSpecFromPaths(paths, base), {}};
    const std::string likely
        = chosen ? task : core::recogniseData(paths, task, core::taskColumns(), base).task;
    if (likely != task)
        data.notes.push_back({"The form of the data suggests the task \"%1\". They are read for "
                              "the task \"%2\", as requested.",
                              {likely, task}});
    return data;
}

core::SortedPaths textsAndVectors(const std::vector<std::string>& paths)
{
    core::SortedPaths sorted = core::sortedPaths(paths);
    if (sorted.vectors && sorted.data.empty()) {
        const std::string dimension = std::to_string(sorted.vectors->dimension);
        throw core::Error(core::ErrorCode::BadData,
                          {"%1 holds word vectors of %2 numbers, not texts.",
                           {core::shown(sorted.vectors->path), dimension}},
                          {"Name texts as well. A set-up starts from the vectors by --set "
                           "model.embedding.vectors=%1 --set model.embedding.dimension=%2.",
                           {core::shown(sorted.vectors->path), dimension}});
    }
    return sorted;
}

core::ExperimentSpec withSettings(core::ExperimentSpec spec, const std::vector<std::string>& items)
{
    for (const std::string& item : items) {
        const size_t equals = item.find('=');
        if (equals == std::string::npos)
            throw UsageError("--set takes PATH=VALUE, as in --set training.epochs=3; \""
                             + core::shown(item) + "\" has no \"=\".");
        spec = core::withValue(spec, item.substr(0, equals), item.substr(equals + 1));
    }
    return spec;
}

void addSettings(CLI::App& command, std::vector<std::string>& items, const std::string& which)
{
    command.add_option("--set", items, which + "; `kinds` lists the choices; repeatable")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false);
}

CLI::Option* addPaths(CLI::App& command, const std::string& name, std::vector<std::string>& paths,
                      const std::string& help)
{
    return command.add_option(name, paths, help + "; one or several, repeatable")
        ->type_name("PATH");
}

void addSpecCommands(CLI::App& cli, ExitCode& exitCode)
{
    cli.add_subcommand("presets", "Names of ready-made experiments")->callback(printPresets);

    auto* command = cli.add_subcommand("spec", "Print a preset or a spec file, complete, as JSON");
    auto name = std::make_shared<std::string>();
    auto settings = std::make_shared<std::vector<std::string>>();
    auto data = std::make_shared<std::vector<std::string>>();
    auto* preset = command->add_option("preset", *name, "A preset or a .unroll file");
    addPaths(*command, "--data", *data,
             "Instead of a preset: the set-up that these files decide, as in the window")
        ->excludes(preset);
    addSettings(*command, *settings, kAnySetting);
    command->callback([name, settings, data] {
        if (name->empty() && data->empty())
            throw UsageError("`spec` takes a preset, a .unroll file or --data; see `spec --help`.");
        bool needsData = false;
        const auto named = data->empty() ? specNamed(*name, needsData) : specOfData(*data);
        const auto spec = withSettings(named, *settings);
        printJson(core::specToJson(core::completedSpec(spec)), 2);
    });
    addPreview(cli, exitCode);
}

} // namespace app
