#pragma once

#include "core/base/text_list.h"
#include "core/metric/tagging.h"
#include "core/model/head/head.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace core {

/// From the scores of tokens (emissions) to tags: the best path of a CRF, else each token's
/// likeliest tag.
class TagDecoder {
public:
    /// @param constrained  moves that the tags' scheme forbids are not taken; of a CRF alone.
    TagDecoder(const TagHead& head, const std::vector<std::string>& tags, bool constrained);

    /// @param emissions  [tokens, tags] @param offsets  as crfLoss().
    /// @return [tokens] int64 on the CPU.
    torch::Tensor best(const torch::Tensor& emissions, const std::vector<int64_t>& offsets) const;
    /// [tokens, tags] float32 on the CPU: marginals of a CRF, else the softmax.
    torch::Tensor probabilities(const torch::Tensor& emissions,
                                const std::vector<int64_t>& offsets) const;

    bool hasCrf() const { return m_hasCrf; }
    /// Zero without a CRF; -infinity where it is constrained and a move illegal.
    const CrfScores& scores() const { return m_scores; }

private:
    bool m_hasCrf;
    CrfScores m_scores;
};

/// The tags of texts as numbers, one text after another.
/// @param texts  tags, one blank between two. @param starts  as EncodedWords of their tokens.
/// @throws Error{BadData} for a tag that is none of `tags`.
std::vector<int32_t> tagNumbers(const std::vector<std::string>& tags, TextList texts,
                                const std::vector<int64_t>& starts);

/// @param starts  as EncodedWords. @param withoutCrf  empty: there is no CRF.
TaggingScores taggingScores(const std::vector<std::string>& tags,
                            const std::vector<int64_t>& starts, std::span<const int32_t> truth,
                            std::span<const int32_t> predicted, std::span<const int32_t> withoutCrf,
                            double lossSum);

} // namespace core
