#include "core/nn/kernels/dropout_mask.h"

#include "core/nn/kernels/vector_clones.h"

#include <ATen/CPUGeneratorImpl.h>

#include <algorithm>
#include <mutex>

namespace core {

namespace {

constexpr int64_t kChunk = int64_t{1} << 24; ///< Elements between two changes of the high key.

/// Integers decide, so all instruction sets give the same masks.
/// A 32-bit mixer (Wellons, "hash prospector", 2018) with a second key between its rounds.
UNROLL_VECTOR_CLONES
void dropChunk(float* out, const float* in, int64_t count, uint32_t first, uint32_t low,
               uint32_t high, uint32_t threshold, float scale)
{
    for (int64_t i = 0; i < count; ++i) {
        uint32_t bits = first + static_cast<uint32_t>(i);
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

} // namespace

DropoutMask drawDropoutMask(double probability)
{
    at::Generator generator = at::detail::getDefaultCPUGenerator();
    const std::lock_guard<std::mutex> lock(generator.mutex());
    return {probability, at::check_generator<at::CPUGeneratorImpl>(generator)->random64()};
}

void applyDropout(float* out, const float* in, int64_t count, const DropoutMask& mask,
                  int64_t first)
{
    const auto threshold
        = static_cast<uint32_t>(std::min(mask.probability * 4294967296.0, 4294967295.0));
    const auto scale = static_cast<float>(1.0 / (1.0 - mask.probability));
    const auto low = static_cast<uint32_t>(mask.key);
    const auto high = static_cast<uint32_t>(mask.key >> 32);
    while (count > 0) {
        const int64_t chunk = first / kChunk;
        const int64_t part = std::min(count, (chunk + 1) * kChunk - first);
        dropChunk(out, in, part, static_cast<uint32_t>(first), low,
                  high + 0x9e3779b9U * static_cast<uint32_t>(chunk / 256), threshold, scale);
        out += part;
        in += part;
        first += part;
        count -= part;
    }
}

} // namespace core
