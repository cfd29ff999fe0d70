#include "core/nn/dropout.h"

#include "core/nn/parallel_tasks.h"
#include "core/nn/second_derivative.h"
#include "core/nn/tensors.h"
#include "core/nn/vector_clones.h"

#include <ATen/CPUGeneratorImpl.h>

#include <algorithm>
#include <cmath>
#include <mutex>

namespace core {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

constexpr int64_t kPart = int64_t{1} << 15; ///< Elements that a thread takes at a time.
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

class Dropout : public torch::autograd::Function<Dropout> {
public:
    static torch::Tensor forward(AutogradContext* context, const torch::Tensor& input,
                                 double probability)
    {
        const DropoutMask mask = drawDropoutMask(probability);
        context->saved_data["probability"] = probability;
        context->saved_data["key"] = static_cast<int64_t>(mask.key);
        return dropped(input, mask);
    }
    static tensor_list backward(AutogradContext* context, tensor_list gradients)
    {
        refuseSecondDerivative();
        const DropoutMask mask{context->saved_data["probability"].toDouble(),
                               static_cast<uint64_t>(context->saved_data["key"].toInt())};
        return {dropped(gradients[0], mask), torch::Tensor()};
    }

private:
    static torch::Tensor dropped(const torch::Tensor& input, const DropoutMask& mask)
    {
        const torch::Tensor whole = input.contiguous();
        torch::Tensor result = torch::empty_like(whole);
        float* out = result.data_ptr<float>();
        const float* in = whole.data_ptr<float>();
        const int64_t count = whole.numel();
        runTasks((count + kPart - 1) / kPart, [&](int64_t task) {
            const int64_t first = task * kPart;
            applyDropout(out + first, in + first, std::min(kPart, count - first), mask, first);
        });
        return result;
    }
};

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

torch::Tensor dropOut(const torch::Tensor& input, double probability)
{
    if (probability == 0.0)
        return input;
    if (input.is_cpu() && input.scalar_type() == torch::kFloat32)
        return Dropout::apply(input, probability);
    return torch::dropout(input, probability, true);
}

} // namespace core
