#include "core/metric/tagging.h"

#include "core/metric/classification.h"
#include "core/metric/tag_scheme.h"

#include <algorithm>
#include <utility>

namespace core {

namespace {

/// @param spans  in order.
bool holds(const std::vector<TagSpan>& spans, const TagSpan& wanted)
{
    const auto found = std::lower_bound(
        spans.begin(), spans.end(), wanted,
        [](const TagSpan& span, const TagSpan& other) { return span.first < other.first; });
    return found != spans.end() && *found == wanted;
}

void addCounts(SpanScore& sum, const SpanScore& some)
{
    sum.gold += some.gold;
    sum.predicted += some.predicted;
    sum.correct += some.correct;
}

/// Precision, recall and F1 from the counts.
void fill(SpanScore& score)
{
    score.precision = ratio(double(score.correct), double(score.predicted));
    score.recall = ratio(double(score.correct), double(score.gold));
    score.f1 = ratio(2.0 * score.precision * score.recall, score.precision + score.recall);
}

} // namespace

TaggingCounter::TaggingCounter(std::vector<std::string> tags)
{
    const TagScheme scheme = tagSchemeOf(tags);
    LegalTagMoves moves = legalTagMoves(tags, scheme);
    m_legal = std::move(moves.legal);
    m_legalStart = std::move(moves.start);
    m_legalEnd = std::move(moves.end);
    m_counts.confusion.assign(tags.size() * tags.size(), 0);
    m_counts.hasSpans = scheme != TagScheme::None;
    m_counts.tags = std::move(tags);
}

void TaggingCounter::add(std::span<const int32_t> truth, std::span<const int32_t> predicted,
                         std::span<const int32_t> withoutCrf)
{
    const size_t tagCount = m_counts.tags.size();
    int64_t right = 0;
    for (size_t i = 0; i < truth.size(); ++i) {
        const auto row = static_cast<size_t>(truth[i]), column = static_cast<size_t>(predicted[i]);
        ++m_counts.confusion[row * tagCount + column];
        right += row == column ? 1 : 0;
    }
    m_counts.tokens += static_cast<int64_t>(truth.size());
    ++m_counts.texts;
    m_right += right;
    m_rightTexts += right == static_cast<int64_t>(truth.size()) ? 1 : 0;
    m_counts.illegalMoves += illegalMovesOf(predicted);
    m_counts.illegalMovesWithoutCrf += illegalMovesOf(withoutCrf.empty() ? predicted : withoutCrf);
    if (!m_counts.hasSpans)
        return;
    const std::vector<TagSpan> gold = spansOf(truth), found = spansOf(predicted);
    for (const TagSpan& span : gold) {
        SpanScore& score = ofType(span.type);
        ++score.gold;
        score.correct += holds(found, span) ? 1 : 0;
    }
    for (const TagSpan& span : found)
        ++ofType(span.type).predicted;
}

TaggingScores TaggingCounter::scores(double lossSum) const
{
    TaggingScores scores = m_counts;
    scores.loss = ratio(lossSum, double(scores.tokens));
    scores.accuracy = ratio(double(m_right), double(scores.tokens));
    scores.textAccuracy = ratio(double(m_rightTexts), double(scores.texts));
    for (SpanScore& type : scores.spansByType) {
        addCounts(scores.spans, type);
        fill(type);
    }
    fill(scores.spans);
    return scores;
}

std::vector<TagSpan> TaggingCounter::spansOf(std::span<const int32_t> tags) const
{
    std::vector<std::string_view> names;
    names.reserve(tags.size());
    for (const int32_t tag : tags)
        names.push_back(m_counts.tags[static_cast<size_t>(tag)]);
    return tagSpans(names);
}

int64_t TaggingCounter::illegalMovesOf(std::span<const int32_t> tags) const
{
    if (tags.empty())
        return 0;
    int64_t illegal = m_legalStart[static_cast<size_t>(tags.front())] ? 0 : 1;
    illegal += m_legalEnd[static_cast<size_t>(tags.back())] ? 0 : 1;
    for (size_t i = 1; i < tags.size(); ++i)
        illegal += m_legal[static_cast<size_t>(tags[i - 1]) * m_counts.tags.size()
                           + static_cast<size_t>(tags[i])]
            ? 0
            : 1;
    return illegal;
}

/// The counts of a type; types stand in the order of the alphabet.
SpanScore& TaggingCounter::ofType(const std::string& type)
{
    auto& all = m_counts.spansByType;
    const auto place = std::lower_bound(
        all.begin(), all.end(), type,
        [](const SpanScore& score, const std::string& name) { return score.type < name; });
    if (place != all.end() && place->type == type)
        return *place;
    SpanScore fresh;
    fresh.type = type;
    return *all.insert(place, std::move(fresh));
}

} // namespace core
