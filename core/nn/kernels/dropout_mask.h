#pragma once

#include <cstdint>

namespace core {

/// The random key of one dropout mask: the mask is a function of the key and need not be stored.
struct DropoutMask {
    double probability = 0.0; ///< Probability that an element becomes zero, in [0, 1).
    uint64_t key = 0;
};

/// Draws a new key of 64 bits from torch's default CPU generator, so that a saved generator state
/// reproduces the masks.
DropoutMask drawDropoutMask(double probability);

/// out[i] = in[i] / (1 - p) where kept, else 0, depending only on mask.key and first + i. The
/// function is its own derivative. `out` and `in` may be the same.
void applyDropout(float* out, const float* in, int64_t count, const DropoutMask& mask,
                  int64_t first = 0);

} // namespace core
