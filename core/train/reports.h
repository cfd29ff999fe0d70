#pragma once

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/metric/score.h"
#include "core/probe/updates/layer_quantity.h"
#include "core/task/task_kinds.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// After one update. Everything is the value of this update's batch, not a running mean.
struct UpdateReport {
    int64_t step = 0; ///< 1-based.
    int64_t epoch = 0; ///< 1-based epoch to which it belongs.
    double epochPosition = 0.0; ///< Epochs done, with fraction: 1.25.
    double loss = 0.0; ///< Mean over the batch's units, as it is trained (smoothed labels, if on).
    std::vector<Score> scores; ///< Those of the task's measures that are known of every batch.
    double learningRate = 0.0;
    double gradientNorm = 0.0; ///< L2 norm over all parameters before clipping.
    int64_t tokens = 0; ///< Real tokens seen since the run began.
    double seconds = 0.0; ///< Training time since the run began; pauses left out.
    double tokensPerSecond = 0.0; ///< Over about the last second.
    bool clipped = false;
    /// Probability with which a decoder was fed the reference token; NaN without a decoder.
    double teacherForcing = std::numeric_limits<double>::quiet_NaN();
    /// L2 norm over all parameters after clipping; NaN where nothing was clipped.
    double clippedNorm = std::numeric_limits<double>::quiet_NaN();
    /// At each of StartReport::layers; empty where the quantity was not measured: earlier versions
    /// had none of them, and on a GPU the step is measured at every 16th update.
    ByQuantity<std::vector<float>> layers = {};

    MeasuredUpdate measures() const { return {step, gradientNorm, clippedNorm, clipped, layers}; }

    /// NaN equals NaN here: both mean that there is no number.
    friend bool operator==(const UpdateReport& a, const UpdateReport& b);
};

/// After one epoch and its validation.
struct EpochReport {
    int64_t epoch = 0; ///< 1-based.
    int64_t step = 0;
    double trainLoss = 0.0; ///< Mean over the epoch's texts in training.
    std::vector<Score> trainScores; ///< As trainLoss.
    double validLoss = 0.0; ///< NaN without a validation set.
    std::vector<Score> validScores; ///< All that the task measures.
    int64_t tokens = 0;
    double seconds = 0.0;
    bool best = false; ///< Best so far by the spec's monitor.

    friend bool operator==(const EpochReport&, const EpochReport&) = default;
};

/// Once, when data and network are ready.
struct StartReport {
    std::string run; ///< Path of the run folder.
    int64_t trainTexts = 0, validTexts = 0, testTexts = 0;
    std::string task;
    std::vector<StartFact> facts;
    int64_t vocabularySize = 0; ///< Size of the input's vocabulary.
    double trainUnknownShare = 0.0, validUnknownShare = 0.0;
    double paddingShare = 0.0; ///< Share of all positions of an epoch's batches.
    int64_t parameters = 0;
    int64_t epochs = 0; ///< Planned.
    int64_t updatesPerEpoch = 0;
    int64_t totalUpdates = 0; ///< Planned.
    int64_t resumedAtStep = 0; ///< 0: from the beginning.
    std::string device;
    int64_t threads = 1;
    /// The layers that learn, and the places of other quantities: see UpdateReport::layers.
    ByQuantity<std::vector<std::string>> layers;
    std::vector<Message> notes; ///< "GloVe vectors cover 93 % of the vocabulary", slow BLAS ...

    Json fact(const std::string& name) const; ///< Null: the task has no such fact.
};

/// Interrupted is never written: a run whose folder has it running, but which no process trains.
enum class RunState { Fresh, Running, Paused, Stopped, Interrupted, Completed, Failed };

/// Exactly once, last.
struct EndReport {
    RunState state = RunState::Completed; ///< Stopped, Completed or Failed.
    Message reason; ///< "All 5 epochs are done.", "Stopped at update 120.", "No improvement ...".
    int64_t step = 0;
    int64_t epoch = 0;
    double seconds = 0.0;
    int64_t bestEpoch = 0; ///< 0: none.
    double bestValue = 0.0; ///< The best value of the monitor.
    double testLoss = 0.0; ///< Loss of the best checkpoint.
    std::vector<Score> testScores;
    bool tested = false;
    /// Share of the time until the last update, since the start or the last resumption, in which
    /// the processes waited for each other, on average; NaN: there was one process.
    double waitedShare = std::numeric_limits<double>::quiet_NaN();
    std::optional<Failure> failure; ///< Set exactly when state is Failed.
};

/// One object a line, as in events.jsonl and with --json: {"event": "update", "step": 1, ...}.
/// The facts of a task follow the common fields. Numbers that are not finite are written as
/// null and read back as NaN.
Json toJson(const StartReport& report);
Json toJson(const UpdateReport& report);
Json toJson(const EpochReport& report);
Json toJson(const EndReport& report);
/// StartReport::layers of a start.
ByQuantity<std::vector<std::string>> layersFromJson(const Json& start);
UpdateReport updateFromJson(const Json& json);
EpochReport epochFromJson(const Json& json);
EndReport endFromJson(const Json& json);

/// The number `name` of an object; NaN when it is null or missing.
double realOf(const Json& json, const char* name);
/// The whole number `name` of an object, 0 when it is missing. @throws Error{FileMalformed} when
/// it is of another type or negative.
int64_t countOf(const Json& json, const char* name);

/// Writes scores that are known after every update beside the loss: "valid_accuracy"; others in
/// "valid_scores". @param split  "train" (which has only the former), "valid" or "test".
void putScores(Json& json, const std::string& split, const std::vector<Score>& scores);
/// Reads the scores of putScores(), or of earlier versions, which had all beside the loss. NaN for
/// null.
std::vector<Score> scoresFromJson(const Json& json, const std::string& split);

std::string runStateName(RunState state); ///< "running"
RunState runStateFromName(const std::string& name); ///< Failed for what is not known.

/// The members of an update with its quantities by layer, in the order of the line.
inline constexpr ByQuantity<const char*> kLayerMembers{
    {"layers", "step_size", "residual_stream", "residual_weight", "rectification"}};

/// An update's line as toJson writes it, with a checksum (checked_line.h) or without one, which is
/// not looked at. Without a JSON parser: a run has millions of them.
/// Nothing when the line has another form.
std::optional<UpdateReport> parseUpdateLine(std::string_view line);

} // namespace core
