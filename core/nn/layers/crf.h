#pragma once

#include "core/nn/kernels/crf_sweep.h"

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace core {

/// What a linear-chain CRF learns, beside the scores of tokens (emissions). -infinity forbids a
/// move; it gets no gradient.
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
/// Source: Lafferty, McCallum & Pereira (2001); as a network's last layer Lample et al. (2016),
/// arXiv:1603.01360. Unlike theirs there is no begin and end tag; their scores are vectors.
///
/// float32 on the CPU takes one forward-backward pass over each text in double precision, which
/// also gives the gradients (marginals minus truth); texts are shared among threads and what they
/// add to the transitions is summed in a fixed order. Other types and devices are computed by
/// LibTorch's operations, step by step (referenceCrfLoss()).
///
/// @param emissions  [tokens, tags], the texts one after another (TokenLayout's packed form).
/// @param labels     [tokens] int64 on the same device.
/// @param offsets    [texts + 1]: text b is rows offsets[b] ... offsets[b + 1], at least one.
/// @return [] in the emissions' type (half precision in float32), differentiable by emissions and
///   scores. +infinity where the true tags are forbidden.
/// @throws Error{Internal} for a label that is no tag, or when a second derivative is asked of the
///   quick way.
torch::Tensor crfLoss(const torch::Tensor& emissions, const torch::Tensor& labels,
                      const std::vector<int64_t>& offsets, const CrfScores& scores);

/// The same, and what each text adds to it.
struct CrfFit {
    torch::Tensor loss; ///< As crfLoss().
    torch::Tensor ofTexts; ///< [texts] float64, not differentiable; undefined but by the quick way.
};
CrfFit crfFit(const torch::Tensor& emissions, const torch::Tensor& labels,
              const std::vector<int64_t>& offsets, const CrfScores& scores);

/// Probability of each tag at each token, given the whole text: [tokens, tags] float32 on the CPU.
/// Arguments as crfLoss; not differentiable.
torch::Tensor crfMarginals(const torch::Tensor& emissions, const std::vector<int64_t>& offsets,
                           const CrfScores& scores);

/// The likeliest tags of each text as a whole: [tokens] int64 on the CPU.
torch::Tensor crfBestTags(const torch::Tensor& emissions, const std::vector<int64_t>& offsets,
                          const CrfScores& scores);

/// crfLoss() by LibTorch's operations, a step at a time over all texts: any device and floating
/// type, differentiable any number of times. What the quick way is tested against, and what
/// computes where that does not reach.
torch::Tensor referenceCrfLoss(const torch::Tensor& emissions, const torch::Tensor& labels,
                               const std::vector<int64_t>& offsets, const CrfScores& scores);

/// Scores as plain arrays on the CPU, for who goes through a single text.
class PlainCrf {
public:
    explicit PlainCrf(const CrfScores& scores);

    CrfWeights weights() const;

private:
    torch::Tensor m_transitions, m_start, m_end; ///< float32, contiguous.
};

} // namespace core
