#include "core/task/tagging/tag_decoder.h"

#include "core/base/error.h"
#include "core/data/cells/cell_text.h"
#include "core/metric/tag_scheme.h"

#include <algorithm>
#include <limits>

namespace core {

namespace {

torch::Tensor forbidding(const std::vector<bool>& legal, torch::IntArrayRef shape)
{
    torch::Tensor result = torch::zeros(shape);
    float* value = result.data_ptr<float>();
    for (size_t i = 0; i < legal.size(); ++i)
        if (!legal[i])
            value[i] = -std::numeric_limits<float>::infinity();
    return result;
}

CrfScores plain(const CrfScores& scores)
{
    const auto copied = [](const torch::Tensor& tensor) {
        return tensor.detach().to(torch::kCPU, torch::kFloat);
    };
    return {copied(scores.transitions), copied(scores.start), copied(scores.end)};
}

} // namespace

CrfScores forbiddenMoves(const std::vector<std::string>& tags)
{
    const int64_t count = std::ssize(tags);
    const LegalTagMoves moves = legalTagMoves(tags, tagSchemeOf(tags));
    return {forbidding(moves.legal, {count, count}), forbidding(moves.start, {count}),
            forbidding(moves.end, {count})};
}

TagDecoder::TagDecoder(const TagHead& head, const std::optional<CrfScores>& forbidden)
{
    if (!head.hasCrf())
        return;
    m_learned = plain(head.crf());
    m_chosenBy = forbidden
        ? CrfScores{m_learned->transitions + forbidden->transitions,
                    m_learned->start + forbidden->start, m_learned->end + forbidden->end}
        : *m_learned;
}

torch::Tensor TagDecoder::best(const torch::Tensor& emissions,
                               const std::vector<int64_t>& offsets) const
{
    return hasCrf() ? crfBestTags(emissions, offsets, m_chosenBy)
                    : emissions.argmax(1).to(torch::kCPU);
}

torch::Tensor TagDecoder::probabilities(const torch::Tensor& emissions,
                                        const std::vector<int64_t>& offsets) const
{
    return hasCrf() ? crfMarginals(emissions, offsets, *m_learned)
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
                {"Check the preview of the data.", {}});
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
