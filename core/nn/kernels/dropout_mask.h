#pragma once

#include "core/nn/batch/token_mark.h"

#include <cstdint>

namespace core {

/// The random key of one dropout mask: the mask is a function of the key and need not be stored.
struct DropoutMask {
    double probability = 0.0; ///< Probability that an element becomes zero, in [0, 1).
    uint64_t key = 0;
};

/// Seeds torch's default CPU generator for a batch and determines to which texts of the planned
/// batch the numbers drawn after it belong, on this thread: row b of a tensor is text
/// firstText + b. Processes that each compute a part of the planned batch thus draw what one
/// process draws for the whole of it, if they draw equally often.
void seedBatch(uint64_t seed, int64_t firstText);

/// Draws a new key of 64 bits from torch's default CPU generator, so that a saved generator state
/// reproduces the masks.
DropoutMask drawDropoutMask(double probability);

/// out = in / (1 - p) where kept, else 0, depending only on the mask, the mark of a row and the
/// column. The function is its own derivative.
/// @param out, in  [rows, columns], which may be the same.
/// @param marks  [rows] tokenMark() of each.
void applyDropout(float* out, const float* in, int64_t rows, int64_t columns,
                  const DropoutMask& mask, const int64_t* marks);

/// Draws numbers in [0, 1), which depend on the mark alone: out [rows].
void drawUniform(double* out, int64_t rows, const int64_t* marks);

} // namespace core
