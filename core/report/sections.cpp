#include "core/base/readout_text.h"
#include "core/base/regular_file.h"
#include "core/catalogue/presets.h"
#include "core/catalogue/spec_json.h"
#include "core/catalogue/spec_settings.h"
#include "core/data/content_hash.h"
#include "core/report/reported_run.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

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

/// "Short reviews (reviews), texts 8000, seed 1"
std::string sampleText(const Selection& sample)
{
    std::string text = kindText("sample", sample.kind);
    for (const auto& [name, value] : sample.options.items())
        text += ", " + name + ' ' + settingText(value);
    return text;
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

std::string labelOf(const std::string& path)
{
    for (const Setting& each : allSettings())
        if (each.path == path)
            return each.option->label;
    return {};
}

void describeChanges(const ReadoutName& name, const std::vector<SettingChange>& changes,
                     const ReadoutName& before, const ReadoutName& after, Readout& readout)
{
    readout.table(
        name, changes, column({"setting", "Setting"}, &SettingChange::setting),
        column({"label", "Name"}, [](const SettingChange& each) { return labelOf(each.setting); }),
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

/// A prediction by the names of its values.
using ReportedRow = std::vector<std::pair<ReadoutName, ReadoutCell>>;

/// The values of a part; of a list its words.
ReportedRow rowOf(const Readout& part)
{
    ReportedRow row;
    for (const Readout::Item& item : part.items())
        if (const auto* const cell = std::get_if<ReadoutCell>(&item.content)) {
            row.emplace_back(item.name, *cell);
        } else if (const auto* const list = std::get_if<Readout::List>(&item.content)) {
            std::string text;
            for (const ReadoutCell& each : *list)
                text += (text.empty() ? "" : " ") + cellText(each, 6);
            row.emplace_back(item.name, text);
        }
    return row;
}

/// The predictions for all rows, which are a table or parts of one kind.
std::vector<ReportedRow> rowsOf(const Evaluation& evaluation)
{
    Readout scores;
    evaluation.describe(scores);
    std::vector<ReportedRow> rows;
    for (const Readout::Item& item : scores.items()) {
        if (item.name.name != "rows")
            continue;
        if (const auto* const parts = std::get_if<std::vector<Readout>>(&item.content))
            std::transform(parts->begin(), parts->end(), std::back_inserter(rows), rowOf);
        if (const auto* const table = std::get_if<ReadoutTable>(&item.content)) {
            rows.resize(table->rows);
            for (const ReadoutTable::Column& column : table->columns)
                for (size_t row = 0; row < table->rows; ++row)
                    rows[row].emplace_back(column.name, column.cells[row]);
        }
    }
    return rows;
}

/// A number of a row; NaN where it has none of that name.
double numberOf(const ReportedRow& row, const std::string& name)
{
    for (const auto& [each, cell] : row)
        if (const auto* const value = std::get_if<double>(&cell); each.name == name && value)
            return *value;
    return std::numeric_limits<double>::quiet_NaN();
}

/// It begins with a text without a sign.
bool isBlank(const ReportedRow& row)
{
    const auto* const text = row.empty() ? nullptr : std::get_if<std::string>(&row.front().second);
    return text != nullptr && text->find_first_not_of(" \t\r\n") == std::string::npos;
}

/// A prediction and how good it is.
struct RankedRow {
    const ReportedRow* row = nullptr;
    double score = 0.0; ///< The larger, the better.
    double probability = 0.0;
};

/// The predictions with their scores: that of the row itself, where it has one (a BLEU of one pair
/// is smoothed), else that of the set if the row were all of it.
std::vector<RankedRow> rankedRows(const Outcomes& outcomes, const std::vector<ReportedRow>& rows)
{
    const double sign = scoreDescription(outcomes.score).higherIsBetter ? 1.0 : -1.0;
    std::vector<RankedRow> ranked;
    for (size_t row = 0; row < rows.size(); ++row) {
        double score = numberOf(rows[row], outcomes.score);
        if (std::isnan(score))
            score = outcomes.scoreOf(
                std::span(outcomes.values).subspan(row * outcomes.width(), outcomes.width()));
        const double probability = numberOf(rows[row], "probability");
        if (!std::isnan(score) && !isBlank(rows[row]))
            ranked.push_back(
                {&rows[row], sign * score, std::isnan(probability) ? 0.0 : probability});
    }
    return ranked;
}

/// The best first, or the worst; among equal ones the surest.
void describeFirst(const ReadoutName& name, std::vector<RankedRow> rows, bool bestFirst,
                   size_t count, Readout& readout)
{
    constexpr size_t kLongestText = 300;
    std::stable_sort(rows.begin(), rows.end(), [&](const RankedRow& a, const RankedRow& b) {
        return a.score != b.score ? (a.score > b.score) == bestFirst
                                  : a.probability > b.probability;
    });
    rows.resize(std::min(count, rows.size()));
    readout.parts(name, rows, [&](const RankedRow& ranked, Readout& part) {
        for (const auto& [each, cell] : *ranked.row) {
            const auto* const text = std::get_if<std::string>(&cell);
            part.value(each, text != nullptr ? ReadoutCell(shown(*text, kLongestText)) : cell);
        }
    });
}

std::string scoreText(double value)
{
    constexpr int kScoreDigits = 4;
    return cellText(value, kScoreDigits);
}

ReportSection scoresOf(const ReportedRun& run)
{
    const Evaluation& evaluation = *run.evaluation;
    const std::string split = evaluation.split == "valid" ? "validation"
        : evaluation.split == "train"                     ? "training"
                                                          : evaluation.split;
    ReportSection section{.title = "Scores on the " + split + " data"};
    section.paragraphs.push_back(filledText(
        "The checkpoint \"%1\" (epoch %2): %3 %4, 95 % interval %5 to %6, from %7 bootstrap "
        "samples of the rows. The interval tells how far the score would vary on other data of the "
        "same kind.",
        {run.checkpoint, std::to_string(evaluation.epoch),
         scoreDescription(evaluation.outcomes.score).title, scoreText(evaluation.interval.value),
         scoreText(evaluation.interval.low), scoreText(evaluation.interval.high),
         std::to_string(evaluation.bootstrap.resamples)}));
    const auto rows = static_cast<double>(evaluation.outcomes.rows());
    if (evaluation.interval.low == evaluation.interval.high) // Resamples are all alike.
        section.paragraphs.push_back(
            filledText("All rows have the same score, so that a bootstrap cannot tell how far it "
                       "would vary. Where each row is right or wrong, up to %1 % of other rows may "
                       "differ (3 / %2, the rule of three, with a confidence of 95 %).",
                       {scoreText(300.0 / rows), std::to_string(evaluation.outcomes.rows())}));
    Readout scores;
    evaluation.describe(scores);
    section.content = std::move(scores).without("rows");
    return section;
}

/// The scores that the training has reported: on the test data, else of its best epoch.
ReportSection trainingScoresOf(const ReportedRun& run)
{
    ReportSection section{.title = "Scores of the training"};
    const RunHistory& history = run.history;
    const auto best
        = std::find_if(history.epochs.begin(), history.epochs.end(), [&](const EpochReport& each) {
              return each.epoch == run.summary.bestEpoch;
          });
    const auto add = [&](double loss, const std::vector<Score>& scores) {
        section.content.value({"loss", "Loss"}, loss);
        for (const Score& score : scores)
            section.content.value({score.name, scoreDescription(score.name).title}, score.value);
    };
    if (history.ended && history.end.tested) {
        section.paragraphs.emplace_back("On the test data, without intervals:");
        add(history.end.testLoss, history.end.testScores);
    } else if (best != history.epochs.end()) {
        section.paragraphs.push_back(
            filledText("On the validation data after epoch %1, the best one, without intervals:",
                       {std::to_string(best->epoch)}));
        add(best->validLoss, best->validScores);
    } else {
        section.paragraphs.emplace_back("There are none.");
    }
    return section;
}

ReportSection examplesOf(const ReportedRun& run, size_t count)
{
    ReportSection section{.title = "Predictions"};
    const Outcomes& outcomes = run.evaluation->outcomes;
    const std::vector<ReportedRow> rows = rowsOf(*run.evaluation);
    if (rows.empty() || rows.size() != outcomes.rows())
        return section;
    std::vector<RankedRow> ranked = rankedRows(outcomes, rows);
    section.paragraphs.push_back(
        filledText("The predictions with the best and with the worst %1, among equal ones those "
                   "with the highest probability if there is one.",
                   {scoreDescription(outcomes.score).title}));
    describeFirst({"best", "Best predictions"}, ranked, true, count, section.content);
    double best = -std::numeric_limits<double>::infinity();
    for (const RankedRow& each : ranked)
        best = std::max(best, each.score);
    std::erase_if(ranked, [&](const RankedRow& each) { return each.score == best; });
    if (ranked.empty())
        section.paragraphs.emplace_back("All predictions are equally good.");
    describeFirst({"worst", "Worst predictions"}, ranked, false, count, section.content);
    return section;
}

/// A line for each member, so that the settings take few pages.
std::string compactJson(const Json& object)
{
    std::string text;
    for (const auto& [name, value] : object.items())
        text += (text.empty() ? "{" : ",\n ") + Json(name).dump() + ": " + value.dump();
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
        section.content.value(
            {"waited_share", "Share of the training time that the processes waited for each other"},
            share);
    section.listing = compactJson(specToJson(run.summary.spec));
    return section;
}

} // namespace

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
    sections.push_back(std::move(curves));
    if (run.evaluation) {
        sections.push_back(scoresOf(run));
        if (settings.examples > 0)
            sections.push_back(examplesOf(run, static_cast<size_t>(settings.examples)));
    } else {
        sections.push_back(trainingScoresOf(run));
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
