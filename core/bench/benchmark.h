#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// The size of a case's work; 0: the default of the case.
struct BenchmarkSize {
    int64_t batch = 0; ///< Number of sequences.
    int64_t length = 0; ///< Tokens in every sequence, on both sides of a translation.
};

/// A requested measurement.
struct BenchmarkJob {
    std::string name; ///< One of benchmarkCases().
    int threads = 1;
    int steps = 3; ///< Number of timed steps, after one that is not timed.
    BenchmarkSize size;
    std::string device = "cpu"; ///< "cpu" or "cuda:N".
};

/// The speed of one step of a case, also relative to the machine's peak.
struct BenchmarkResult {
    std::string name;
    std::string torchVersion;
    int threads = 1;
    std::string device = "cpu";
    BenchmarkSize size; ///< The requested size.
    int64_t tokensPerStep = 0; ///< Real tokens, without padding.
    double secondsPerStep = 0.0; ///< The median.
    int64_t flopsPerStep = 0; ///< Operations in the step's matrix products; see ProductCount.
    double sgemmFlops = 0.0; ///< Operations per second of large float32 products on the device.
    int64_t peakMemoryBytes = 0; ///< Peak of the whole process during the case; 0: not known.

    double tokensPerSecond() const { return static_cast<double>(tokensPerStep) / secondsPerStep; }
    /// Rate of the step's products divided by sgemmFlops. Other work (activations, softmax,
    /// updates) is not counted, so the value stays below 1.
    double peakShare() const
    {
        return static_cast<double>(flopsPerStep) / (secondsPerStep * sgemmFlops);
    }
};

/// The names of all cases in the order in which they run: networks from courses on sequence models.
std::vector<std::string> benchmarkCases();

/// Runs a case's network on artificial data and measures the time of `job.steps` steps after one
/// step that is not timed. The data follow a rule, so that any program can reproduce them:
///
///     length of sequence i   = lo + 37 i mod (hi - lo + 1)
///     token t of sequence i  = 4 + (7919 i + 104729 t) mod (vocabulary - 4)
///     class of sequence i    = i mod classes        tag of its token t = (i + t) mod tags
///     translation of i       = same length; its tokens are those of sequence i + 100000
///
/// A training step clears the gradients, runs forward and backward, clips to norm 1 and updates
/// with Adam. The tokens counted are those of the texts for classifiers and taggers, and the
/// predicted ones, including end tokens, for language models and translators. The language model
/// continues from the detached state of the previous step. A step of "beam5" translates 16
/// sentences with a beam of 5 that generates 30 tokens for each; these tokens are counted.
///
/// Sets the number of threads of the calling thread.
/// @throws Error{BadSetting} for a name that is not one of benchmarkCases(), Error{DeviceMissing}.
BenchmarkResult runBenchmark(const BenchmarkJob& job);

/// {"case", "torch", "threads", "device" (unless it is the CPU), "tokens_per_step",
/// "seconds_per_step", "tokens_per_second", "flops_per_step", "sgemm_gflops", "peak_share",
/// "peak_memory_mb"}; "batch" and "length" after "threads" if they were requested; "peak_memory_mb"
/// (10^6 bytes) only if it is known.
Json toJson(const BenchmarkResult& result);

} // namespace core
