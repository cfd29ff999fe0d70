#pragma once

#include "core/nn/kernels/crf_sweep.h"

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace core {

/// The parameters of a linear-chain CRF besides the scores of tokens (emissions). -infinity forbids
/// a transition; it receives no gradient.
struct CrfScores {
    torch::Tensor transitions; ///< [tags, tags], from row to column.
    torch::Tensor start; ///< [tags]
    torch::Tensor end; ///< [tags]
};

/// Negative log-likelihood of the true tags, summed over texts, in nats:
///
///     score(y) = start[y_1] + Σ_t emission[t, y_t] + Σ_{t>1} transition[y_{t-1}, y_t] + end[y_n]
///     loss     = log Σ_{y'} exp score(y') - score(y)
///
/// Source: Lafferty, McCallum & Pereira (2001); as the last layer of a network Lample et al.
/// (2016), arXiv:1603.01360. Unlike theirs, this CRF has no begin and end tag; their scores are
/// vectors.
///
/// float32 on the CPU needs one forward-backward pass over each text in double precision, which
/// also gives the gradients (marginals minus truth). Texts are distributed to threads, and their
/// contributions to the transitions are summed in a fixed order. Other types and devices are
/// computed step by step with LibTorch's operations (referenceCrfLoss()).
///
/// @param emissions  [tokens, tags], the texts one after another (TokenLayout's packed form).
/// @param labels     [tokens] int64 on the same device.
/// @param offsets    [texts + 1]: text b is rows offsets[b] ... offsets[b + 1], at least one.
/// @return [] in the emissions' type (float32 for half precision), differentiable with respect to
///   emissions and scores. +infinity if the true tags are forbidden.
/// @throws Error{Internal} for a label that is no tag, or if a second derivative of the fast
///   implementation is requested.
torch::Tensor crfLoss(const torch::Tensor& emissions, const torch::Tensor& labels,
                      const std::vector<int64_t>& offsets, const CrfScores& scores);

/// The loss with the contribution of each text.
struct CrfFit {
    torch::Tensor loss; ///< The result of crfLoss().
    torch::Tensor ofTexts; ///< [texts] float64, not differentiable; fast implementation only.
};
CrfFit crfFit(const torch::Tensor& emissions, const torch::Tensor& labels,
              const std::vector<int64_t>& offsets, const CrfScores& scores);

/// The probability of each tag at each token, given the whole text: [tokens, tags] float32 on the
/// CPU. Arguments as for crfLoss; not differentiable.
torch::Tensor crfMarginals(const torch::Tensor& emissions, const std::vector<int64_t>& offsets,
                           const CrfScores& scores);

/// The most likely sequence of tags for each text: [tokens] int64 on the CPU.
torch::Tensor crfBestTags(const torch::Tensor& emissions, const std::vector<int64_t>& offsets,
                          const CrfScores& scores);

/// crfLoss() with LibTorch's operations, one step at a time over all texts, for any device and
/// floating type; differentiable any number of times. It is the reference for tests and the
/// fallback where the fast implementation does not apply.
torch::Tensor referenceCrfLoss(const torch::Tensor& emissions, const torch::Tensor& labels,
                               const std::vector<int64_t>& offsets, const CrfScores& scores);

/// The scores as plain arrays on the CPU, for algorithms on a single text.
class PlainCrf {
public:
    explicit PlainCrf(const CrfScores& scores);

    CrfWeights weights() const;

private:
    torch::Tensor m_transitions, m_start, m_end; ///< float32, contiguous.
};

} // namespace core
