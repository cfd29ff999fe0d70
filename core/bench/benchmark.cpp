#include "core/bench/benchmark.h"

#include "core/base/elapsed.h"
#include "core/bench/benchmark_work.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/compute_threads.h"
#include "core/nn/torch_compatibility.h"
#include "core/train/computing.h"

#include <torch/version.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace core {

namespace {

double medianOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

double medianSeconds(BenchmarkWork& work, int steps, torch::Device device)
{
    work.step();
    finishOn(device);
    std::vector<double> seconds;
    for (int i = 0; i < steps; ++i) {
        const auto start = std::chrono::steady_clock::now();
        work.step();
        finishOn(device);
        seconds.push_back(secondsSince(start));
    }
    return medianOf(std::move(seconds));
}

} // namespace

std::vector<std::string> benchmarkCases()
{
    std::vector<std::string> names;
    for (const BenchmarkEntry& entry : benchmarkEntries())
        names.push_back(entry.name);
    return names;
}

BenchmarkResult runBenchmark(const BenchmarkJob& job)
{
    const BenchmarkEntry& entry = benchmarkEntry(job.name);
    setComputeThreads(job.threads);
    const torch::Device device = deviceNamed(job.device);
    allowTensorFloat32(false);
    BenchmarkResult result;
    result.name = job.name;
    result.torchVersion = TORCH_VERSION;
    result.threads = job.threads;
    result.device = job.device;
    result.size = job.size;
    result.sgemmFlops = measuredSgemmFlops(device);

    const bool knowsPeak = forgetPeakMemory();
    torch::manual_seed(0);
    const std::unique_ptr<BenchmarkWork> work = entry.make(job.size, device);
    result.secondsPerStep = medianSeconds(*work, job.steps, device);
    result.tokensPerStep = work->tokens();
    result.flopsPerStep = work->flops();
    result.peakMemoryBytes = knowsPeak ? peakMemoryBytes() : 0;
    return result;
}

Json toJson(const BenchmarkResult& result)
{
    const auto rounded
        = [](double value, double scale) { return std::round(value * scale) / scale; };
    Json json{{"case", result.name}, {"torch", result.torchVersion}, {"threads", result.threads}};
    if (result.device != "cpu")
        json["device"] = result.device;
    if (result.size.batch > 0)
        json["batch"] = result.size.batch;
    if (result.size.length > 0)
        json["length"] = result.size.length;
    json["tokens_per_step"] = result.tokensPerStep;
    json["seconds_per_step"] = rounded(result.secondsPerStep, 1e5);
    json["tokens_per_second"] = rounded(result.tokensPerSecond(), 10.0);
    json["flops_per_step"] = result.flopsPerStep;
    json["sgemm_gflops"] = rounded(result.sgemmFlops / 1e9, 10.0);
    json["peak_share"] = rounded(result.peakShare(), 1e4);
    if (result.peakMemoryBytes > 0)
        json["peak_memory_mb"] = rounded(static_cast<double>(result.peakMemoryBytes) / 1e6, 10.0);
    return json;
}

} // namespace core
