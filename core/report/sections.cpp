#include "core/base/readout_text.h"
#include "core/base/regular_file.h"
#include "core/catalogue/presets.h"
#include "core/catalogue/spec_json.h"
#include "core/catalogue/spec_settings.h"
#include "core/data/content_hash.h"
#include "core/report/reported_run.h"
#include "core/train/waited_share.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

namespace fs = std::filesystem;

struct ReportedFile {
    std::string role, path, hash;
    std::optional<int64_t> bytes;
};

std::string hashOfFile(const std::string& path, const Monitor& monitor)
{
    constexpr size_t kHashedBlock = 1 << 20;
    try {
        RegularFile file(path);
        ContentHash hash;
        std::string block(kHashedBlock, '\0');
        while (const size_t count = file.read(block.data(), block.size())) {
            monitor.throwIfStopped();
            hash.add(std::string_view(block).substr(0, count));
        }
        return hash.text();
    } catch (const Error& error) {
        if (error.failure().code == ErrorCode::Cancelled)
            throw;
        return "cannot be read now";
    }
}

std::vector<ReportedFile> filesOf(const DataSpec& data, const Monitor& monitor)
{
    std::vector<ReportedFile> files;
    for (const auto& [role, paths] :
         {std::pair("training", &data.train), std::pair("training, targets", &data.trainTarget),
          std::pair("validation", &data.valid), std::pair("validation, targets", &data.validTarget),
          std::pair("test", &data.test), std::pair("test, targets", &data.testTarget)})
        for (const std::string& path : *paths) {
            std::error_code error;
            const bool isFile = fs::is_regular_file(path, error);
            const bool isFolder = fs::is_directory(path, error);
            files.push_back(
                {role, path, isFolder ? "a folder" : hashOfFile(path, monitor),
                 isFile ? std::optional(static_cast<int64_t>(fs::file_size(path))) : std::nullopt});
        }
    return files;
}

/// "LSTM (lstm)"
std::string kindText(const std::string& family, const std::string& kind)
{
    const KindDescription* const found = findKind(catalogue(), family, kind);
    return found == nullptr || found->title == kind ? kind : found->title + " (" + kind + ")";
}

std::optional<int64_t> parametersOf(const ReportedRun& run)
{
    if (run.model.parameters > 0)
        return run.model.parameters;
    return run.start.is_object() ? std::optional(countOf(run.start, "parameters")) : std::nullopt;
}

ReportSection overviewOf(const ReportedRun& run)
{
    const RunSummary& summary = run.summary;
    const ExperimentSpec& spec = summary.spec;
    ReportSection section{.title = "Overview"};
    section.paragraphs = run.problems;
    if (const auto told = std::ssize(run.history.updates); told < summary.steps)
        section.paragraphs.push_back(filledText(
            "events.jsonl of the run tells of %1 of its %2 updates: curves and scores of epochs "
            "are incomplete.",
            {std::to_string(told), std::to_string(summary.steps)}));
    section.content.value({"task", "Task"}, kindText("task", spec.task.kind))
        .value({"network", "Network"}, kindText("network", spec.model.network.kind))
        .value({"parameters", "Parameters"}, parametersOf(run))
        .value({"state", "State"}, runStateName(summary.state));
    if (run.history.ended)
        section.content.value({"reason", "End"}, run.history.end.reason.plain());
    section.content.value({"created", "Created"}, summary.createdUtc)
        .value({"epochs", "Epochs"}, summary.epochs)
        .value({"updates", "Updates"}, summary.steps)
        .value({"seconds", "Training time", "s"}, summary.seconds)
        .value({"monitor", "Watched score"}, spec.training.monitor)
        .value({"best_epoch", "Best epoch"}, summary.bestEpoch)
        .value({"best", "Its value"}, summary.bestValue)
        .value({"note", "Note"}, summary.marks.note);
    section.content.table({"layers", "Layers"}, run.model.layers,
                          column({"name", "Layer"}, &LayerSummary::name),
                          column({"type", "Kind"}, &LayerSummary::type),
                          column({"shape", "Output"}, &LayerSummary::outputShape),
                          column({"parameters", "Parameters"}, &LayerSummary::parameters));
    return section;
}

/// The label of a setting; empty where there is no such setting.
std::string labelOf(const std::string& path)
{
    for (const Setting& each : allSettings())
        if (each.path == path)
            return each.option->label;
    return {};
}

