#include "core/task/tagging/tag_decoder.h"

#include "core/base/error.h"
#include "core/data/tokens.h"
#include "core/metric/tag_scheme.h"

#include <algorithm>
#include <limits>

namespace core {

namespace {

/// @param legal  as many as `scores` has elements, row-major.
torch::Tensor forbidden(const torch::Tensor& scores, const std::vector<bool>& legal)
{
    const torch::Tensor result = scores.detach().to(torch::kCPU, torch::kFloat).clone();
    float* value = result.data_ptr<float>();
    for (size_t i = 0; i < legal.size(); ++i)
        if (!legal[i])
            value[i] = -std::numeric_limits<float>::infinity();
    return result.to(scores.device());
}

} // namespace

TagDecoder::TagDecoder(const TagHead& head, const std::vector<std::string>& tags, bool constrained)
    : m_hasCrf(head.hasCrf())
{
    const int64_t count = std::ssize(tags);
    m_scores = m_hasCrf
        ? head.crf()
        : CrfScores{torch::zeros({count, count}), torch::zeros({count}), torch::zeros({count})};
    if (!m_hasCrf || !constrained)
        return;
    const LegalTagMoves moves = legalTagMoves(tags, tagSchemeOf(tags));
    m_scores = {forbidden(m_scores.transitions, moves.legal),
                forbidden(m_scores.start, moves.start), forbidden(m_scores.end, moves.end)};
}

torch::Tensor TagDecoder::best(const torch::Tensor& emissions,
                               const std::vector<int64_t>& offsets) const
{
    return m_hasCrf ? crfBestTags(emissions, offsets, m_scores)
                    : emissions.argmax(1).to(torch::kCPU);
}

torch::Tensor TagDecoder::probabilities(const torch::Tensor& emissions,
                                        const std::vector<int64_t>& offsets) const
{
    return m_hasCrf ? crfMarginals(emissions, offsets, m_scores)
                    : torch::softmax(emissions, 1).to(torch::kCPU, torch::kFloat);
}

std::vector<int32_t> tagNumbers(const std::vector<std::string>& tags, TextList texts,
                                const std::vector<int64_t>& starts)
{
    std::vector<int32_t> numbers;
    for (size_t text = 0; text < texts.size(); ++text) {
        for (const std::string_view tag : tokensOf(texts[text])) {
            const auto found = std::lower_bound(tags.begin(), tags.end(), tag);
            if (found == tags.end() || *found != tag)
                throw Error(
                    ErrorCode::BadData,
                    {"Text %1 has the tag \"%2\", which the network does not know.",
                     {std::to_string(text + 1), shown(std::string(tag))}},
                    {"Use data with the tags of the training data, or start a new run.", {}});
            numbers.push_back(static_cast<int32_t>(found - tags.begin()));
        }
        if (std::ssize(numbers) != starts[text + 1])
            throw Error(
                ErrorCode::BadData,
                {"Text %1 does not have one tag for each token.", {std::to_string(text + 1)}},
                {"Look at the preview of the data: it says what was read.", {}});
    }
    return numbers;
}

TaggingScores taggingScores(const std::vector<std::string>& tags,
                            const std::vector<int64_t>& starts, std::span<const int32_t> truth,
                            std::span<const int32_t> predicted, std::span<const int32_t> withoutCrf,
                            double lossSum)
{
    TaggingCounter counter(tags);
    for (size_t text = 0; text + 1 < starts.size(); ++text) {
        const auto first = static_cast<size_t>(starts[text]);
        const auto count = static_cast<size_t>(starts[text + 1]) - first;
        counter.add(truth.subspan(first, count), predicted.subspan(first, count),
                    withoutCrf.empty() ? withoutCrf : withoutCrf.subspan(first, count));
    }
    return counter.scores(lossSum);
}

} // namespace core
