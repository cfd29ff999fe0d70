#pragma once

#include "core/exchange/safetensors.h"
#include "core/train/foreign/tensor_table.h"

#include <torch/nn/module.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace core {

/// How a tensor of a run's network is made from tensors of a checkpoint.
struct TensorSource {
    enum class Change {
        None,
        Transposed, ///< A matrix [in, out] becomes [out, in].
        Rows, ///< The rows of a vocabulary, in the order of the run's ids.
        Outputs ///< The same, of tokens that are predicted.
    };

    std::string ours; ///< "encoder.transformer.layers.0.linear1.weight"
    /// In the checkpoint; several are joined one below the other. None: zeros for each output.
    std::vector<std::string> theirs;
    Change change = Change::None;
    float absent = 0.0F; ///< The value in rows whose tokens the checkpoint does not have.
};

/// The sources of a network's tensors, and what they need.
struct TensorSources {
    std::vector<TensorSource> all;
    /// For each id of the run, the row of the checkpoint, or negative.
    std::vector<int32_t> rows, outputs; ///< For Change::Rows and Change::Outputs.
    std::vector<std::string> constants; ///< Tensors that the network computes by itself: no loss.
    std::vector<std::string> drawn; ///< Tensors of the run that begin anew.

    const std::vector<int32_t>& rowsOf(TensorSource::Change change) const
    {
        return change == TensorSource::Change::Outputs ? outputs : rows;
    }
};

/// Compares what `network` needs with what there is. @param theirs  shapes alone are enough.
TensorTable tensorTable(const torch::nn::Module& network, const TensorSources& sources,
                        const TensorFile& theirs);

/// The weights of the network as a checkpoint of a run has them, as float32.
/// @param theirs  given up tensor by tensor, so that both are never in memory as a whole.
/// @pre tensorTable() of the same is complete.
TensorFile assembledWeights(const TensorSources& sources, TensorFile theirs);

} // namespace core
