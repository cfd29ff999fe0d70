#include "core/probe/translation/live_translator.h"

#include "core/base/elapsed.h"
#include "core/decode/search.h"
#include "core/model/translation_batch.h"
#include "core/nn/tensors.h"
#include "core/probe/network_scope.h"
#include "core/probe/plain_values.h"
#include "core/probe/translation/translated_sources.h"
#include "core/task/encoded_texts.h"
#include "core/task/translation/translation_scoring.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <tuple>

namespace core {

namespace {

using Clock = std::chrono::steady_clock;

const Selection kGreedy{"greedy", Json::object()};

/// Texts of one side as the network reads them.
struct ReadSide {
    ReadSide(const TextPipeline& pipeline, std::span<const std::string> texts,
             const Monitor& monitor)
        : ids(pipeline.allIds(texts, monitor))
    {
        const auto longest = static_cast<size_t>(pipeline.spec().maximumLength);
        for (std::vector<int32_t>& text : ids) {
            cut += text.size() > longest ? 1 : 0;
            text.resize(std::min(text.size(), longest));
        }
    }
    double unknownShare() const
    {
        int64_t unknown = 0, tokens = 0;
        for (const std::vector<int32_t>& text : ids) {
            unknown += std::count(text.begin(), text.end(), static_cast<int32_t>(kUnknownId));
            tokens += std::ssize(text);
        }
        return static_cast<double>(unknown) / static_cast<double>(tokens);
    }

