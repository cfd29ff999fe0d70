#include "core/train/benchmark.h"

#include "core/nn/compute_threads.h"
#include "core/train/benchmark_work.h"

#include <torch/torch.h>
#include <torch/version.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace core {

namespace {

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

} // namespace

std::vector<std::string> benchmarkCases()
{
    return benchmarkWorkNames();
}

BenchmarkResult runBenchmark(const std::string& name, int threads, int steps)
{
    setComputeThreads(threads);
    torch::manual_seed(0);
    const std::unique_ptr<BenchmarkWork> work = makeBenchmarkWork(name);
    work->step();
    std::vector<double> seconds;
    for (int i = 0; i < steps; ++i) {
        const auto start = std::chrono::steady_clock::now();
        work->step();
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
        seconds.push_back(passed.count());
    }
    BenchmarkResult result{name, TORCH_VERSION, threads, work->tokens(), median(seconds), 0.0};
    result.tokensPerSecond = static_cast<double>(result.tokensPerStep) / result.secondsPerStep;
    return result;
}

Json toJson(const BenchmarkResult& result)
{
    const auto rounded
        = [](double value, double scale) { return std::round(value * scale) / scale; };
    return {{"case", result.name},
            {"torch", result.torchVersion},
            {"threads", result.threads},
            {"tokens_per_step", result.tokensPerStep},
            {"seconds_per_step", rounded(result.secondsPerStep, 1e5)},
            {"tokens_per_second", rounded(result.tokensPerSecond, 10.0)}};
}

} // namespace core
