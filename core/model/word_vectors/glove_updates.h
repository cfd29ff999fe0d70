#pragma once

#include <cstdint>

namespace core {

/// AdaGrad for one row, as GloVe has it: row -= rate * g / √squares; squares += g². The square of
/// this gradient counts from the next update on.
/// @param slope, direction  g = slope * direction.
void addAdaptively(int64_t columns, float slope, const float* direction, float rate, float* row,
                   float* squares);

} // namespace core
