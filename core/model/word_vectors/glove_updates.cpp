#include "core/model/word_vectors/glove_updates.h"

#include "core/nn/kernels/vector_clones.h"

#include <cmath>

namespace core {

UNROLL_VECTOR_CLONES
void addAdaptively(int64_t columns, float slope, const float* __restrict direction, float rate,
                   float* __restrict row, float* __restrict squares)
{
    for (int64_t j = 0; j < columns; ++j) {
        const float gradient = slope * direction[j];
        row[j] -= rate * gradient / std::sqrt(squares[j]);
        squares[j] += gradient * gradient;
    }
}

} // namespace core
