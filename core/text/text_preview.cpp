#include "core/text/text_preview.h"

#include "core/text/pair_pipelines.h"
#include "core/text/text_files.h"
#include "core/text/tokenisers/tokeniser.h"

#include <algorithm>
#include <map>

namespace core {

namespace {

constexpr int64_t kEntriesShown = 200;
constexpr size_t kBlockTexts = 8192; ///< Encoded at once, so that ids of a corpus are never held.

/// Counts that are gathered while a split is encoded.
struct Counts {
    std::vector<int64_t> tokens; ///< By id.
    std::map<int64_t, int64_t> lengths; ///< Texts by their tokens.
};

/// Lengths that 0 to 100 % of the texts do not exceed.
std::vector<int64_t> percentiles(const std::map<int64_t, int64_t>& lengths)
{
    int64_t texts = 0;
    for (const auto& [length, count] : lengths)
        texts += count;
    std::vector<int64_t> result;
    int64_t seen = 0;
    for (const auto& [length, count] : lengths) {
        seen += count;
        while (result.size() <= 100 && static_cast<int64_t>(result.size()) * texts <= 100 * seen)
            result.push_back(length);
    }
    return result;
}

bool isBlank(const TextPipeline& pipeline, std::string_view raw, std::span<const int32_t> ids)
{
    return ids.size() == 1 && ids.front() == kUnknownId && pipeline.tokens(raw).empty();
}

/// Statistics of an encoded split. @param counts  receives those of this split, too.
SplitUnknown describeSplit(const std::string& name, const TextPipeline& pipeline, TextList texts,
                           Counts& counts, const Monitor& monitor, BlankText blank)
{
    const int64_t longest = pipeline.spec().maximumLength;
    SplitUnknown split{name, 0.0, 0.0, 0};
    int64_t unknown = 0;
    int64_t cut = 0;
    for (size_t first = 0; first < texts.size(); first += kBlockTexts) {
        const size_t count = std::min(kBlockTexts, texts.size() - first);
        size_t text = first;
        for (const auto& ids : pipeline.allIds(texts.part(first, count), monitor)) {
            const std::string_view raw = texts[text++];
            if (blank == BlankText::NoToken && isBlank(pipeline, raw, ids)) {
                ++counts.lengths[0];
                continue;
            }
            for (const int32_t id : ids)
                ++counts.tokens[static_cast<size_t>(id)];
            unknown += std::count(ids.begin(), ids.end(), static_cast<int32_t>(kUnknownId));
            split.tokens += static_cast<int64_t>(ids.size());
            ++counts.lengths[static_cast<int64_t>(ids.size())];
            cut += static_cast<int64_t>(ids.size()) > longest ? 1 : 0;
        }
    }
    if (split.tokens > 0)
        split.unknownShare = static_cast<double>(unknown) / static_cast<double>(split.tokens);
    if (!texts.empty())
        split.cutShare = static_cast<double>(cut) / static_cast<double>(texts.size());
    return split;
}

TokenisedSample tokenised(const TextPipeline& pipeline, const std::string& raw)
{
    TokenisedSample sample{raw, pipeline.clean(raw), pipeline.tokens(raw), {}};
    for (const int32_t id : pipeline.ids(raw))
        sample.ids.push_back(id);
    if (sample.tokens.empty())
        sample.tokens.push_back(pipeline.token(kUnknownId));
    // Ids are cut at the maximum length already.
    sample.tokens.resize(sample.ids.size());
    return sample;
}

std::vector<TokeniserComparison> compared(const TextPipeline& pipeline, const std::string& raw)
{
    const auto longest = static_cast<size_t>(pipeline.spec().maximumLength);
    const std::string cleaned = pipeline.clean(raw);
    std::vector<TokeniserComparison> all;
    for (const KindDescription& kind : tokeniserRegistry().descriptions()) {
        if (!kind.tasks.empty()) // It is taken where data are divided already.
            continue;
        TokeniserComparison row{kind.title, {}, {}};
        if (kind.id == pipeline.spec().tokeniser.kind) {
            row.tokens = pipeline.tokens(raw);
        } else {
            Json defaults = Json::object();
            for (const OptionDescription& option : kind.options)
                defaults[option.name] = option.defaultValue;
            const auto tokeniser = tokeniserRegistry().make({kind.id, defaults});
            if (tokeniser->hasModel())
                row.note = "Shown when it is chosen: it is trained on the texts first.";
            else
                row.tokens = tokeniser->tokens(cleaned);
        }
        row.tokens.resize(std::min(row.tokens.size(), longest));
        all.push_back(std::move(row));
    }
    return all;
}

struct SplitTexts {
    TextList train, valid, test, samples;
};

TextPreview described(const TextPipeline& pipeline, const SplitTexts& texts, const Monitor& monitor,
                      BlankText blank = BlankText::UnknownToken)
{
    const auto& [train, valid, test, samples] = texts;
    TextPreview preview;
    Counts counts{std::vector<int64_t>(static_cast<size_t>(pipeline.vocabularySize())), {}};
    Counts unused = counts;
    preview.splits.push_back(describeSplit("train", pipeline, train, counts, monitor, blank));
    if (!valid.empty())
        preview.splits.push_back(describeSplit("valid", pipeline, valid, unused, monitor, blank));
    if (!test.empty())
        preview.splits.push_back(describeSplit("test", pipeline, test, unused, monitor, blank));
    for (size_t i = 0; i < samples.size(); ++i) {
        const std::string raw(samples[i]);
        if (blank == BlankText::NoToken && pipeline.tokens(raw).empty())
            continue;
        if (preview.samples.empty())
            preview.comparison = compared(pipeline, raw);
        preview.samples.push_back(tokenised(pipeline, raw));
    }
    preview.vocabularySize = pipeline.vocabularySize();
    preview.distinctTokens = pipeline.distinctTokens();
    preview.trainLengths = percentiles(counts.lengths);
    preview.trainCounts = std::move(counts.lengths);
    for (int64_t id = 0; id < std::min(kEntriesShown, pipeline.vocabularySize()); ++id)
        preview.mostFrequent.push_back(
            {pipeline.token(id), id, counts.tokens[static_cast<size_t>(id)]});
    return preview;
}

} // namespace

std::optional<std::map<int64_t, int64_t>> countedTokens(const TextSpec& spec, TextList texts,
                                                        const Monitor& monitor, BlankText blank)
{
    const TextSpec whole = completedTextSpec(spec);
    const auto tokeniser = tokeniserRegistry().make(whole.tokeniser);
    if (tokeniser->hasModel())
        return std::nullopt;
    const CleaningChain cleaning(whole.cleaning);
    std::map<int64_t, int64_t> counts;
    std::string cleaned;
    for (size_t i = 0; i < texts.size(); ++i) {
        monitor.throwIfStopped();
        cleaning.apply(texts[i], cleaned);
        ++counts[std::max<int64_t>(blank == BlankText::NoToken ? 0 : 1,
                                   static_cast<int64_t>(tokeniser->tokens(cleaned).size()))];
    }
    return counts;
}

TextPreview previewText(const TextSpec& spec, TextList train, TextList valid, TextList test,
                        TextList samples, const Monitor& monitor, BlankText blank)
{
    return described(TextPipeline::learn(spec, train, monitor), {train, valid, test, samples},
                     monitor, blank);
}

PairTextPreview previewPairText(const TextSpec& source, const TextSpec& target,
                                const PairTexts& train, const PairTexts& valid,
                                const PairTexts& test, const PairTexts& samples,
                                const Monitor& monitor)
{
    const PairPipelines pipelines
        = PairPipelines::learn(source, target, train.source, train.target, monitor);
    return {described(*pipelines.source, {train.source, valid.source, test.source, samples.source},
                      monitor),
            described(*pipelines.target, {train.target, valid.target, test.target, samples.target},
                      monitor)};
}

} // namespace core
