#pragma once

#include <torch/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// The losses of a batch's output rows.
struct RowLosses {
    torch::Tensor values; ///< [rows], without gradient; undefined: not known.
    /// [items + 1]: item i is rows offsets[i] up to offsets[i + 1]; empty: each item is a row.
    std::vector<int64_t> offsets = {};
};

/// The loss of a batch.
struct BatchLoss {
    torch::Tensor lossSum; ///< [] float32, differentiable: sum over the batch's units.
    /// Sums over the batch's units, [] each, of the scores that are known after every update, in
    /// the order of the task's description.
    std::vector<std::pair<std::string, torch::Tensor>> scoreSums;
    RowLosses rowLosses = {};
    std::vector<torch::Tensor> state = {}; ///< Carried on to another batch, without history.
};

/// The computation of a batch's loss, apart from what is read of the data for it: batches of one
/// shape differ in their inputs only, so that the operations of one serve the others as well.
struct LossPass {
    using Tensors = std::vector<torch::Tensor>;

    Tensors inputs = {}; ///< On the device.
    /// Equal for batches whose inputs have the same shapes and are computed by the same operations;
    /// empty: no other batch is like this one.
    std::string shape = {};
    std::function<BatchLoss(const Tensors& inputs)> compute;
    /// Takes the state that the batch leaves; unset: it leaves none.
    std::function<void(const BatchLoss& loss)> finish = {};

    BatchLoss loss() const
    {
        BatchLoss loss = compute(inputs);
        if (finish)
            finish(loss);
        return loss;
    }
};

} // namespace core
