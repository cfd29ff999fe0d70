#include "core/nn/kernels/dropout_mask.h"

#include "core/base/seeded_numbers.h"
#include "core/nn/kernels/vector_clones.h"

#include <ATen/CPUGeneratorImpl.h>

#include <algorithm>
#include <mutex>

namespace core {

namespace {

thread_local int64_t firstTextOfBatch = 0;

/// The random bits of a row: SplitMix64 from `key` on, at the place of the mark.
inline uint64_t bitsOf(uint64_t key, int64_t mark)
{
    return mixedBits(key + kSeedStep * static_cast<uint64_t>(mark));
}

/// Integers decide, so all instruction sets give the same masks.
/// A 32-bit mixer (Wellons, "hash prospector", 2018) of the column with the bits of the row: half
/// of them before its first round, half before its second.
UNROLL_VECTOR_CLONES
void dropRows(float* out, const float* in, int64_t rows, int64_t columns, uint64_t key,
              const int64_t* marks, uint32_t threshold, float scale)
{
    for (int64_t row = 0; row < rows; ++row, out += columns, in += columns) {
        const uint64_t own = bitsOf(key, marks[row]);
        const auto low = static_cast<uint32_t>(own), high = static_cast<uint32_t>(own >> 32U);
        for (int64_t i = 0; i < columns; ++i) {
            uint32_t bits = static_cast<uint32_t>(i);
            bits ^= low;
            bits ^= bits >> 16;
            bits *= 0x7feb352dU;
            bits ^= high;
            bits ^= bits >> 15;
            bits *= 0x846ca68bU;
            bits ^= bits >> 16;
            out[i] = bits >= threshold ? in[i] * scale : 0.0F;
        }
    }
}

/// A key from which the marks of this batch's texts are counted.
uint64_t drawKey()
{
    at::Generator generator = at::detail::getDefaultCPUGenerator();
    const std::lock_guard<std::mutex> lock(generator.mutex());
    return at::check_generator<at::CPUGeneratorImpl>(generator)->random64()
        + kSeedStep * static_cast<uint64_t>(tokenMark(firstTextOfBatch, 0));
}

} // namespace

void seedBatch(uint64_t seed, int64_t firstText)
{
    at::Generator generator = at::detail::getDefaultCPUGenerator();
    const std::lock_guard<std::mutex> lock(generator.mutex());
    generator.set_current_seed(seed);
    firstTextOfBatch = firstText;
}

DropoutMask drawDropoutMask(double probability)
{
    return {probability, drawKey()};
}

void applyDropout(float* out, const float* in, int64_t rows, int64_t columns,
                  const DropoutMask& mask, const int64_t* marks)
{
    const auto threshold
        = static_cast<uint32_t>(std::min(mask.probability * 4294967296.0, 4294967295.0));
    const auto scale = static_cast<float>(1.0 / (1.0 - mask.probability));
    dropRows(out, in, rows, columns, mask.key, marks, threshold, scale);
}

void drawUniform(double* out, int64_t rows, const int64_t* marks)
{
    const uint64_t key = drawKey();
    for (int64_t row = 0; row < rows; ++row)
        out[row] = static_cast<double>(bitsOf(key, marks[row]) >> 11U) * 0x1p-53;
}

} // namespace core