/// "Short reviews (reviews). Texts: 8000. Seed: 1"
std::string sampleText(const Selection& sample)
{
    std::string text = kindText("sample", sample.kind);
    for (const auto& [name, value] : sample.options.items()) {
        const std::string label = labelOf("data.sample." + name);
        text += ". " + (label.empty() ? name : label) + ": " + settingText(value);
    }
    return text;
}

/// How the data were read, without their paths: what is not as it is by itself.
std::vector<SettingChange> readingOf(const ExperimentSpec& spec)
{
    ExperimentSpec plain = spec;
    plain.data = DataSpec();
    for (const auto paths : {&DataSpec::train, &DataSpec::trainTarget, &DataSpec::valid,
                             &DataSpec::validTarget, &DataSpec::test, &DataSpec::testTarget})
        plain.data.*paths = spec.data.*paths;
    plain.data.sample = spec.data.sample;
    return settingChanges(plain, spec, 1);
}

ReportSection dataOf(const ReportedRun& run, const Monitor& monitor)
{
    const DataSpec& data = run.summary.spec.data;
    ReportSection section{.title = "Data"};
    if (data.sample.kind != "none")
        section.content.value({"sample", "Sample of the program"}, sampleText(data.sample));
    for (const auto& [name, title] :
         {std::pair("train_texts", "Training texts"), std::pair("valid_texts", "Validation texts"),
          std::pair("test_texts", "Test texts"), std::pair("vocabulary_size", "Vocabulary"),
          std::pair("train_unknown_share", "Unknown tokens of the training texts"),
          std::pair("valid_unknown_share", "Unknown tokens of the validation texts")})
        if (run.start.is_object() && run.start.contains(name))
            section.content.value({name, title}, jsonCell(run.start.at(name)));
    section.content.table({"files", "Files, with the XXH3 hash of their bytes as they are now"},
                          filesOf(data, monitor), column({"role", "Part"}, &ReportedFile::role),
                          column({"path", "File"}, &ReportedFile::path),
                          column({"bytes", "Size", "bytes"}, &ReportedFile::bytes),
                          column({"hash", "Hash"}, &ReportedFile::hash));
    section.content.table(
        {"reading", "How they are read"}, readingOf(run.summary.spec),
        column({"setting", "Setting"},
               [](const SettingChange& each) { return settingName(each.setting); }),
        column({"value", "Value"},
               [](const SettingChange& each) { return settingText(each.after); }));
    return section;
}

/// The values in which a run differs from a preset; data and name are the run's own.
std::vector<SettingChange> differencesFrom(const Preset& preset, const ExperimentSpec& spec)
{
    std::vector<SettingChange> all = settingChanges(preset.spec, spec, 1);
    std::erase_if(all, [](const SettingChange& each) {
        return each.setting == "name" || each.setting.starts_with("data.");
    });
    return all;
}

void describeChanges(const ReadoutName& name, const std::vector<SettingChange>& changes,
                     const ReadoutName& before, const ReadoutName& after, Readout& readout)
{
    readout.table(
        name, changes,
        column({"setting", "Setting"},
               [](const SettingChange& each) { return settingName(each.setting); }),
        column(before, [](const SettingChange& each) { return settingText(each.before); }),
        column(after, [](const SettingChange& each) { return settingText(each.after); }));
}

/// The run beside the preset of its task that it differs from least, if it can be with a network of
/// the same kind.
ReportSection settingsOf(const ReportedRun& run)
{
    const ExperimentSpec& spec = run.summary.spec;
    const Preset* nearest = nullptr;
    std::vector<SettingChange> least;
    for (const Preset& preset : presets()) {
        if (preset.spec.task.kind != spec.task.kind)
            continue;
        std::vector<SettingChange> differences = differencesFrom(preset, spec);
        const auto hasNetwork = [&](const Preset& each) {
            return each.spec.model.network.kind == spec.model.network.kind;
        };
        const bool better = nearest == nullptr || (hasNetwork(preset) && !hasNetwork(*nearest))
            || (hasNetwork(preset) == hasNetwork(*nearest) && differences.size() < least.size());
        if (better) {
            nearest = &preset;
            least = std::move(differences);
        }
    }
    ReportSection section{.title = "Settings"};
    if (nearest == nullptr)
        return section;
    section.paragraphs.push_back(
        filledText(least.empty() ? "The settings are those of the preset %1 (%2), except for "
                                   "data and name."
                                 : "The preset with the most similar settings is %1 (%2). The run "
                                   "differs from it, except for data and name, in:",
                   {nearest->id, nearest->title}));
    describeChanges({"differences", "Differences from the preset"}, least,
                    {"preset", "Preset " + nearest->id}, {"run", "Run"}, section.content);
    return section;
}

