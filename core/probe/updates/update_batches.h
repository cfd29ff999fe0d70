#pragma once

#include "core/base/monitor.h"
#include "core/data/corpus.h"
#include "core/probe/updates/update_questions.h"
#include "core/task/task.h"

#include <torch/nn/module.h>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace core {

/// The training data of a run read once more, so that the batch of any of its updates can be made
/// again, and a second network of the run's kind to measure losses with: the one that is looked
/// into is never touched.
///
/// Made on any thread; used by one thread at a time. Between two uses it holds no tensors, so that
/// whoever has it last may let it go anywhere.
class UpdateBatches {
public:
    /// @throws Error{BadData} when the training data are not those that the run was trained with:
    /// other texts would stand for those of its updates; Error{FileMissing, FileMalformed,
    /// Cancelled}.
    UpdateBatches(const std::filesystem::path& run, const ExperimentSpec& spec,
                  const Monitor& monitor);

    /// The items of an update's batches, as the training had them.
    /// @throws Error{BadSetting} when the epoch has no such update.
    std::vector<int32_t> items(const UpdatePlace& place) const;
    UpdateItem described(int32_t item) const; ///< Without its losses.
    int64_t units(std::span<const int32_t> items) const { return m_data.items.units(items); }
    const CorpusPart& rows() const { return m_rows; } ///< That UpdateItem::row counts.

    /// While it lives there is a network with the weights of `model`, evaluating.
    class Network {
    public:
        Network(UpdateBatches& batches, const torch::nn::Module& model, torch::Device device);
        Network(const Network&) = delete;
        Network& operator=(const Network&) = delete;
        ~Network();

        torch::nn::Module& module() { return *m_module; }
        /// Of items as one batch: the mean over their units; differentiable where gradients are on.
        torch::Tensor loss(std::span<const int32_t> items);
        /// The same of each item; empty where the task does not know it.
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
    CorpusPart m_rows; ///< Of the training.
    std::vector<std::string> m_classes;
};

/// Of each item the mean over its units. @return empty where the losses are not known.
std::vector<float> itemLosses(const RowLosses& losses, std::span<const int32_t> items,
                              const TrainingItems& all);

} // namespace core
