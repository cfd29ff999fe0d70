#include "core/bench/benchmark_work.h"

#include "core/base/elapsed.h"
#include "core/nn/kernels/recurrent_kernels.h"
#include "core/nn/memory/recycled_memory.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/parallel_tasks.h"

#include <torch/cuda.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <functional>
#include <limits>
#include <string>
#include <vector>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace core {

void finishOn(torch::Device device)
{
    if (device.is_cuda())
        torch::cuda::synchronize(device.index());
}

namespace {

/// The quickest of several calls, after one that is not timed.
double leastSeconds(const std::function<void()>& call)
{
    constexpr int kCalls = 4;
    call();
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kCalls; ++i) {
        const auto start = std::chrono::steady_clock::now();
        call();
        least = std::min(least, secondsSince(start));
    }
    return least;
}

double flopsOf(int64_t rows, int64_t inner, int64_t columns)
{
    return 2.0 * static_cast<double>(rows) * static_cast<double>(inner)
        * static_cast<double>(columns);
}

double libraryFlops(torch::Device device)
{
    const int64_t side = device.is_cpu() ? 1536 : 8192;
    const std::vector<int64_t> sides{side, side};
    const torch::Tensor a = torch::rand(sides, device), b = torch::rand(sides, device);
    torch::Tensor c = torch::empty(sides, device);
    return flopsOf(side, side, side) / leastSeconds([&] {
               torch::mm_out(c, a, b);
               finishOn(device);
           });
}

/// In the shape that the engine is made for: many tokens, a factor that stays in the caches.
double engineFlops()
{
    constexpr int64_t kTokens = 16 * kChunkRows, kInner = 256, kColumns = 1024;
    const RecurrentKernels& kernels = recurrentKernels();
    const torch::Tensor a = torch::rand({kTokens, kInner}), b = torch::rand({kInner, kColumns});
    const torch::Tensor c = torch::empty({kTokens, kColumns});
    std::vector<float> packed(static_cast<size_t>(kernels.packedSize(kInner, kColumns)));
    kernels.pack(b.data_ptr<float>(), kColumns, 1, kInner, kColumns, packed.data());
    const float* const from = a.data_ptr<float>();
    float* const to = c.data_ptr<float>();
    const double seconds = leastSeconds([&] {
        chunkAll(kTokens, [&](int64_t first, int64_t rows) {
            kernels.multiply(rows, kInner, kColumns, {from + first * kInner, kInner}, packed.data(),
                             {to + first * kColumns, kColumns});
        });
    });
    return flopsOf(kTokens, kInner, kColumns) / seconds;
}

} // namespace

double measuredSgemmFlops(torch::Device device)
{
    const torch::NoGradGuard noGradient;
    const double library = libraryFlops(device);
    return device.is_cpu() ? std::max(library, engineFlops()) : library;
}

bool forgetPeakMemory()
{
    releaseRecycledMemory();
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
    // Linux: "5" sets the peak to what is held now.
    std::ofstream file("/proc/self/clear_refs");
    return static_cast<bool>(file << "5" << std::flush);
}

int64_t peakMemoryBytes()
{
    std::ifstream status("/proc/self/status");
    std::string line;
    while (std::getline(status, line))
        if (line.starts_with("VmHWM:"))
            return std::stoll(line.substr(6)) * 1024; // "VmHWM:     1234 kB"
    return 0;
}

} // namespace core
