#pragma once

#include "core/bench/benchmark.h"
#include "core/experiment/spec.h"
#include "core/nn/batch/sequence_batch.h"
#include "core/optimise/optimiser.h"

#include <torch/nn/module.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace core {

/// The work of a benchmark case, step after step.
class BenchmarkWork {
public:
    virtual ~BenchmarkWork() = default;
    virtual void step() = 0;
    virtual int64_t tokens() const = 0; ///< Real ones of a step.
    virtual int64_t flops() const = 0; ///< Of a step; see ProductCount.
};

/// A case by its name.
struct BenchmarkEntry {
    std::string name;
    std::function<std::unique_ptr<BenchmarkWork>(const BenchmarkSize&)> make;
};

// The cases of each kind, in the order in which they run.
std::vector<BenchmarkEntry> classifierBenchmarks();
std::vector<BenchmarkEntry> tokenBenchmarks(); ///< Networks that predict at every token.
std::vector<BenchmarkEntry> languageBenchmarks(); ///< Networks that predict the next token.
std::vector<BenchmarkEntry> translatorBenchmarks();

/// All of them.
const std::vector<BenchmarkEntry>& benchmarkEntries();
/// @throws Error{BadSetting} with a sentence that lists the valid names.
const BenchmarkEntry& benchmarkEntry(const std::string& name);

/// A model with all options that `network`, {"kind": ..., option: ...}, leaves out.
ModelSpec benchmarkModel(const Json& network, const EmbeddingSpec& embedding);

/// Adam with its defaults, on gradients clipped to norm 1: the updates of every benchmark.
class BenchmarkUpdates {
public:
    explicit BenchmarkUpdates(const torch::nn::Module& network);

    /// @param loss  makes the mean loss [] of the batch.
    void update(const std::function<torch::Tensor()>& loss);

private:
    std::vector<torch::Tensor> m_parameters;
    std::unique_ptr<Optimiser> m_optimiser;
};

/// As the tasks have it.
/// @param logits [rows, classes]  @param labels [rows] int64  @return [].
torch::Tensor meanCrossEntropy(const torch::Tensor& logits, const torch::Tensor& labels);

/// Which sequences a batch has; the rule itself stands at runBenchmark().
struct SequenceRule {
    int64_t count;
    int64_t shortest, longest;
    int64_t vocabulary;
    int64_t first = 0; ///< Added to a sequence's number where its tokens are made.

    /// The same rule with the requested batch and length.
    SequenceRule sized(const BenchmarkSize& size) const;
};

/// The ids of sequences `rule.first` ...
class MadeSequences {
public:
    explicit MadeSequences(const SequenceRule& rule);

    std::vector<IdRow> rows() const { return {m_ids.begin(), m_ids.end()}; }
    std::vector<int64_t> lengths() const;

private:
    std::vector<std::vector<int32_t>> m_ids;
};

/// Floating-point operations a second of large float32 matrix products on the threads that are
/// set: the best of several, by LibTorch and by the recurrent engine, whichever is quicker here.
/// Takes a fraction of a second.
double measuredSgemmFlops();

/// Gives unused memory back and lets peakMemoryBytes() begin anew.
/// @return false where the system cannot forget a peak (it is not Linux, or /proc is read-only).
bool forgetPeakMemory();

/// Bytes of main memory that this process held at most since forgetPeakMemory(), shared libraries
/// included; 0 if the system does not report it.
int64_t peakMemoryBytes();

} // namespace core
