#pragma once

#include "core/nn/batch/token_layout.h"

#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>
#include <torch/types.h>

namespace core {

/// Whether a module's tensors get values, or only shapes (on torch's "meta" device) because the
/// network is made to be described, not to be run.
enum class Weights { Fresh, ShapesOnly };

/// A table of one vector an id, as torch.nn.Embedding(rows, features, padding_idx=0): drawn from
/// N(0, 1), row 0 zero and never updated. Its parameter is "weight" [rows, features] float32.
class EmbeddingImpl : public torch::nn::Module {
public:
    EmbeddingImpl(int64_t rows, int64_t features, Weights weights = Weights::Fresh);

    /// @param ids [...] int64 in 0 ... rows - 1.
    /// @return [..., features].
    torch::Tensor forward(const torch::Tensor& ids);
    /// The sum of each text's vectors, without making the vectors themselves.
    /// @param ids [tokens] int64, packed.
    /// @param starts [batch] int64: where each text starts in `ids`; a text may be empty.
    /// @return [batch, features].
    torch::Tensor sums(const torch::Tensor& ids, const torch::Tensor& starts);

    int64_t features() const { return weight.size(1); }

    torch::Tensor weight;
};
TORCH_MODULE(Embedding);

/// Rows of a table that is computed itself, each used at least once; row 0 is padding and gets no
/// gradient. Quicker in backward than LibTorch's own.
/// @param table [rows, features]  @param ids [...] int64  @return [..., features]
torch::Tensor rowsOf(const torch::Tensor& table, const torch::Tensor& ids);

} // namespace core
