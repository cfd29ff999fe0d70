#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// How fast one step of one case is.
struct BenchmarkResult {
    std::string name;
    std::string torchVersion;
    int threads = 1;
    int64_t tokensPerStep = 0; ///< Real tokens; padding does not count.
    double secondsPerStep = 0.0; ///< The median.
    double tokensPerSecond = 0.0;
};

/// Networks as the lectures of sequence-model courses describe them.
std::vector<std::string> benchmarkCases();

/// Lets a case's network do made-up work and takes the time of `steps` steps after one more that
/// is not timed. The work follows a rule, so that any program can do the same:
///
///     length of sequence i   = lo + 37 i mod (hi - lo + 1)
///     token t of sequence i  = 4 + (7919 i + 104729 t) mod (vocabulary - 4)
///     class of sequence i    = i mod classes
///     translation of i       = as long; its tokens are those of sequence i + 100000
///
/// A step of training clears the gradients, runs forward and backward, clips to norm 1 and updates
/// with Adam; tokens of classifiers are those of the texts, of translators those predicted, end
/// marks included. A step of "beam5" translates 16 sentences by a beam of 5 that writes 30 tokens
/// of each; those are its tokens.
///
/// Sets the threads of the calling thread.
/// @throws Error{BadSetting} for a name that is not one of benchmarkCases().
BenchmarkResult runBenchmark(const std::string& name, int threads, int steps);

/// {"case", "torch", "threads", "tokens_per_step", "seconds_per_step", "tokens_per_second"}
Json toJson(const BenchmarkResult& result);

} // namespace core
