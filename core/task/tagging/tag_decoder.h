#pragma once

#include "core/base/text_list.h"
#include "core/metric/tagging.h"
#include "core/model/head/head.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace core {

/// Scores to add to those of a CRF so that no path makes a transition that the scheme of the tags
/// forbids: -infinity for such a transition, else 0. float32 on the CPU. Slow to compute, so keep
/// it to decode more than once.
CrfScores forbiddenMoves(const std::vector<std::string>& tags);

/// From the scores of tokens (emissions) to tags: the best path of a CRF, else each token's
/// likeliest tag.
///
/// A CRF has one distribution, p(y | x) over all sequences of tags, "even those that do not verify
/// the IOB format" (Lample et al., 2016, arXiv:1603.01360, section 2.2). It is what the loss is
/// computed from, as are the probabilities. A constraint concerns the choice only: the best
/// path is the likeliest of those without a forbidden move (constrained decoding: Lester et al.,
/// 2020, arXiv:2010.04362). Training on the legal sequences alone (Papay, Klinger & Pado, 2022,
/// arXiv:2106.07306) would give data with a forbidden move, which there are, no likelihood at all.
class TagDecoder {
public:
    /// @param forbidden  forbiddenMoves(), for a CRF only; none: each path may be chosen.
    TagDecoder(const TagHead& head, const std::optional<CrfScores>& forbidden);

    /// @param emissions  [tokens, tags] @param offsets  as crfLoss().
    /// @return [tokens] int64 on the CPU.
    torch::Tensor best(const torch::Tensor& emissions, const std::vector<int64_t>& offsets) const;
    /// [tokens, tags] float32 on the CPU: marginals of a CRF over all sequences, else the softmax.
    torch::Tensor probabilities(const torch::Tensor& emissions,
                                const std::vector<int64_t>& offsets) const;

    bool hasCrf() const { return m_learned.has_value(); }

private:
    std::optional<CrfScores> m_learned; ///< None: there is no CRF.
    CrfScores m_chosenBy; ///< The same, with the constraint; only of a CRF.
};

/// The tags of texts as numbers, one text after another.
/// @param texts  tags, one blank between two. @param starts  as EncodedTexts of their tokens.
/// @throws Error{BadData} for a tag that is none of `tags`.
std::vector<int32_t> tagNumbers(const std::vector<std::string>& tags, TextList texts,
                                const std::vector<int64_t>& starts);

/// @param starts  as EncodedTexts. @param withoutCrf  empty: there is no CRF.
TaggingScores taggingScores(const std::vector<std::string>& tags,
                            const std::vector<int64_t>& starts, std::span<const int32_t> truth,
                            std::span<const int32_t> predicted, std::span<const int32_t> withoutCrf,
                            double lossSum);

} // namespace core
