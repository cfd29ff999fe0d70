#pragma once

#include "core/nn/batch/token_layout.h"

#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

namespace core {

enum class PositionKind { Sinusoidal, Learned };

/// P[t, 2j] = sin(t / 10000^(2j / d)), P[t, 2j + 1] = cos(t / 10000^(2j / d)).
///
/// Source: Vaswani et al. (2017), arXiv:1706.03762, section 3.5.
/// @return [length, features] float32, computed in double precision.
/// @throws core::Error{BadSetting} when `features` is odd.
torch::Tensor sinusoidalPositions(int64_t length, int64_t features);

/// A vector for each place in a text. Sinusoidal ones have no parameters; learned ones are
/// "weight" [longest, features] as of torch.nn.Embedding, drawn from N(0, 0.02) as in BERT.
class PositionsImpl : public torch::nn::Module {
public:
    PositionsImpl(PositionKind kind, int64_t longest, int64_t features);

    /// @return [tokens, features]: the vector of each token's place.
    /// @throws core::Error{BadSetting} when a text is longer than learned positions reach.
    torch::Tensor forward(const TokenLayout& layout);
    /// The vectors of the places 0 ... length - 1 [length, features], on `device`.
    /// @throws as forward.
    torch::Tensor first(int64_t length, torch::Device device);
    /// The same, but no more than there are learned ones.
    torch::Tensor atMost(int64_t length, torch::Device device);
    /// Places that there are vectors for; 0: no bound.
    int64_t reach() const { return m_kind == PositionKind::Learned ? m_table.size(0) : 0; }

private:
    PositionKind m_kind;
    int64_t m_features;
    torch::Tensor m_table; ///< Learned: the parameter; sinusoidal: as long as was needed so far.
};
TORCH_MODULE(Positions);

} // namespace core
