#pragma once

#include <torch/types.h>

namespace core {

/// A batch of token sequences of different lengths.
struct SequenceBatch {
    torch::Tensor ids; ///< [batch, length] int64, padded with kPadId at the end; on the device.
    torch::Tensor lengths; ///< [batch] int64, on the CPU; true lengths, each at least 1.

    /// [batch, length] bool on the device of `ids`: true = real token.
    torch::Tensor mask() const
    {
        const auto places = torch::arange(ids.size(1), ids.options());
        return places.unsqueeze(0) < lengths.to(ids.device()).unsqueeze(1);
    }
};

} // namespace core