    std::vector<std::vector<int32_t>> ids;
    int64_t cut = 0; ///< Texts that are longer than the maximum length.
};

std::vector<IdRow> rowsOf(const std::vector<std::vector<int32_t>>& ids)
{
    return {ids.begin(), ids.end()};
}

SentencePairs pairsOf(std::span<const std::string> sources, std::span<const std::string> references)
{
    if (sources.size() != references.size())
        throw Error(ErrorCode::BadData,
                    {"There are %1 sources and %2 references.",
                     {std::to_string(sources.size()), std::to_string(references.size())}},
                    {"Provide files in which line N of one translates line N of the other.", {}});
    return {{sources.begin(), sources.end()}, {references.begin(), references.end()}};
}

struct AlignmentMap {
    std::vector<float> weights;
    int64_t rows = 1, columns = 0;
};

/// Mean over the heads of the last layer of cross attention, without the row of the end mark.
AlignmentMap lastCrossMean(const std::vector<AttentionMap>& maps)
{
    AlignmentMap mean;
    int64_t layer = -1;
    for (const AttentionMap& map : maps)
        if (map.group == "cross")
            layer = std::max(layer, map.layer);
    for (const AttentionMap& map : maps) {
        if (map.group != "cross" || map.layer != layer)
            continue;
        mean.rows = map.rows;
        mean.columns = map.columns;
        const auto size = static_cast<size_t>((map.rows - 1) * map.columns);
        mean.weights.resize(size);
        for (size_t i = 0; i < size; ++i)
            mean.weights[i] += map.weights[i];
    }
    return mean;
}

/// Log probability of each target token, and the likeliest one in its place.
/// @param logits  [1, tokens, vocabulary]
/// @param ids     of the target with its end mark.
/// @param tokens  filled in: logProbability, likeliestLogProbability.
/// @return ids of the likeliest tokens.
std::vector<int64_t> scoreTokens(const torch::Tensor& logits, const std::vector<int64_t>& ids,
                                 std::vector<TargetToken>& tokens)
{
    const torch::Tensor logProbabilities
        = torch::log_softmax(logits[0].to(torch::kCPU, torch::kFloat64), 1); // [tokens, vocabulary]
    const auto [best, indices] = logProbabilities.max(1);
    std::vector<int64_t> likeliest;
    for (size_t i = 0; i < ids.size(); ++i) {
        const auto row = static_cast<int64_t>(i);
        tokens[i].logProbability = logProbabilities[row][ids[i]].item<double>();
        tokens[i].likeliestLogProbability = best[row].item<double>();
        likeliest.push_back(indices[row].item<int64_t>());
    }
    return likeliest;
}

} // namespace

TranslationInspection LiveTranslator::inspect(const std::string& source, const std::string& target)
{
    const auto begin = Clock::now();
    const InspectionScope scope(*m_parts.network, torchDevice());
    TranslationInspection result = read(source);
    const std::vector<int32_t> ids
        = target.empty() ? writeGreedily(result) : readTarget(target, result);
    open(ids, result);
    addGold(result);
    result.milliseconds = millisecondsSince(begin);
    return result;
}

TeacherComparison LiveTranslator::compare(const std::string& source, const std::string& reference)
{
    TeacherComparison comparison{inspect(source, reference), inspect(source, {}), -1};
    const auto& forced = comparison.forced.targetTokens;
    const auto& free = comparison.freeRunning.targetTokens;
    for (size_t i = 0; i < std::max(forced.size(), free.size()); ++i) {
        if (i < forced.size() && i < free.size() && forced[i].id == free[i].id)
            continue;
        comparison.firstDivergence = static_cast<int64_t>(i);
        break;
    }
    return comparison;
}

Decoding LiveTranslator::decode(const DecodingRequest& request, const Monitor& monitor)
{
    const auto begin = Clock::now();
    const InspectionScope scope(*m_parts.network, torchDevice());
    const TranslationInspection source = read(request.source);
    DecodingSpec settings = m_parts.decoding;
    settings.search = request.search;
    if (request.longest > 0) {
        settings.lengthFactor = 0.0;
        settings.lengthMargin = request.longest;
    }
    TranslationJob job = jobOf(settings, request.best, m_parts.pipelines.target);
    job.trace = request.detail;
    job.prefix = request.prefixIds.empty() ? prefixIds(request.prefix) : request.prefixIds;
    checkPrefix(job.prefix);

    const std::vector<int32_t> ids(source.sourceIds.begin(), source.sourceIds.end());
    const IdRow row(ids);
    FoundTranslations found
        = translateAll(*m_parts.network, {&row, 1}, targetWords(), job, torchDevice(), monitor)
              .front();
    Decoding decoding;
    decoding.source = request.source;
    decoding.sourceTokens = source.sourceTokens;
    decoding.search = defaultSelection({{"search", searchKinds()}}, "search", request.search.kind);
    decoding.search.options.update(request.search.options);
    decoding.best = asTexts(found.best, *m_parts.pipelines.target);
    decoding.trace = std::move(found.trace);
    nameTokens(decoding);
    std::tie(decoding.step, decoding.epoch) = stepAndEpoch();
    decoding.milliseconds = millisecondsSince(begin);
    return decoding;
}

std::vector<TranslatedSource> LiveTranslator::translate(std::span<const std::string> sources,
                                                        const DecodingSpec& decoding, int64_t best,
                                                        const Monitor& monitor, int64_t before)
{
    const InspectionScope scope(*m_parts.network, torchDevice());
    return translateSources(scored(), sources, jobOf(decoding, best, m_parts.pipelines.target),
                            before, monitor);
}

TranslationScores LiveTranslator::evaluate(std::span<const std::string> sources,
                                           std::span<const std::string> references,
                                           const DecodingSpec& decoding,
                                           std::vector<ScoredTranslation>* translations,
                                           const Monitor& monitor,
                                           std::span<const std::vector<std::string>> further)
{
    const SentencePairs pairs = pairsOf(sources, references);
    const ReadSide sourceSide(*m_parts.pipelines.source, sources, monitor);
    const ReadSide targetSide(*m_parts.pipelines.target, references, monitor);
    const std::vector<IdRow> sourceRows = rowsOf(sourceSide.ids);
    const InspectionScope scope(*m_parts.network, torchDevice());
    if (sidesAreExchanged(scored(), pairs, monitor))
        throw Error(ErrorCode::BadData,
                    {"The sides are swapped: the sources are in the language of the target, "
                     "and the references in that of the source.",
                     {}},
                    {"Swap the two files, or the columns of source and target.", {}});
    TranslationScores scores;
    const ReferenceScores references_ = scoreReferences(
        scored(), sourceRows, rowsOf(targetSide.ids), {"Scoring references", {}}, monitor);
    scores.loss = references_.loss.mean();
    scores.perplexity = references_.loss.perplexity();
    scores.uniformPerplexity = static_cast<double>(targetWords());
    scores.unknownShare = references_.loss.unknownShare();
    scores.knownPerplexity = references_.loss.knownPerplexity();
    scores.unknownSourceShare = sourceSide.unknownShare();
    scores.cutSources = sourceSide.cut;
    scores.cutReferences = targetSide.cut;
    scores.accuracy = references_.accuracy();
    const auto begin = Clock::now();
    const TranslationJob job = jobOf(decoding, 1, m_parts.pipelines.target);
    refuseImpossible(scored(), job, sourceRows);
    const auto found = translateTexts(scored(), sourceRows, job, monitor);
    scores.seconds = secondsSince(begin);
    scoreHypotheses(pairs, found, m_parts.pipelines, scores, translations, further);
    scores.alignmentErrorRate = alignmentErrorRate(scored(), m_parts.sample, pairs, monitor);
    return scores;
}

std::vector<SearchGain> LiveTranslator::gainsOverGreedy(std::span<const std::string> sources,
                                                        std::span<const std::string> references,
                                                        const DecodingSpec& decoding,
                                                        const Monitor& monitor)
{
    const SentencePairs pairs = pairsOf(sources, references);
    DecodingSpec greedy = decoding;
    greedy.search = kGreedy;
    const auto plain = translate(sources, greedy, 1, monitor, 0);
    const auto searched = translate(sources, decoding, 1, monitor, 0);
    std::vector<SearchGain> gains;
    for (size_t i = 0; i < plain.size(); ++i)
        if (!plain[i].best.empty() && !searched[i].best.empty()
            && searched[i].best[0].logProbability > plain[i].best[0].logProbability
            && searched[i].best[0].tokens != plain[i].best[0].tokens)
            gains.push_back(gainOf(pairs, i, plain[i].best[0], searched[i].best[0]));
    std::stable_sort(gains.begin(), gains.end(), [](const SearchGain& a, const SearchGain& b) {
        return a.searchedLogProbability - a.greedyLogProbability
            > b.searchedLogProbability - b.greedyLogProbability;
    });
    return gains;
}

std::vector<PositionTable> LiveTranslator::positions(int64_t length)
{
    const InspectionScope scope(*m_parts.network, torchDevice());
    constexpr int64_t kUsualLength = 128;
    const int64_t bound = m_parts.network->longestTarget();
    const int64_t rows = length > 0 ? length : bound > 0 ? bound : kUsualLength;
    return positionTables(m_parts.network->positions(bound > 0 ? std::min(rows, bound) : rows));
}

Example LiveTranslator::example(const CorpusPart& rows, size_t row) const
{
    return {.text = std::string(rows.texts()[row]),
            .reference = std::string(rows.texts(1)[row]),
            .division = Division::OfData};
}

std::unique_ptr<CellReading> LiveTranslator::readCells(const Example& example) const
{
    return readPair(scored(), m_parts.decoding, example);
}

std::unique_ptr<CellBatch> LiveTranslator::readBatch(std::span<const Example> examples) const
{
    return readPairs(scored(), m_parts.decoding, examples);
}

LiveCells::Text LiveTranslator::readText(const Example& example) const
{
    const SeenText seen = seenText(example.text, *m_parts.pipelines.source);
    const std::vector<int32_t> ids(seen.ids.begin(), seen.ids.end());
    const IdRow row(ids);
    Text result{{}, paddedIds({&row, 1})};
    for (size_t i = 0; i < ids.size(); ++i) {
        result.tokens.push_back(m_parts.pipelines.source->token(ids[i]));
        if (ids[i] == kUnknownId)
            result.unknown[i] = seen.tokens[i];
    }
    return result;
}

/// The part of an inspection that concerns the source only.
TranslationInspection LiveTranslator::read(const std::string& source) const
{
    SeenText seen = seenText(source, *m_parts.pipelines.source);
    TranslationInspection result;
    result.source = source;
    result.cleanedSource = std::move(seen.cleaned);
    result.sourceTokens = std::move(seen.tokens);
    result.sourceIds = std::move(seen.ids);
    result.cutTokens = seen.cutTokens;
    result.unknownTokens = std::count(result.sourceIds.begin(), result.sourceIds.end(), kUnknownId);
    std::tie(result.step, result.epoch) = stepAndEpoch();
    return result;
}

std::vector<int32_t> LiveTranslator::writeGreedily(TranslationInspection& result)
{
    DecodingSpec settings = m_parts.decoding;
    settings.search = kGreedy;
    const std::vector<int32_t> ids(result.sourceIds.begin(), result.sourceIds.end());
    const IdRow row(ids);
    const auto found
        = translateAll(*m_parts.network, {&row, 1}, targetWords(),
                       jobOf(settings, 1, m_parts.pipelines.target), torchDevice(), Monitor());
    const Hypothesis& best = found.front().best.front();
    result.ended = best.ended;
    result.target = m_parts.pipelines.target->text(best.tokens);
    for (const int32_t id : best.tokens)
        result.targetTokens.push_back({.text = m_parts.pipelines.target->token(id), .id = id});
    return best.tokens;
}

std::vector<int32_t> LiveTranslator::readTarget(const std::string& target,
                                                TranslationInspection& result) const
{
    const TextPipeline& pipeline = *m_parts.pipelines.target;
    result.target = target;
    result.forced = true;
    const std::vector<std::string> tokens = pipeline.tokens(target);
    const std::vector<int32_t> ids = pipeline.ids(target);
    for (size_t i = 0; i < ids.size(); ++i)
        result.targetTokens.push_back(
            {.text = i < tokens.size() ? tokens[i] : pipeline.token(ids[i]), .id = ids[i]});
    return ids;
}

/// Runs the pair through the network and copies out what can be seen.
void LiveTranslator::open(const std::vector<int32_t>& target, TranslationInspection& result)
{
    const std::vector<int32_t> source(result.sourceIds.begin(), result.sourceIds.end());
    const IdRow sourceRow(source), targetRow(target);
    const OpenedTranslator opened
        = m_parts.network->open(translationBatch({&sourceRow, 1}, {&targetRow, 1}, torchDevice()));
    result.targetTokens.push_back({.text = m_parts.pipelines.target->token(kEndId), .id = kEndId});
    std::vector<int64_t> ids;
    for (const TargetToken& token : result.targetTokens)
        ids.push_back(token.id);
    const auto likeliest = scoreTokens(opened.logits, ids, result.targetTokens);
    double sum = 0.0;
    for (size_t i = 0; i < ids.size(); ++i) {
        result.targetTokens[i].likeliest = m_parts.pipelines.target->token(likeliest[i]);
        sum -= result.targetTokens[i].logProbability;
    }
    result.meanLoss = sum / static_cast<double>(ids.size());
    for (const OpenedAttention& each : opened.attention)
        addMaps(result.attention, each.group, each.layer, each.weights, each.scores, each.formula);
    // Where both sides share one vocabulary they may share their table.
    TokenVectors vectors = tokenVectors(*m_parts.network, result.sourceIds);
    result.sourceEmbeddings = std::move(vectors.rows);
    result.sourceVocabularySize = vectors.tableRows;
}

void LiveTranslator::addGold(TranslationInspection& result) const
{
    result.alignmentErrorRate = std::numeric_limits<double>::quiet_NaN();
    const auto gold = goldLinks(m_parts.sample, m_parts.pipelines, result.source, result.target);
    if (!gold)
        return;
    result.gold = *gold;
    const AlignmentMap mean = lastCrossMean(result.attention);
    if (mean.weights.empty())
        return;
    AlignmentErrors errors;
    errors.add(alignmentOf(mean.weights, mean.rows - 1, mean.columns), result.gold);
    result.alignmentErrorRate = errors.rate();
}

std::vector<int32_t> LiveTranslator::prefixIds(const std::string& prefix) const
{
    const TextPipeline& pipeline = *m_parts.pipelines.target;
    const std::vector<std::string> tokens = pipeline.tokens(prefix);
    if (tokens.empty())
        return {};
    // Not cut: the search reports a prefix that is too long.
    const std::vector<int32_t> ids = pipeline.allIds(std::span(&prefix, 1), Monitor()).front();
    for (size_t i = 0; i < ids.size(); ++i)
        if (ids[i] == kUnknownId)
            throw Error(ErrorCode::BadData,
                        {"The prefix has \"%1\", which is not in the target vocabulary.",
                         {shown(i < tokens.size() ? tokens[i] : prefix)}},
                        {"Use a word that occurs in the training translations.", {}});
    return ids;
}

void LiveTranslator::checkPrefix(const std::vector<int32_t>& prefix) const
{
    for (const int32_t id : prefix)
        if (id < kSpecialTokens || id >= targetWords())
            throw Error(ErrorCode::BadSetting,
                        {"The forced prefix has the id %1, which is not a target token.",
                         {std::to_string(id)}},
                        {"Use tokens of this run's vocabulary.", {}});
}

void LiveTranslator::nameTokens(Decoding& decoding) const
{
    const TextPipeline& pipeline = *m_parts.pipelines.target;
    for (int64_t id = 0; id < pipeline.vocabularySize(); ++id)
        decoding.vocabulary.push_back(pipeline.token(id));
    for (TraceNode& node : decoding.trace.nodes)
        node.text = decoding.vocabulary[static_cast<size_t>(node.token)];
}

SearchGain LiveTranslator::gainOf(const SentencePairs& pairs, size_t index,
                                  const Translation& greedy, const Translation& searched) const
{
    BleuOptions options;
    options.lowercase = lowerCases(m_parts.pipelines.target->spec());
    SearchGain gain;
    gain.source = pairs.source[index];
    gain.reference = pairs.target[index];
    gain.greedy = greedy.text;
    gain.searched = searched.text;
    gain.greedyLogProbability = greedy.logProbability;
    gain.searchedLogProbability = searched.logProbability;
    gain.greedyBleu = sentenceBleu(greedy.text, gain.reference, options).score;
    gain.searchedBleu = sentenceBleu(searched.text, gain.reference, options).score;
    const auto [a, b] = std::mismatch(greedy.tokens.begin(), greedy.tokens.end(),
                                      searched.tokens.begin(), searched.tokens.end());
    gain.firstDifference = static_cast<int32_t>(a - greedy.tokens.begin());
    return gain;
}

} // namespace core
