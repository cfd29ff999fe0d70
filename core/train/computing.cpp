#include "core/train/computing.h"

#include "core/base/error.h"
#include "core/nn/memory/recycled_memory.h"
#include "core/nn/threads/compute_threads.h"
#include "core/nn/torch_compatibility.h"
#include "core/train/training.h"

#include <torch/utils.h>

#ifdef UNROLL_CUDA
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDACachingAllocator.h>
#endif

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <thread>

namespace core {

namespace {

constexpr double kSlowGflops = 20.0;

int64_t coreCount()
{
    return std::max<int64_t>(1, std::thread::hardware_concurrency());
}

torch::ScalarType precisionFor(const TrainingSpec& spec, torch::Device device,
                               std::vector<Message>& notes)
{
    if (spec.precision == "float32")
        return torch::kFloat32;
    if (!device.is_cuda()) {
        notes.push_back(
            {"%1 is only used on a GPU; this run computes in float32.", {spec.precision}});
        return torch::kFloat32;
    }
    return spec.precision == "bfloat16" ? torch::kBFloat16 : torch::kFloat16;
}

DeviceInfo cudaDevice(int64_t index)
{
    DeviceInfo info{"cuda:" + std::to_string(index), "GPU " + std::to_string(index), 0};
#ifdef UNROLL_CUDA
    const auto* properties = at::cuda::getDeviceProperties(static_cast<c10::DeviceIndex>(index));
    info.title = properties->name;
    info.memoryBytes = static_cast<int64_t>(properties->totalGlobalMem);
#endif
    return info;
}

} // namespace

torch::Device deviceNamed(const std::string& id)
{
    const std::vector<DeviceInfo> all = devices();
    std::string known;
    for (const DeviceInfo& each : all) {
        if (each.id == id)
            return torch::Device(id);
        known += (known.empty() ? "" : ", ") + each.id;
    }
    throw Error(ErrorCode::DeviceMissing,
                {"The device %1 is not available. Available devices: %2.", {shown(id), known}},
                {"Choose one of these; for a GPU the program must be built with a LibTorch for "
                 "CUDA and the driver must be installed.",
                 {}});
}

std::vector<DeviceInfo> devices()
{
    const int64_t cores = coreCount();
    DeviceInfo cpu{"cpu", "CPU, " + std::to_string(cores) + (cores == 1 ? " core" : " cores"), 0};
    const int64_t pages = ::sysconf(_SC_PHYS_PAGES), pageBytes = ::sysconf(_SC_PAGESIZE);
    if (pages > 0 && pageBytes > 0)
        cpu.memoryBytes = pages * pageBytes;
    std::vector<DeviceInfo> all{cpu};
    for (int64_t i = 0; i < cudaDeviceCount(); ++i)
        all.push_back(cudaDevice(i));
    return all;
}

namespace {

/// Seconds for which the calling thread has had a core.
double threadSeconds()
{
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

} // namespace

double measureProductGflops()
{
    constexpr int64_t kSize = 256;
    constexpr double kOperations = 2.0 * kSize * kSize * kSize;
    const torch::NoGradGuard noGradient;
    // Not random numbers: the generator's state belongs to the run.
    const torch::Tensor matrix = torch::full({kSize, kSize}, 0.01F);
    torch::Tensor product = torch::mm(matrix, matrix);
    // This thread's own time, and the best of many: a machine that is busy with something else is
    // not one with a slow BLAS.
    constexpr int kRepeats = 20;
    double best = std::numeric_limits<double>::infinity();
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
        const double begin = threadSeconds();
        torch::mm_out(product, matrix, matrix);
        best = std::min(best, threadSeconds() - begin);
    }
    return kOperations / std::max(best, 1e-9) / 1e9;
}

Message slowProductsNote(double gflops, const BlasLibrary& library)
{
    const std::string speed = numberText(std::round(gflops * 10.0) / 10.0);
    const std::string file = library.file.empty() ? "LibTorch" : shown(library.file);
    if (library.isOptimised)
        return {"Matrix products are slow here (%1 GFLOP/s, computed by %2). The processor may be "
                "slow, saving power or shared with other programs.",
                {speed, file}};
    return {"Matrix products are slow here (%1 GFLOP/s, computed by %2, which is not made for "
            "speed). Install libopenblas0-pthread; training is then many times faster.",
            {speed, file}};
}

std::optional<Message> slowLibraryNote()
{
    const BlasLibrary library = blasLibrary();
    if (library.isOptimised)
        return std::nullopt;
    const double gflops = measureProductGflops();
    return gflops < kSlowGflops ? std::optional(slowProductsNote(gflops, library)) : std::nullopt;
}

Computing prepareComputing(const TrainingSpec& spec, std::vector<Message>& notes)
{
    // cuBLAS reads it when it starts, and is not deterministic without it.
    ::setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", 0);
    Computing computing;
    computing.threads
        = static_cast<int>(spec.threads > 0 ? spec.threads : std::max<int64_t>(1, coreCount() - 1));
    setComputeThreads(computing.threads);
    useDeterministicAlgorithms();
    computing.device = deviceNamed(spec.device);
    computing.precision = precisionFor(spec, computing.device, notes);
    allowTensorFloat32(computing.precision != torch::kFloat32);
    if (computing.device.is_cuda())
        notes.push_back(
            {"Some operators of LibTorch have no algorithm on a GPU that repeats to the "
             "bit: the same seed may give slightly another curve there.",
             {}});
    torch::manual_seed(static_cast<uint64_t>(spec.seed));
    if (computing.threads > coreCount())
        notes.push_back(
            {"There are more threads (%1) than cores (%2), so threads wait for each other. "
             "Fewer threads are faster.",
             {std::to_string(computing.threads), std::to_string(coreCount())}});
    else if (const double gflops = measureProductGflops();
             computing.device.is_cpu() && gflops < kSlowGflops)
        notes.push_back(slowProductsNote(gflops, blasLibrary()));
    return computing;
}

void releaseCachedMemory()
{
    releaseRecycledMemory();
#ifdef UNROLL_CUDA
    if (cudaDeviceCount() > 0)
        c10::cuda::CUDACachingAllocator::emptyCache();
#endif
}

} // namespace core
