#pragma once

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

} // namespace core
