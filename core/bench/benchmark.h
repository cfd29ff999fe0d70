#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// How large a case's work is; 0: as large as the case has it.
struct BenchmarkSize {
    int64_t batch = 0; ///< Sequences.
    int64_t length = 0; ///< Tokens of every sequence, of both sides of a translation.
};

/// A measurement to make.
struct BenchmarkJob {
    std::string name; ///< One of benchmarkCases().
    int threads = 1;
    int steps = 3; ///< That are timed, after one that is not.
    BenchmarkSize size;
};

/// How fast one step of one case is, and how near that is to what the machine can do.
struct BenchmarkResult {
    std::string name;
    std::string torchVersion;
    int threads = 1;
    BenchmarkSize size; ///< As asked for.
    int64_t tokensPerStep = 0; ///< Real tokens; padding does not count.
    double secondsPerStep = 0.0; ///< The median.
    int64_t flopsPerStep = 0; ///< Of the matrix products that the step needs; see ProductCount.
    double sgemmFlops = 0.0; ///< A second, of large float32 products: measured in the same run.
    int64_t peakMemoryBytes = 0; ///< Of the whole process during the case; 0: not known.

    double tokensPerSecond() const { return static_cast<double>(tokensPerStep) / secondsPerStep; }
    /// Share of the machine's products in a second that the step's own come to. What else it does
    /// (activations, softmax, updates) does not count, so that 1 is out of reach.
    double peakShare() const
    {
        return static_cast<double>(flopsPerStep) / (secondsPerStep * sgemmFlops);
    }
};

/// Networks as the lectures of sequence-model courses describe them, in the order in which they
/// run.
std::vector<std::string> benchmarkCases();

/// Lets a case's network do made-up work and takes the time of `job.steps` steps after one more
/// that is not timed. The work follows a rule, so that any program can do the same:
///
///     length of sequence i   = lo + 37 i mod (hi - lo + 1)
///     token t of sequence i  = 4 + (7919 i + 104729 t) mod (vocabulary - 4)
///     class of sequence i    = i mod classes        tag of its token t = (i + t) mod tags
///     translation of i       = as long; its tokens are those of sequence i + 100000
///
/// A step of training clears the gradients, runs forward and backward, clips to norm 1 and updates
/// with Adam; tokens of classifiers and taggers are those of the texts, of language models and
/// translators those predicted, end marks included. The language model goes on from the state that
/// the step before left, without its history. A step of "beam5" translates 16 sentences by a beam
/// of 5 that writes 30 tokens of each; those are its tokens.
///
/// Sets the threads of the calling thread.
/// @throws Error{BadSetting} for a name that is not one of benchmarkCases().
BenchmarkResult runBenchmark(const BenchmarkJob& job);

/// {"case", "torch", "threads", "tokens_per_step", "seconds_per_step", "tokens_per_second",
/// "flops_per_step", "sgemm_gflops", "peak_share", "peak_memory_mb"}; "batch" and "length" after
/// "threads" where they were asked for; "peak_memory_mb" (10^6 bytes) only where it is known.
Json toJson(const BenchmarkResult& result);

} // namespace core
