#pragma once

#include "core/probe/live_model.h"
#include "core/probe/updates/recording.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <deque>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace core {

/// Values for each of a network's parameters.
using ParameterValues = std::vector<torch::Tensor>;

/// The parameters of a network, each once, which can be set to recorded weights.
class NetworkParameters {
public:
    explicit NetworkParameters(const torch::nn::Module& module);

    const std::vector<torch::Tensor>& tensors() const { return m_tensors; }
    ParameterValues copies() const;
    /// The part of a block for each parameter; parameters that are not in it are those of `others`.
    /// @param order  of the parameters in the block.
    ParameterValues from(const std::vector<RecordedParameter>& order,
                         const std::vector<float>& block, const ParameterValues& others) const;
    /// θ + a d₁ + b d₂; at a = b = 0 exactly θ.
    void put(const ParameterValues& theta, const ParameterValues& first = {}, double a = 0.0,
             const ParameterValues& second = {}, double b = 0.0);
    /// dL/dθ of the loss that `loss` computes, dense; 0 for parameters that it does not depend on.
    /// @param value  receives the loss; may be null.
    ParameterValues gradient(const std::function<torch::Tensor()>& loss,
                             double* value = nullptr) const;

private:
    std::vector<std::string> m_names;
    ParameterValues m_tensors;
};

/// The sum of the products of all values, in double precision.
double dot(const ParameterValues& a, const ParameterValues& b);

/// The weights around the latest updates of a run.
struct RunWeights {
    std::vector<RecordedParameter> parameters; ///< Their order in the blocks.
    std::deque<KeptWeights> updates; ///< Sorted by step.

    const KeptWeights* find(int64_t step) const; ///< Null: not kept.
};

/// The file of a run folder with the weights around its latest updates, as safetensors: each block
/// of weights once, and in the metadata "parameters" and "updates" (as JSON), which name for each
/// update its blocks. It exists for runs that were recorded on disk.
inline constexpr const char* kWeightsFile = "update_weights.safetensors";

/// @throws Error{FileUnwritable}.
void writeRunWeights(const FilePlace& run, const Recording& recording);
/// Empty where there is no such file. @throws Error{FileMalformed}.
RunWeights readRunWeights(const std::filesystem::path& run);
/// The last update whose weights the file has; 0: none, or it is damaged.
int64_t lastStepWithWeights(const std::filesystem::path& run);
/// Those in memory, else those in the folder of the run.
RunWeights weightsOfRun(const LiveModel& model, const std::filesystem::path& run);

} // namespace core
