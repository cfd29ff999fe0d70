#pragma once

#include "core/nn/layers/residual_stream.h"
#include "core/task/loss_pass.h"

#include <torch/types.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// Forward and backward of batches: on a GPU recorded as a CUDA graph where batches of one shape
/// come again and again, and replayed.
///
/// Each operation costs a processor about ten microseconds to launch, and a small network has
/// hundreds of them in a pass, which take the GPU less time than that; a recorded pass is one
/// launch. It computes the same operations in the same order, with the random numbers that would
/// be drawn: the result is the same to the bit.
///
/// The first pass of a shape is computed as usual. In the second, whatever makes the processor
/// wait for the GPU (a cell that is computed on the CPU, a length that is read back), or sends it
/// something that is not among the inputs, is an error: passes that do so are never recorded, as
/// are those that do not fit into memory twice.
class RecordedPasses {
public:
    /// @param parameters  that gradients are wanted of.
    RecordedPasses(torch::Device device, torch::ScalarType precision,
                   std::vector<torch::Tensor> parameters);
    RecordedPasses(const RecordedPasses&) = delete;
    RecordedPasses& operator=(const RecordedPasses&) = delete;
    ~RecordedPasses();

    /// Computes the pass and adds the gradients of `factor` times its loss to those of the
    /// parameters. @return the loss, without gradient and valid up to the next call.
    BatchLoss run(const LossPass& pass, double factor);
    /// The residual stream of the last pass, valid up to the next call.
    const std::vector<StreamSum>& stream() const { return m_stream; }

    int64_t replays() const { return m_replays; } ///< So far.

private:
    struct Recording;

    BatchLoss computed(const LossPass& pass, const torch::Tensor& factor);
    std::optional<BatchLoss> withoutWaiting(const LossPass& pass, const torch::Tensor& factor);
    bool record(Recording& recording, const LossPass& pass, const torch::Tensor& factor);
    BatchLoss replayed(Recording& recording, const LossPass& pass, const torch::Tensor& factor);
    bool mayRecord(const LossPass& pass) const;
    /// Forgets all recordings if weights have moved since, or others learn.
    void checkParameters();

    torch::Device m_device;
    torch::ScalarType m_precision;
    std::vector<torch::Tensor> m_parameters;
    std::vector<const void*> m_places; ///< Addresses of the weights that learn; null for others.
    std::map<std::string, std::unique_ptr<Recording>> m_recordings; ///< By shape.
    std::vector<StreamSum> m_stream;
    int64_t m_replays = 0;
};

} // namespace core
