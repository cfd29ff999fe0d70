#pragma once

#include "core/distributed/process_group.h"

#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace core {

/// Sums the gradients of parameters over all processes while backward() still computes others. The
/// parameters are divided into buckets, from the last layer to the first; the sum of a bucket
/// starts as soon as its gradients are computed. The sums are equal to the bit in every process.
///
/// As torch.nn.parallel.DistributedDataParallel (Li et al. 2020, arXiv:2006.15704), whose buckets
/// are arranged anew after the first update. Differs: of a table whose gradients have only the used
/// rows, only the rows used by any process are summed. Used on the compute thread.
class GradientBuckets {
public:
    /// @param parameters  of float32, in the order of registration.
    GradientBuckets(ProcessGroup& group, std::vector<torch::Tensor> parameters);
    GradientBuckets(const GradientBuckets&) = delete;
    GradientBuckets& operator=(const GradientBuckets&) = delete;
    ~GradientBuckets();

    /// The next backward() is the last one of this update.
    void begin();
    /// Starts the remaining sums, taking zero for gradients that this process has not computed, and
    /// waits for all of them. A parameter keeps no gradient only if no process has computed one.
    /// @param beside  is summed as well.
    void finish(const torch::Tensor& beside);

private:
    struct Bucket;
    struct TableSum;

    void arrange();
    torch::Device deviceOfSums(size_t parameter) const;
    void addBucket(const std::vector<size_t>& parameters);
    void arrived(size_t parameter);
    void startInOrder(bool all);
    void startRest(bool counted);

    ProcessGroup& m_group;
    std::vector<torch::Tensor> m_parameters;
    std::vector<Bucket> m_buckets; ///< In the order in which all processes start them.
    std::vector<size_t> m_tables; ///< Parameters whose gradients have rows.
    std::vector<size_t> m_bucketOf; ///< [parameter]; that of a table is none.
    std::shared_ptr<bool> m_counts; ///< Whether what arrives counts; hooks outlive this.
    std::vector<std::shared_ptr<void>> m_kept; ///< Nodes with our hooks, which they would lose.
    size_t m_started = 0;
};

} // namespace core
