#include "core/data/sample.h"

#include "core/data/samples/distinct_draws.h"
#include "core/data/samples/pair_entries.h"

#include <algorithm>

namespace core {

namespace {

constexpr int64_t kHeldOutShare = 8;

SentencePairs drawPairs(const PairSample& sample, int64_t count, DistinctDraws& draws)
{
    SentencePairs pairs;
    while (static_cast<int64_t>(pairs.size()) < count) {
        std::string source = draws.next(sample.source);
        std::optional<AlignedTranslation> translation = sample.translate(source);
        if (!translation)
            throw Error(ErrorCode::Internal,
                        {"A sample drew a text that it cannot translate: \"%1\".", {source}});
        pairs.source.push_back(std::move(source));
        pairs.target.push_back(std::move(translation->text));
    }
    return pairs;
}

bool isPairSample(const std::string& kind)
{
    static const std::vector<KindDescription> all = pairSampleRegistry().descriptions();
    return std::any_of(all.begin(), all.end(),
                       [&](const KindDescription& each) { return each.id == kind; });
}

} // namespace

const PairSampleRegistry& pairSampleRegistry()
{
    static const PairSampleRegistry registry(
        "sample of pairs",
        {reverseEntry(), copyEntry(), sortEntry(), datesEntry(), phrasesEntry()});
    return registry;
}

GeneratedPairs generatePairs(const Selection& selection)
{
    const PairSample sample = pairSampleRegistry().make(selection);
    const int64_t heldOut = std::max<int64_t>(sample.pairs / kHeldOutShare, 1);
    DistinctDraws draws(sample.seed);
    GeneratedPairs all;
    all.train = drawPairs(sample, sample.pairs, draws);
    all.valid = drawPairs(sample, heldOut, draws);
    all.test = drawPairs(sample, heldOut, draws);
    return all;
}

std::optional<std::vector<AlignmentLink>> goldAlignment(const Selection& sample,
                                                        std::string_view source,
                                                        std::string_view target)
{
    if (!isPairSample(sample.kind))
        return std::nullopt;
    auto translation = pairSampleRegistry().make(sample).translate(source);
    if (!translation || translation->text != target)
        return std::nullopt;
    return std::move(translation->links);
}

} // namespace core
