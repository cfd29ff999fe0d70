#pragma once

#include "core/base/monitor.h"
#include "core/base/regular_file.h"
#include "core/data/source/split_name.h"
#include "core/exchange/exported_network.h"
#include "core/experiment/spec.h"
#include "core/metric/score.h"
#include "core/task/batch_plan.h"
#include "core/task/evaluation_share.h"
#include "core/task/loss_pass.h"
#include "core/task/task_kinds.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <any>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// The items that training batches are made of: texts, sentence pairs, windows of a stream.
/// Borrows from the task. A unit is what the loss and the scores of an update are means over.
struct TrainingItems {
    std::span<const int32_t> lengths; ///< Tokens of each item; of a pair those of the target.
    std::span<const int32_t> sourceLengths; ///< Source tokens of each pair; else empty.
    enum class Unit { Item, Token };
    Unit unit = Unit::Item;
    std::span<const int32_t> ownUnits = {}; ///< Units of each item that are not its tokens.
    /// Batches continue a stream: nothing is shuffled (planStream()).
    bool inOrder = false;
    /// The row of the training data that contains an item; -1: several. Unset: row i is item i.
    std::function<int64_t(int32_t item)> rowOf;
    /// The text of an item that is not the text of its row; unset: none.
    std::function<std::string(int32_t item)> textOf;

    int64_t row(int32_t item) const { return rowOf ? rowOf(item) : item; }
    int64_t units(std::span<const int32_t> items) const;
    /// The batches of an epoch, 1-based. Depends only on its arguments, so that a resumed run
    /// needs only epoch and batch number.
    /// @param sizes  of batches where these changed within the epoch; the first from batch 0 on.
    /// Empty: those of `training`. @throws Error{BadSetting} for rows that cannot be left out.
    BatchPlan plan(const TrainingSpec& training, int64_t epoch,
                   std::span<const BatchLimitsFrom> sizes = {}) const;
};

/// The position of an update in the whole run.
struct TrainingMoment {
    int64_t step = 1; ///< 1-based.
    int64_t plannedUpdates = 1;
    int64_t epoch = 1; ///< 1-based.
    int64_t firstRow = 0; ///< Items of the batch before these; those are other processes'.
    std::span<const int32_t> batch = {}; ///< All its items, of every process; empty: these.
};

/// The data of a task, read and encoded.
struct PreparedData {
    TrainingItems items;
    std::array<int64_t, 3> texts{}; ///< Number of texts by Split.
    std::array<std::string, 3> fingerprints; ///< By Split; change when the data do.
    int64_t vocabularySize = 0; ///< Size of the input's vocabulary.
    double trainUnknownShare = 0.0, validUnknownShare = 0.0;
    std::vector<StartFact> facts;
    std::vector<Message> notes;
    /// Probability with which the decoder is fed the reference token; unset: there is no decoder.
    std::function<double(const TrainingMoment& moment)> teacherForcing;

    int64_t count(Split split) const { return texts[static_cast<size_t>(split)]; }
};

/// An update that a network made by itself.
struct OwnUpdate {
    double lossSum = 0.0;
    int64_t units = 0; ///< That the loss is a sum over.
};

/// Scores over a whole split.
struct SplitScores {
    double loss = 0.0; ///< Mean over units, without label smoothing.
    std::vector<Score> scores;
};

/// Tensors by name.
using TaskState = std::vector<std::pair<std::string, torch::Tensor>>;

/// The data, the batches, the loss and the network of a run. Used on the compute thread only.
class Task {
public:
    virtual ~Task() = default;

    /// Reads the preprocessing from a run's folder, but no data: for inspection and export.
    /// @throws Error{FileMissing, FileMalformed}.
    virtual void restore(const FilePlace& run) = 0;

    enum class Preparation { Learn, Reuse };
    /// Reads the data; learns the preprocessing and saves it in `run`, or reads it from there.
    /// @throws Error{BadData, FileMissing, FileMalformed, BadSetting, Helper, Cancelled}.
    virtual PreparedData prepare(const FilePlace& run, Preparation preparation,
                                 const Monitor& monitor)
        = 0;

    /// Uses the settings of `spec` from now on; it differs only in what a run may change. Settings
    /// of the network count from the next makeNetwork() on.
    virtual void change(const ExperimentSpec& spec) = 0;

    enum class Weights { Fresh, ToBeLoaded };
    /// Makes the network on `device`, in training mode. Draws from torch's default generator.
    /// @param weights  ToBeLoaded skips reading pretrained vectors.
    /// @param notes    receives, for example, how many words the vectors cover.
    torch::nn::Module& makeNetwork(torch::Device device, Weights weights, const Monitor& monitor,
                                   std::vector<Message>& notes);
    void dropNetwork() { m_network.reset(); } ///< The data stay.

    /// Announces the batches that loss() will be called with, from `first` on, so that they can be
    /// made ahead on another thread. Other calls of loss() remain possible. @pre prepared.
    virtual void expect(std::shared_ptr<const BatchPlan> plan, int64_t first) = 0;
    /// Forward pass over items of the training split. In evaluation mode nothing is random: no
    /// dropout, and a decoder is always fed the reference.
    virtual BatchLoss loss(std::span<const int32_t> items, const TrainingMoment& moment) = 0;
    /// The same, not computed yet: by default one that no other batch is like. Borrows `items`.
    virtual LossPass pass(std::span<const int32_t> items, const TrainingMoment& moment);
    /// Makes an update of a network without TaskTrait::Gradients. Nothing: it has it, and learns by
    /// loss().
    virtual std::optional<OwnUpdate> learn(std::span<const int32_t> /*items*/,
                                           const TrainingMoment& /*moment*/,
                                           double /*learningRate*/)
    {
        return std::nullopt;
    }
    /// State that is carried from batch to batch beside the weights, such as the hidden states at
    /// the end of a stream's last batch. Part of checkpoints.
    virtual TaskState state() const { return {}; }
    /// Restores state(). @throws Error{FileMalformed} for the state of another task.
    virtual void setState(const TaskState& /*state*/) { }
    /// Divides evaluations from now on. @param share  borrowed; null: this process computes all.
    void divideEvaluations(EvaluationShare* share) { m_share = share; }
    /// The scores of the whole split, in each of several processes.
    /// @param monitor  receives the fraction after each batch. @throws Error{Cancelled}.
    virtual SplitScores evaluate(Split split, const Monitor& monitor) = 0;

    /// The network with everything that is needed to inspect it: the parts struct of the task's
    /// folder. @pre makeNetwork() was called.
    virtual std::any parts() const = 0;
    /// The export beside the weights. @pre makeNetwork() was called.
    virtual ExportedTask exported(const ExportOrigin& origin) const = 0;

protected:
    virtual std::shared_ptr<torch::nn::Module> newNetwork(Weights weights, const Monitor& monitor,
                                                          std::vector<Message>& notes)
        = 0;
    /// @pre makeNetwork() was called.
    template <class Network> std::shared_ptr<Network> networkAs() const
    {
        return std::static_pointer_cast<Network>(m_network);
    }
    torch::Device device() const { return *m_device; } ///< @pre makeNetwork() was called.
    EvaluationShare& share() const;

private:
    std::shared_ptr<torch::nn::Module> m_network;
    std::optional<torch::Device> m_device;
    EvaluationShare* m_share = nullptr;
};

/// The task of `spec`. @throws Error{BadSetting} when there is no such task.
std::unique_ptr<Task> makeTask(const ExperimentSpec& spec);

} // namespace core
