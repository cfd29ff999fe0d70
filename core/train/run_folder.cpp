#include "core/train/run_folder.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/line_file.h"
#include "core/base/main_memory.h"
#include "core/base/read_json.h"
#include "core/base/seal.h"
#include "core/catalogue/spec_json.h"
#include "core/task/task_kinds.h"
#include "core/train/reports.h"
#include "core/train/run_lock.h"
#include "core/train/run_record.h"

#include <fcntl.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <string_view>

namespace core {

namespace {

constexpr std::string_view kSuffix = ".safetensors";
constexpr std::string_view kEpochPrefix = "epoch-";

/// 3 of "epoch-3"; 0 of other names.
int64_t epochNumber(const std::string& name)
{
    int64_t number = 0;
    const char* end = name.data() + name.size();
    if (!name.starts_with(kEpochPrefix)
        || std::from_chars(name.data() + kEpochPrefix.size(), end, number).ptr != end)
        return 0;
    return number;
}

/// "last" and "best" first, then the epochs in order. "previous" is only there to be safe.
std::vector<std::string> checkpointNames(const std::filesystem::path& run)
{
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(run / "checkpoints", error)) {
        const std::string name = entry.path().stem().string();
        if (entry.path().extension() == kSuffix && isCheckpointName(name) && name != "previous")
            names.push_back(name);
    }
    std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
        const auto key = [](const std::string& name) {
            return std::pair(name == "last" ? 0 : name == "best" ? 1 : 2, epochNumber(name));
        };
        return key(a) < key(b);
    });
    return names;
}

std::string trimmed(std::string text)
{
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0)
        text.pop_back();
    return text;
}

std::string nameOfRun(const std::filesystem::path& run)
{
    const auto renamed = run / "name.txt";
    std::error_code error;
    if (std::filesystem::exists(renamed, error)) {
        std::string name = trimmed(readFile(renamed, 4096, Links::Refuse));
        if (!name.empty())
            return name;
    }
    return run.filename().empty() ? run.parent_path().filename().string() : run.filename().string();
}

/// A process that was killed could not record that its training ended.
RunState livingState(RunState written, const std::filesystem::path& run)
{
    if (written != RunState::Running)
        return written;
    return RunLock::isHeld(run) ? RunState::Running : RunState::Interrupted;
}

/// The content of summary.json or, if it is damaged, of the other files.
RunRecord recordOf(const std::filesystem::path& run, RunSummary& summary)
{
    try {
        return readRunRecord(run);
    } catch (const Error& error) {
        summary.note = error.failure().what;
        RunRecord record;
        record.state = summary.checkpoints.empty() ? RunState::Fresh : RunState::Stopped;
        return record;
    }
}

void takeMarks(const std::filesystem::path& run, RunSummary& summary)
{
    try {
        summary.marks = readRunMarks(run);
    } catch (const Error& error) {
        summary.note = error.failure().what;
    }
}

void takeEvent(const Json& event, RunHistory& history)
{
    const std::string kind = event.at("event").get<std::string>();
    if (kind == "update") {
        history.updates.push_back(updateFromJson(event));
    } else if (kind == "epoch") {
        history.epochs.push_back(epochFromJson(event));
    } else if (kind == "start") {
        if (const int64_t step = countOf(event, "resumed_at_step"); step > 0)
            history.resumedAt.push_back(step);
        history.layers = layersFromJson(event);
    } else if (kind == "change") {
        history.changes.push_back(changeFromJson(event));
    } else if (kind == "end") {
        history.end = endFromJson(event);
        history.ended = true;
    }
}

void readLine(std::string_view line, RunHistory& history)
{
    if (!isIntact(line)) {
        ++history.skippedLines;
        return;
    }
    if (const auto update = parseUpdateLine(line)) {
        history.updates.push_back(*update);
        return;
    }
    try {
        takeEvent(readJson(line).value.value_or(Json()), history);
    } catch (const std::exception&) { // No object, or a member of another type.
        ++history.skippedLines;
    }
}

} // namespace

bool isRunFolder(const std::filesystem::path& path)
{
    // Whatever it is: that it is no file is said when it is opened.
    std::error_code error;
    const auto status = std::filesystem::symlink_status(path / "spec.json", error);
    return std::filesystem::exists(status) && !std::filesystem::is_directory(status);
}

void requireRunFolder(const std::filesystem::path& path)
{
    if (!isRunFolder(path))
        throw Error(ErrorCode::FileMissing,
                    {"%1 is not a run folder: it has no spec.json.", {path.string()}},
                    {"Choose a folder that a training has written.", {}});
}

void refuseLinkedFolders(const std::filesystem::path& run)
{
    for (const char* name : {"checkpoints", "target"}) {
        std::error_code error;
        const auto status = std::filesystem::symlink_status(run / name, error);
        if (std::filesystem::exists(status) && !std::filesystem::is_directory(status))
            throw Error(
                ErrorCode::FileMalformed,
                {"%1 is a link or a file; a run has a folder there.", {(run / name).string()}},
                {"Put the folder itself in its place.", {}});
    }
}

bool isCheckpointName(const std::string& name)
{
    return name == "last" || name == "previous" || name == "best" || epochNumber(name) > 0;
}

std::string checkpointFile(const std::string& name)
{
    return name + std::string(kSuffix);
}

