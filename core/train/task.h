#pragma once

#include "core/base/monitor.h"
#include "core/base/registry.h"
#include "core/experiment/spec.h"
#include "core/probe/live_model.h"
#include "core/train/reports.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace core {

enum class Split { Train, Valid, Test };

/// What a batch gives to the training.
struct BatchLoss {
    torch::Tensor lossSum; ///< [] float32, differentiable: sum over the batch's units, in nats.
    torch::Tensor correct; ///< [] int64: units that were predicted right.
};

/// Scores over a whole split. A task without classes leaves macroF1 at NaN.
struct SplitScores {
    double loss = 0.0; ///< Mean over units in nats, without label smoothing.
    double accuracy = 0.0;
    double macroF1 = 0.0;
};

/// What is learnt: the training loop itself knows of no classes and no sentences. A task owns data
/// and network; it is used on the training's thread alone.
///
/// An item is what batches are made of (a text, a sentence pair); a unit is what loss and accuracy
/// are means over (a text, a target token).
class Task {
public:
    virtual ~Task() = default;

    enum class Preparation { Learn, Reuse };
    /// Reads the data; learns the preprocessing and saves it into `run`, or reads it from there.
    /// @throws Error{BadData, FileMissing, FileMalformed, BadSetting, Helper, Cancelled}.
    virtual void prepare(const std::filesystem::path& run, Preparation preparation,
                         const Monitor& monitor)
        = 0;
    /// Adds what is known of data and preprocessing. @pre prepared.
    virtual void describe(StartReport& report) const = 0;
    /// Changes when the data does. @pre prepared.
    virtual std::string fingerprint() const = 0;

    /// Tokens of each item. @pre prepared.
    virtual std::span<const int32_t> lengths(Split split) const = 0;
    /// Units of these items of the training split.
    virtual int64_t units(std::span<const int32_t> items) const = 0;

    enum class Weights { Fresh, ToBeLoaded };
    /// Makes the network on `device`; random numbers come from torch's default generator.
    /// @param weights  ToBeLoaded spares reading pretrained vectors.
    /// @param notes    worth telling: how many words the vectors cover.
    virtual torch::nn::Module& makeNetwork(torch::Device device, Weights weights,
                                           const Monitor& monitor, std::vector<Message>& notes)
        = 0;
    /// Forward pass over items of the training split, in the network's training mode.
    virtual BatchLoss loss(std::span<const int32_t> items) = 0;
    /// @param monitor  told the fraction after each batch. @throws Error{Cancelled}.
    virtual SplitScores evaluate(Split split, const Monitor& monitor) = 0;
    /// A view of the network for requests between updates.
    /// @param stepAndEpoch  where the training is.
    virtual std::unique_ptr<LiveModel> view(
        std::function<std::pair<int64_t, int64_t>()> stepAndEpoch)
        = 0;
};

using TaskRegistry = Registry<std::unique_ptr<Task>, const ExperimentSpec&>;

const TaskRegistry& taskRegistry();

} // namespace core
