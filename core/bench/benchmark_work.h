#pragma once

#include "core/bench/benchmark.h"
#include "core/experiment/spec.h"
#include "core/nn/batch/sequence_batch.h"
#include "core/optimise/optimiser.h"
#include "core/train/recorded_passes.h"

#include <torch/nn/module.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace core {

/// The work of a benchmark case, step by step.
class BenchmarkWork {
public:
    virtual ~BenchmarkWork() = default;
    virtual void step() = 0;
    virtual int64_t tokens() const = 0; ///< Number of real tokens in a step.
    virtual int64_t flops() const = 0; ///< Operations in a step; see ProductCount.
};

/// A case with its name.
struct BenchmarkEntry {
    std::string name;
    std::function<std::unique_ptr<BenchmarkWork>(const BenchmarkSize&, torch::Device)> make;
};

// The cases of each kind, in the order in which they run.
std::vector<BenchmarkEntry> classifierBenchmarks();
std::vector<BenchmarkEntry> tokenBenchmarks(); ///< Networks that predict at every token.
std::vector<BenchmarkEntry> languageBenchmarks(); ///< Networks that predict the next token.
std::vector<BenchmarkEntry> translatorBenchmarks();

/// All cases.
const std::vector<BenchmarkEntry>& benchmarkEntries();
/// @throws Error{BadSetting} with a sentence that lists the valid names.
const BenchmarkEntry& benchmarkEntry(const std::string& name);

/// The network with its weights on `device`.
template <class Network>
std::shared_ptr<Network> onDevice(std::shared_ptr<Network> network, torch::Device device)
{
    network->to(device);
    return network;
}

/// Completes the options of `network`, {"kind": ..., option: ...}, to a model.
ModelSpec benchmarkModel(const Json& network, const EmbeddingSpec& embedding);

/// Adam with its defaults, on gradients clipped to norm 1: the updates of every benchmark.
class BenchmarkUpdates {
public:
    explicit BenchmarkUpdates(const torch::nn::Module& network);

    /// @param loss  computes the mean loss [] of the batch.
    void update(const std::function<torch::Tensor()>& loss);
    /// @param pass  computes the mean loss. @return the state that it leaves.
    LossPass::Tensors update(const LossPass& pass);

private:
    std::vector<torch::Tensor> m_parameters;
    std::unique_ptr<Optimiser> m_optimiser;
    RecordedPasses m_passes;
};

/// The loss that the tasks use.
/// @param logits [rows, classes]  @param labels [rows] int64  @return [].
torch::Tensor meanCrossEntropy(const torch::Tensor& logits, const torch::Tensor& labels);

/// The sequences of a batch by the rule in runBenchmark().
struct SequenceRule {
    int64_t count;
    int64_t shortest, longest;
    int64_t vocabulary;
    int64_t first = 0; ///< Added to the index of a sequence to compute its tokens.

    /// The same rule with the requested batch and length.
    SequenceRule sized(const BenchmarkSize& size) const;
};

/// The ids of the sequences from `rule.first` on.
class MadeSequences {
public:
    explicit MadeSequences(const SequenceRule& rule);

    std::vector<IdRow> rows() const { return {m_ids.begin(), m_ids.end()}; }
    std::vector<int64_t> lengths() const;

private:
    std::vector<std::vector<int32_t>> m_ids;
};

/// Waits until `device` has computed all that it was given.
void finishOn(torch::Device device);

/// Floating-point operations per second in large float32 matrix products on the device; on the CPU
/// with the current number of threads: the best of several runs with LibTorch and with the
/// recurrent engine. Takes a fraction of a second.
double measuredSgemmFlops(torch::Device device);

/// Returns unused memory to the system and resets peakMemoryBytes().
/// @return false if the system cannot reset a peak (it is not Linux, or /proc is read-only).
bool forgetPeakMemory();

/// Peak of the main memory of this process in bytes since forgetPeakMemory(), including shared
/// libraries; 0 if the system does not report it.
int64_t peakMemoryBytes();

} // namespace core