std::filesystem::path checkpointPath(const std::filesystem::path& run, const std::string& name)
{
    return run / "checkpoints" / checkpointFile(name);
}

void renameRun(const std::filesystem::path& run, const std::string& name)
{
    writeFileAtomically(run / "name.txt", name + "\n");
}

RunSummary readRunSummary(const std::filesystem::path& run)
{
    RunSummary summary;
    summary.path = run;
    summary.name = run.filename().string();
    summary.bestValue = std::numeric_limits<double>::quiet_NaN();
    try {
        summary.name = nameOfRun(run);
        refuseLinkedFolders(run);
        summary.checkpoints = checkpointNames(run);
        const RunRecord record = recordOf(run, summary);
        summary.state = livingState(record.state, run);
        summary.steps = record.steps;
        summary.epochs = record.epochs;
        summary.bestEpoch = record.bestEpoch;
        summary.bestValue = record.bestValue;
        summary.testScores = record.testScores;
        summary.seconds = record.seconds;
        summary.createdUtc = record.createdUtc;
        takeMarks(run, summary);
        summary.spec = readSpec(run / "spec.json", Links::Refuse);
    } catch (const Error& error) {
        summary.problem = error.failure().what;
    } catch (const std::exception& error) {
        summary.problem = {"This run cannot be read: %1", {error.what()}};
    }
    return summary;
}

RunHistory readRunHistory(const std::filesystem::path& run, const Monitor& monitor)
{
    constexpr int64_t kLines = 1 << 14; // Between two checks of the memory.
    RunHistory history;
    const FilePlace place = run / "events.jsonl";
    if (!isThere(place))
        return history;
    const FileDescriptor file = openRegularFile(place, O_RDONLY, Links::Refuse);
    LineFile lines(file, place);
    int64_t count = 0;
    // A line without its end is torn, or being written at this moment.
    for (auto line = lines.lineAt(0); line; line = lines.lineAt(line->end)) {
        if (count++ % kLines == 0) {
            monitor.throwIfStopped();
            requireMemory(static_cast<int64_t>(history.updates.size() * sizeof(UpdateReport)));
        }
        readLine(line->text, history);
    }
    return history;
}

std::vector<RunSummary> listRuns(const std::filesystem::path& folder)
{
    std::vector<RunSummary> runs;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        std::error_code ignored;
        if (entry.is_directory(ignored) && isRunFolder(entry.path()))
            runs.push_back(readRunSummary(entry.path()));
    }
    std::sort(runs.begin(), runs.end(), [](const RunSummary& a, const RunSummary& b) {
        return std::tie(a.createdUtc, a.path) < std::tie(b.createdUtc, b.path);
    });
    return runs;
}

std::string standardCheckpoint(const RunSummary& summary)
{
    const auto& names = summary.checkpoints;
    return std::find(names.begin(), names.end(), "best") != names.end() ? "best" : "last";
}

std::filesystem::path newRunPath(const std::filesystem::path& folder, const ExperimentSpec& spec)
{
    std::string stem;
    std::string wanted = spec.name;
    if (!wanted.ends_with(spec.model.network.kind)) // "reviews-transformer" contains it already.
        wanted.append("-").append(spec.model.network.kind);
    for (const char letter : wanted) {
        const bool plain = std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
        if (plain)
            stem += letter;
        else if (!stem.empty() && stem.back() != '-')
            stem += '-';
    }
    if (stem.empty())
        stem = "run";
    for (int number = 1;; ++number) {
        std::string digits = std::to_string(number);
        digits.insert(0, digits.size() < 3 ? 3 - digits.size() : 0, '0');
        auto path = folder / std::string(stem).append("-").append(digits);
        std::error_code error;
        if (!std::filesystem::exists(path, error))
            return path;
    }
}

namespace {

std::filesystem::path marksPath(const std::filesystem::path& run)
{
    return run / "marks.json";
}

} // namespace

RunMarks readRunMarks(const std::filesystem::path& run)
{
    const auto path = marksPath(run);
    if (std::error_code error; !std::filesystem::exists(path, error))
        return {};
    const Json json = readJsonFile(path, Links::Refuse);
    try {
        return {json.value("starred", false), json.value("note", std::string())};
    } catch (const std::exception& error) { // Of another type than it should be.
        throw Error(ErrorCode::FileMalformed,
                    {"%1 is damaged: it does not hold what the program writes.", {path.string()}},
                    {"Enter the note of the run again: this replaces the file.", {}}, error.what());
    }
}

void writeRunMarks(const std::filesystem::path& run, const RunMarks& marks)
{
    const Json json = {{"starred", marks.starred}, {"note", marks.note}};
    writeFileAtomically(marksPath(run), json.dump(2) + "\n");
}

const std::set<std::string>& textFileNames()
{
    static const std::set<std::string> names{"text.json", "vocabulary.txt", "tokeniser.model"};
    return names;
}

const std::set<std::string>& runFileNames()
{
    static const std::set<std::string> names = [] {
        std::set<std::string> all{"spec.json",
                                  "summary.json",
                                  "events.jsonl",
                                  "updates.jsonl",
                                  "update_weights.safetensors",
                                  "run.lock",
                                  "name.txt",
                                  "marks.json",
                                  kStartVectors};
        for (const std::string& file : taskFiles())
            all.insert(file);
        all.insert(textFileNames().begin(), textFileNames().end());
        return all;
    }();
    return names;
}

} // namespace core
