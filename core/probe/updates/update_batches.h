#pragma once

#include "core/base/monitor.h"
#include "core/data/corpus.h"
#include "core/probe/live_model.h"
#include "core/probe/updates/update_questions.h"
#include "core/task/task.h"

#include <torch/nn/module.h>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace core {

/// The training data of a run, read again to restore the batch of any update, and a second network
/// of the same kind to measure losses with: the inspected network is never changed.
///
/// Made on any thread; used by one thread at a time. Holds no tensors between two uses, so that it
/// can be destroyed on any thread.
class UpdateBatches {
public:
    /// @throws Error{BadData} when the training data changed since the run was trained;
    /// Error{FileMissing, FileMalformed, Cancelled}.
    UpdateBatches(const std::filesystem::path& run, const ExperimentSpec& spec,
                  const Monitor& monitor);

    /// The items of an update's batches, as in training.
    /// @throws Error{BadSetting} when the epoch has no such update.
    std::vector<int32_t> items(const UpdatePlace& place) const;
    UpdateItem described(int32_t item) const; ///< Without its losses.
    int64_t units(std::span<const int32_t> items) const { return m_data.items.units(items); }
    const CorpusPart& rows() const { return m_rows; } ///< The rows that UpdateItem::row indexes.

    /// A network with the weights of `model` in evaluation mode, while this lives.
    class Network {
    public:
        Network(UpdateBatches& batches, const torch::nn::Module& model, torch::Device device);
        Network(const Network&) = delete;
        Network& operator=(const Network&) = delete;
        ~Network();

        torch::nn::Module& module() { return *m_module; }
        /// Makes it inspectable as `original` is, whose moment it has. Lives no longer than this.
        std::unique_ptr<LiveModel> open(const LiveModel& original) const;
        /// Loss of items as one batch: mean over their units; differentiable if gradients are on.
        torch::Tensor loss(std::span<const int32_t> items);
        /// The loss of each item; empty if the task does not provide it.
        std::vector<float> itemLosses(std::span<const int32_t> items);

    private:
        UpdateBatches& m_batches;
        torch::nn::Module* m_module;
    };

private:
    int64_t tokensBefore(int32_t item) const;

    ExperimentSpec m_spec;
    std::unique_ptr<Task> m_task;
    PreparedData m_data;
    CorpusPart m_rows; ///< The training rows.
    std::vector<std::string> m_classes;
};

/// Mean over the units of each item. @return empty if the losses are unknown.
std::vector<float> itemLosses(const RowLosses& losses, std::span<const int32_t> items,
                              const TrainingItems& all);

} // namespace core
