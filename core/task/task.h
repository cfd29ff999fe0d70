#pragma once

#include "core/base/monitor.h"
#include "core/base/regular_file.h"
#include "core/data/source/split_name.h"
#include "core/exchange/exported_network.h"
#include "core/experiment/spec.h"
#include "core/metric/score.h"
#include "core/task/batch_plan.h"
#include "core/task/live_model.h"
#include "core/task/reports.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// What the rows of a batch's outputs add to its loss.
struct RowLosses {
    torch::Tensor values; ///< [rows], not differentiable; undefined: not known.
    /// [items + 1]: item i is rows offsets[i] up to offsets[i + 1]; empty: each item is a row.
    std::vector<int64_t> offsets = {};
};

/// What a batch gives to the training.
struct BatchLoss {
    torch::Tensor lossSum; ///< [] float32, differentiable: sum over the batch's units.
    /// Of the scores that are known of every update the sums over the batch's units, [] each, in
    /// the order of the task's description.
    std::vector<std::pair<std::string, torch::Tensor>> scoreSums;
    RowLosses rowLosses = {};
};

/// Scores over a whole split.
struct SplitScores {
    double loss = 0.0; ///< Mean over units, without label smoothing.
    std::vector<Score> scores; ///< All that could be measured.
};

/// Tensors by name.
using TaskState = std::vector<std::pair<std::string, torch::Tensor>>;

/// Where the training is when a batch is learnt from.
struct TrainingMoment {
    int64_t step = 1; ///< 1-based, of the update under way.
    int64_t plannedUpdates = 1; ///< Of the whole run.
};

/// What is learnt: the training loop itself knows of no classes and no sentences. A task owns data
/// and network; it is used on the training's thread alone.
///
/// An item is what batches are made of (a text, a sentence pair); a unit is what the loss and the
/// scores of an update are means over (a text, a target token).
class Task {
public:
    virtual ~Task() = default;

    /// Reads what prepare() learnt from a run's folder, but no data: for runs that are looked into
    /// or exported. @throws Error{FileMissing, FileMalformed}.
    virtual void restore(const FilePlace& run) = 0;

    enum class Preparation { Learn, Reuse };
    /// Reads the data; learns the preprocessing and saves it into `run`, or reads it from there.
    /// @throws Error{BadData, FileMissing, FileMalformed, BadSetting, Helper, Cancelled}.
    virtual void prepare(const FilePlace& run, Preparation preparation, const Monitor& monitor) = 0;
    /// Adds what is known of data and preprocessing. @pre prepared.
    virtual void describe(StartReport& report) const = 0;
    /// Changes when the data of the split does. @pre prepared.
    virtual std::string fingerprint(Split split) const = 0;

    /// Tokens of each item: what a batch is bounded by and bucketed by first. @pre prepared.
    virtual std::span<const int32_t> lengths(Split split) const = 0;
    /// What items of the same length are bucketed by next: the source tokens of a pair whose
    /// target tokens are `lengths`; empty: nothing.
    virtual std::span<const int32_t> secondLengths(Split /*split*/) const { return {}; }
    /// The batches of an epoch, 1-based, the same each time that it is asked: a resumed run needs
    /// only epoch and batch to go on. Items of similar lengths, shuffled, unless a task has another
    /// order (of a stream). @pre prepared.
    virtual BatchPlan plan(const TrainingSpec& training, int64_t epoch) const;
    /// The first `kept` batches of an epoch's plan, then what is left of it as `training` says now:
    /// its batch size was changed in the middle. The same each time, as plan().
    virtual BatchPlan planRest(const BatchPlan& plan, int64_t kept, const TrainingSpec& training,
                               int64_t epoch) const;
    /// Units of these items of the training split.
    virtual int64_t units(std::span<const int32_t> items) const = 0;
    /// The row of the training data that an item is, or is a part of; -1: of several.
    virtual int64_t row(int32_t item) const { return item; }
    /// An item as people read it where it is not just its row of the data; else empty.
    virtual std::string itemText(int32_t /*item*/) const { return {}; }

    enum class Weights { Fresh, ToBeLoaded };
    /// From now on the settings are those of `spec`, which differs in what a run may change while
    /// it is trained. What the network is made of counts from the next makeNetwork() on.
    virtual void change(const ExperimentSpec& /*spec*/) { }
    /// Makes the network on `device`; random numbers come from torch's default generator.
    /// @param weights  ToBeLoaded spares reading pretrained vectors.
    /// @param notes    worth telling: how many words the vectors cover.
    virtual torch::nn::Module& makeNetwork(torch::Device device, Weights weights,
                                           const Monitor& monitor, std::vector<Message>& notes)
        = 0;
    /// Lets go of the network; the data stay.
    virtual void dropNetwork() { }
    /// The batches that loss() is going to be called with next, in their order, from `first` on: a
    /// task may make them ahead on a thread of its own. Calling loss() with others is no mistake.
    /// @pre prepared.
    virtual void expect(std::shared_ptr<const BatchPlan> /*plan*/, int64_t /*first*/) { }
    /// Forward pass over items of the training split, in the network's mode: while it evaluates
    /// nothing is drawn at random, neither is a token left out nor a decoder fed what it said.
    virtual BatchLoss loss(std::span<const int32_t> items, const TrainingMoment& moment) = 0;
    /// What it carries from one batch to the next beside the network's weights, such as the states
    /// at the end of a stream's last batch. Checkpoints have it.
    virtual TaskState state() const { return {}; }
    /// Puts back what state() gave. @throws Error{FileMalformed} when it is of another task.
    virtual void setState(const TaskState& /*state*/) { }
    /// Probability that the decoder is fed the true token now; NaN where there is no decoder.
    virtual double teacherForcing(const TrainingMoment& /*moment*/) const
    {
        return std::numeric_limits<double>::quiet_NaN();
    }
    /// @param monitor  told the fraction after each batch. @throws Error{Cancelled}.
    virtual SplitScores evaluate(Split split, const Monitor& monitor) = 0;
    /// A view of the network for requests between updates.
    /// @param stepAndEpoch  where the training is.
    virtual std::unique_ptr<LiveModel> view(
        std::function<std::pair<int64_t, int64_t>()> stepAndEpoch)
        = 0;

    /// What leaves with the weights. @pre makeNetwork() was called.
    virtual ExportedTask exported(const ExportOrigin& origin) const = 0;
};

/// The task that `spec` names. @throws Error{BadSetting} when there is none.
std::unique_ptr<Task> makeTask(const ExperimentSpec& spec);

} // namespace core
