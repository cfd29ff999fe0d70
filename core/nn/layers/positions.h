#pragma once

#include "core/nn/batch/token_layout.h"
#include "core/nn/graph/graph_builder.h"

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

/// Turns queries and keys by their places: the features 2j and 2j + 1 of a head, as a point of a
/// plane, by the angle t / 10000^(2j / size). A score then depends on how far apart two places are,
/// not on where they are.
///
/// Source: Su et al. (2021), arXiv:2104.09864, section 3.4.2. No parameters.
class RotaryTurns {
public:
    /// @param size  features of a head, even.
    explicit RotaryTurns(int64_t size) : m_size(size) { }

    /// @param vectors [tokens, n * size], of whole heads side by side.
    /// @param places  [tokens] int64 on the device of `vectors`: t of each.
    /// @param longest no place is behind it.
    /// @return as `vectors`; differentiable.
    torch::Tensor operator()(const torch::Tensor& vectors, const torch::Tensor& places,
                             int64_t longest);
    /// The same in a graph. @param vectors [batch, length, n * size]
    /// @param places [batch or 1, length]
    GraphValue graph(GraphBuilder& builder, GraphValue vectors, GraphValue places) const;

private:
    int64_t m_size;
    torch::Tensor m_turns; ///< [places, size / 2] complex, as long as was needed so far.
};

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
    /// The vectors of places [batch or 1, length] in a graph: [batch or 1, length, features].
    GraphValue graph(GraphBuilder& builder, GraphValue places) const;
    /// Places that there are vectors for; 0: no bound.
    int64_t reach() const { return m_kind == PositionKind::Learned ? m_table.size(0) : 0; }

private:
    PositionKind m_kind;
    int64_t m_features;
    torch::Tensor m_table; ///< Learned: the parameter; sinusoidal: as long as was needed so far.
};
TORCH_MODULE(Positions);

} // namespace core