/// Without line breaks, which only stand between values, and with blanks where a line may break.
std::string inOneLine(const Json& value)
{
    std::string text;
    for (const char each : value.dump(0))
        text += each == '\n' ? ' ' : each;
    return text;
}

/// A line for each member, so that the settings take few pages.
std::string compactJson(const Json& object)
{
    std::string text;
    for (const auto& [name, value] : object.items())
        text += (text.empty() ? "{" : ",\n ") + Json(name).dump() + ": " + inOneLine(value);
    return text + "}";
}

ReportSection repetitionOf(const ReportedRun& run, const std::string& version)
{
    const TrainingSpec& training = run.summary.spec.training;
    ReportSection section{.title = "To repeat it"};
    section.paragraphs.emplace_back(
        "Save the settings below as settings.unroll, beside the data, and run:");
    section.paragraphs.emplace_back("unroll-cli train settings.unroll --out RUN");
    if (!run.history.changes.empty())
        section.paragraphs.emplace_back(
            "Settings were changed during the training. With the spec.json of the run folder, "
            "`unroll-cli train RUN/spec.json --replay --out NEW` repeats the changes as well.");
    section.content.value({"version", "Program"}, version)
        .value({"seed", "Seed"}, training.seed)
        .value({"split_seed", "Seed of the split"}, run.summary.spec.data.splitSeed);
    if (run.start.is_object())
        section.content.value({"device", "Device"}, jsonCell(run.start.value("device", Json())))
            .value({"threads", "Threads"}, jsonCell(run.start.value("threads", Json())));
    section.content.value({"processes", "Processes"}, training.processes);
    if (const double share = run.history.end.waitedShare; std::isfinite(share))
        section.paragraphs.push_back(waitedText(share).plain());
    section.listing = compactJson(specToJson(run.summary.spec));
    return section;
}

ReportSection answerSection(const ReportedAnswer& answer)
{
    ReportSection section{.title = answer.title, .content = answer.readout()};
    if (!answer.exampleText.empty())
        section.paragraphs.push_back(filledText("A text of the data: %1", {answer.exampleText}));
    return section;
}

} // namespace

std::string settingName(const std::string& path)
{
    const std::string label = labelOf(path);
    return label.empty() ? path : label + " (" + path + ")";
}

std::string settingText(const Json& value)
{
    constexpr int kSettingDigits = 6;
    return value.is_null() ? "\u2013" : cellText(jsonCell(value), kSettingDigits);
}

std::vector<ReportSection> sectionsOf(const ReportedRun& run, const ReportSettings& settings,
                                      int level, const Monitor& monitor)
{
    std::vector<ReportSection> sections;
    sections.push_back(overviewOf(run));
    const bool isImported = run.summary.state == RunState::Completed && run.summary.epochs == 0
        && run.summary.steps == 0;
    if (isImported) {
        sections.back().level = level;
        return sections;
    }
    sections.push_back(dataOf(run, monitor));
    sections.push_back(settingsOf(run));
    ReportSection curves{.title = "Curves"};
    for (const LineChart& chart : chartsOf(run))
        curves.figures.push_back(figureOf(chart));
    if (!curves.figures.empty())
        sections.push_back(std::move(curves));
    if (run.evaluation) {
        sections.push_back(scoresOf(run));
        if (run.baselines)
            sections.push_back(baselinesOf(*run.baselines));
        if (settings.examples > 0)
            sections.push_back(examplesOf(run, static_cast<size_t>(settings.examples)));
    } else {
        sections.push_back(trainingScoresOf(run));
        for (const ReportedAnswer& each : run.answers)
            sections.push_back(answerSection(each));
    }
    if (!run.history.changes.empty()) {
        ReportSection changes{.title = "Changes during the training"};
        describeChanges({"changes", "Settings that were changed"}, run.history.changes,
                        {"before", "Before"}, {"after", "After"}, changes.content);
        sections.push_back(std::move(changes));
    }
    sections.push_back(repetitionOf(run, settings.version));
    for (ReportSection& section : sections)
        section.level = level;
    return sections;
}

} // namespace core
