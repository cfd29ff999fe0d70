#include "core/probe/translation/translated_sources.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace core {

namespace {

/// Fewer pairs do not decide; more would not change the result.
constexpr size_t kFewPairs = 5, kPairs = 200;
/// How much less the pairs must cost the other way round.
constexpr double kClearlyLess = 0.75;
constexpr double kKnownNats = 0.5; ///< A network that predicts references so well knows their side.
/// The cost of an unknown token: about that of spelling it.
constexpr int64_t kUnknownCost = 5;

using Texts = std::span<const std::string>;

/// Why `job` cannot be done for a source of `length` tokens; nothing when it can.
std::optional<Failure> whyNot(const ScoredNetwork& scored, const TranslationJob& job,
                              int64_t length)
{
    try {
        checkJob(scored.network, job, scored.pipelines.target->vocabularySize(), length);
    } catch (const Error& error) {
        return error.failure();
    }
    return std::nullopt;
}

/// Checks the shortest and the longest source before the others.
void refuseImpossible(const ScoredNetwork& scored, const TranslationJob& job)
{
    const auto shortest = whyNot(scored, job, 1);
    const auto longest = whyNot(scored, job, scored.pipelines.source->spec().maximumLength);
    if (shortest && longest && shortest->what.text == longest->what.text)
        throw Error(longest->code, longest->what, longest->advice, longest->detail);
}

/// Checks a source before it is translated. Cuts `ids` at the maximum length.
TranslatedSource prepared(const ScoredNetwork& scored, const std::string& source,
                          std::vector<int32_t>& ids, const TranslationJob& job)
{
    const TextPipeline& pipeline = *scored.pipelines.source;
    TranslatedSource result;
    // A text without tokens is one <unk> for the network.
    const bool empty = ids.size() == 1 && ids[0] == kUnknownId && pipeline.tokens(source).empty();
    result.tokens = empty ? 0 : static_cast<int64_t>(ids.size());
    const auto longest = static_cast<size_t>(pipeline.spec().maximumLength);
    ids.resize(std::min(ids.size(), longest));
    result.cutTokens = std::max<int64_t>(0, result.tokens - static_cast<int64_t>(ids.size()));
    if (!empty)
        result.problem = whyNot(scored, job, static_cast<int64_t>(ids.size()));
    return result;
}

/// The cost of texts in a vocabulary.
int64_t spellingCost(const TextPipeline& pipeline, Texts texts, const Monitor& monitor)
{
    int64_t cost = 0;
    for (const std::vector<int32_t>& ids : pipeline.allIds(texts, monitor))
        cost += std::ssize(ids)
            + (kUnknownCost - 1)
                * std::count(ids.begin(), ids.end(), static_cast<int32_t>(kUnknownId));
    return cost;
}

double referenceCost(const ScoredNetwork& scored, Texts sources, Texts targets,
                     const Monitor& monitor)
{
    const auto sourceIds = scored.pipelines.source->ids(sources, monitor);
    const auto targetIds = scored.pipelines.target->ids(targets, monitor);
    return scoreReferences(scored, std::vector<IdRow>(sourceIds.begin(), sourceIds.end()),
                           std::vector<IdRow>(targetIds.begin(), targetIds.end()),
                           {"Comparing both directions", {}}, monitor)
        .loss.mean();
}

} // namespace

std::vector<TranslatedSource> translateSources(const ScoredNetwork& scored, Texts sources,
                                               TranslationJob job, int64_t before,
                                               const Monitor& monitor)
{
    refuseImpossible(scored, job);
    auto ids = scored.pipelines.source->allIds(sources, monitor);
    std::vector<TranslatedSource> all(sources.size());
    std::vector<IdRow> rows;
    std::vector<size_t> places; // The source of each row.
    for (size_t i = 0; i < sources.size(); ++i) {
        all[i] = prepared(scored, sources[i], ids[i], job);
        if (all[i].tokens == 0 || all[i].problem)
            continue;
        rows.emplace_back(ids[i]);
        places.push_back(i);
        job.streams.push_back(static_cast<uint64_t>(before) + i);
    }
    auto found = translateTexts(scored, rows, job, monitor);
    for (size_t row = 0; row < found.size(); ++row)
        all[places[row]].best = std::move(found[row]);
    return all;
}

void refuseImpossible(const ScoredNetwork& scored, const TranslationJob& job,
                      std::span<const IdRow> sources)
{
    refuseImpossible(scored, job);
    for (size_t i = 0; i < sources.size(); ++i)
        if (const auto why = whyNot(scored, job, static_cast<int64_t>(sources[i].size())))
            throw Error(why->code, {"Source %1: %2", {std::to_string(i + 1), why->what.plain()}},
                        why->advice, why->detail);
}

bool sidesAreExchanged(const ScoredNetwork& scored, const SentencePairs& pairs,
                       const Monitor& monitor)
{
    const size_t count = std::min(pairs.size(), kPairs);
    if (count < kFewPairs)
        return false;
    const Texts sources = Texts(pairs.source).first(count),
                targets = Texts(pairs.target).first(count);
    const auto &source = scored.pipelines.source, &target = scored.pipelines.target;
    if (source->hasVocabularyOf(*target)) {
        // Lists that are reversed can be read either way: a small loss says nothing.
        const double given = referenceCost(scored, sources, targets, monitor);
        return given > kKnownNats
            && referenceCost(scored, targets, sources, monitor) < kClearlyLess * given;
    }
    const auto cost = [&](Texts first, Texts second) {
        return double(spellingCost(*source, first, monitor)
                      + spellingCost(*target, second, monitor));
    };
    return cost(targets, sources) < kClearlyLess * cost(sources, targets);
}

} // namespace core
