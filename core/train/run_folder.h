#pragma once

#include "core/base/monitor.h"
#include "core/experiment/spec.h"
#include "core/train/reports.h"
#include "core/train/setting_changes.h"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace core {

/// A user's marks of a run: marks.json in its folder. They do not affect training.
struct RunMarks {
    bool starred = false;
    std::string note; ///< Free text; words that begin with # are tags: "#lecture3 learns by heart".

    friend bool operator==(const RunMarks&, const RunMarks&) = default;
};

/// None where there is no such file. @throws Error{FileMalformed}.
RunMarks readRunMarks(const std::filesystem::path& run);
/// @throws Error{FileUnwritable}.
void writeRunMarks(const std::filesystem::path& run, const RunMarks& marks);

/// The entry of a run in the list of runs.
struct RunSummary {
    std::filesystem::path path;
    std::string name; ///< Folder name unless renamed.
    ExperimentSpec spec;
    RunState state = RunState::Fresh;
    int64_t steps = 0;
    int64_t epochs = 0;
    double bestValue = 0.0; ///< The spec's monitor; NaN when there is none yet.
    int64_t bestEpoch = 0;
    std::vector<Score> testScores; ///< Empty when not tested.
    double seconds = 0.0;
    std::string createdUtc; ///< ISO 8601
    std::vector<std::string> checkpoints; ///< "last", "best", "epoch-1" ... as openRun takes them.
    Message problem; ///< Why it cannot be opened; empty: it can.
    Message note; ///< The part that could not be read, although it can be opened.
    RunMarks marks;
};

/// Everything that is drawn of one run.
struct RunHistory {
    std::vector<UpdateReport> updates;
    std::vector<EpochReport> epochs;
    ByQuantity<std::vector<std::string>> layers; ///< That UpdateReport::layers are of.
    std::vector<int64_t> resumedAt; ///< Steps at which the run was resumed.
    std::vector<SettingChange> changes; ///< Settings changed while it was trained.
    EndReport end;
    bool ended = false;
    int64_t skippedLines = 0; ///< Lines of events.jsonl that are damaged or unknown.
};

/// A run folder holds
///   spec.json                 the experiment as it is now, and in "changes" how it came to that
///                             (RunPlan); what can be tuned and places of files in it may be
///                             edited before a resume
///   text.json, vocabulary.txt the text pipeline (TextPipeline::save); of a translator that of the
///                             sources, and that of the targets in its folder target/
///   classes.json              ["neg", "pos"]: the names of the labels; of a classifier only
///   scale.json                mean and deviation of the training numbers; of a regressor only
///   updates.jsonl             by request: what single updates did (recording_file.h)
///   update_weights.safetensors  with it: weights around the latest updates (network_parameters.h)
///   events.jsonl              every report, one JSON object a line, only ever appended to
///   summary.json              what the list of runs shows, renewed at each checkpoint
///   checkpoints/              last, previous, best, epoch-N (.safetensors); best-of-whole-epochs
///                             beside a best from the middle of an epoch
///   run.lock                  held by the process that trains in it
///   name.txt                  its name in lists, once it was renamed
///   marks.json                star and note (RunMarks), once there was one
/// A checkpoint names weights and buffers as the network does; names that begin with "training/"
/// are the state of the training. Its metadata has "step" and "epoch", and in `last` "training".
///
/// Runs are handed in and handed on: what is opened in one is a file or a folder of its own, never
/// a link.
///
/// Everything here is torch-free and may be called on any thread.
bool isRunFolder(const std::filesystem::path& path);
/// @throws Error{FileMissing} where it is none.
void requireRunFolder(const std::filesystem::path& path);
/// @throws Error{FileMalformed} when a link replaces a folder of the run: what is
/// written and removed there would be another's.
void refuseLinkedFolders(const std::filesystem::path& run);
/// Whether a checkpoint may be named so: "last", "previous", "best", "epoch-3".
bool isCheckpointName(const std::string& name);
RunSummary readRunSummary(const std::filesystem::path& run);
/// Only a block of the file is in memory at a time. @throws Error{OutOfMemory} when there are more
/// updates than the memory holds; Error{Cancelled}.
RunHistory readRunHistory(const std::filesystem::path& run, const Monitor& monitor = {});
/// Runs directly under `folder`, oldest first; broken ones with `problem` set.
std::vector<RunSummary> listRuns(const std::filesystem::path& folder);
/// The checkpoint to take when none is named: "best", or "last" where there is no best yet.
std::string standardCheckpoint(const RunSummary& summary);
/// A path for a new run under `folder`: "reviews-lstm-001", not existing yet.
std::filesystem::path newRunPath(const std::filesystem::path& folder, const ExperimentSpec& spec);
/// "best.safetensors" for "best".
std::string checkpointFile(const std::string& name);
/// The file of a checkpoint: "best" -> run/checkpoints/best.safetensors.
std::filesystem::path checkpointPath(const std::filesystem::path& run, const std::string& name);
/// Gives a run another name in lists; its folder stays. Without a name it has its folder's again.
/// @throws Error{FileUnwritable}.
void renameRun(const std::filesystem::path& run, const std::string& name);

/// The files that a run of any task writes directly into its folder.
const std::set<std::string>& runFileNames();

/// The vectors that a run starts from if they are another run's: withVectorsOfRun().
constexpr const char* kStartVectors = "start_vectors.bin";

/// The files of a text pipeline; those of a translator's targets are in the folder target/.
const std::set<std::string>& textFileNames();

} // namespace core
