#pragma once

#include <torch/types.h>

#include <cstdint>

namespace core {

/// The randomness of one dropout mask: the mask is a function of it, so it need not be kept.
struct DropoutMask {
    double probability = 0.0; ///< Of an element to become zero; in [0, 1).
    uint64_t key = 0;
};

/// A fresh mask with 64 bits drawn from torch's default CPU generator, so that a saved generator
/// state gives the same masks again.
DropoutMask drawDropoutMask(double probability);

/// out[i] = in[i] / (1 - p) where kept, else 0. The decision depends on mask.key and first + i
/// alone. Its own derivative. `out` and `in` may be the same.
void applyDropout(float* out, const float* in, int64_t count, const DropoutMask& mask,
                  int64_t first = 0);

/// Inverted dropout: E[result] = input. A probability of 0 (as while not training) is the identity.
///
/// Source: Srivastava et al. (2014), JMLR 15. On a CPU the mask comes from a counter hashed with
/// one number of torch's default generator rather than from one draw an element: drawing 10
/// million numbers for attention weights costs more than the attention. Elsewhere torch::dropout.
/// @param input any shape; float32 on the CPU for the quick way.
torch::Tensor dropOut(const torch::Tensor& input, double probability);

} // namespace core
