#include "core/task/translation/translation_scoring.h"

#include "core/model/translation_batch.h"
#include "core/nn/tensors.h"
#include "core/task/batches_ahead.h"
#include "core/task/label_loss.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

constexpr BatchLimits kBatchLimits{64, 4096};

std::vector<int32_t> lengthsOf(std::span<const IdRow> rows)
{
    std::vector<int32_t> lengths;
    for (const IdRow& row : rows)
        lengths.push_back(static_cast<int32_t>(row.size()) + 1);
    return lengths;
}

std::vector<IdRow> chosenRows(std::span<const IdRow> rows, std::span<const int32_t> items)
{
    std::vector<IdRow> chosen;
    for (const int32_t item : items)
        chosen.push_back(rows[static_cast<size_t>(item)]);
    return chosen;
}

double ratio(double sum, int64_t count)
{
    return count == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(count);
}

/// Code points of `text`; words between blanks.
size_t characterCount(const std::string& text)
{
    return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    }));
}

size_t wordCount(const std::string& text)
{
    size_t count = 0;
    bool inside = false;
    for (const char c : text) {
        const bool blank = c == ' ';
        count += !blank && !inside ? 1 : 0;
        inside = !blank;
    }
    return count;
}

/// The last layer's attention on the source, mean over its heads: [batch, rows, columns].
torch::Tensor lastCrossAttention(const OpenedTranslator& opened)
{
    for (auto each = opened.attention.rbegin(); each != opened.attention.rend(); ++each)
        if (each->group == "cross")
            return each->weights.mean(1).to(torch::kCPU, torch::kFloat32).contiguous();
    return {};
}

} // namespace

double ReferenceScores::accuracy() const
{
    return ratio(static_cast<double>(correct), loss.tokens);
}

ReferenceScores scoreReferences(const ScoredNetwork& scored, std::span<const IdRow> sources,
                                std::span<const IdRow> targets, const Message& stage,
                                const Monitor& monitor)
{
    const std::vector<int32_t> targetLengths = lengthsOf(targets),
                               sourceLengths = lengthsOf(sources);
    BatchesAhead<PlainPairs> batches([&](std::span<const int32_t> items) {
        return plainPairs(chosenRows(sources, items), chosenRows(targets, items));
    });
    const auto plan = std::make_shared<const BatchPlan>(
        planSorted({targetLengths, sourceLengths}, kBatchLimits));
    batches.expect(plan, 0);
    ReferenceScores scores;
    for (int64_t i = 0; i < plan->batchCount(); ++i) {
        const auto [batch, labels] = labelledPairs(batches.take(plan->batch(i)), scored.device);
        const torch::Tensor logits = scored.network.forward(batch, 1.0); // [tokens, vocabulary]
        const LabelFit fit = labelFit(logits, labels, 0.0);
        addTo(scores.loss, fit, labels);
        scores.correct += fit.correct.item<int64_t>();
        monitor.report(
            {stage, static_cast<double>(i + 1) / static_cast<double>(plan->batchCount())});
        monitor.throwIfStopped();
    }
    return scores;
}

TranslationJob jobOf(const DecodingSpec& decoding, int64_t best,
                     std::shared_ptr<const TextPipeline> target)
{
    TranslationJob job;
    job.search = decoding.search;
    job.lengthFactor = decoding.lengthFactor;
    job.lengthMargin = decoding.lengthMargin;
    job.best = best;
    job.textOf = [target = std::move(target)](std::span<const int32_t> tokens) {
        return target->text(tokens);
    };
    return job;
}

std::vector<std::vector<Translation>> translateTexts(const ScoredNetwork& scored,
                                                     std::span<const IdRow> sources,
                                                     const TranslationJob& job,
                                                     const Monitor& monitor)
{
    const TextPipeline& target = *scored.pipelines.target;
    const auto found = translateAll(scored.network, sources, target.vocabularySize(), job,
                                    scored.device, monitor);
    std::vector<std::vector<Translation>> all;
    for (const FoundTranslations& each : found)
        all.push_back(asTexts(each.best, target));
    return all;
}

std::vector<Translation> asTexts(const std::vector<Hypothesis>& hypotheses,
                                 const TextPipeline& target)
{
    std::vector<Translation> all;
    for (const Hypothesis& hypothesis : hypotheses) {
        Translation translation;
        translation.text = hypothesis.result(target.text(hypothesis.tokens));
        for (const int32_t id : hypothesis.tokens)
            translation.tokens.push_back(target.token(id));
        translation.logProbability = hypothesis.logProbability;
        translation.score = hypothesis.score;
        translation.ended = hypothesis.ended;
        all.push_back(std::move(translation));
    }
    return all;
}

bool lowerCases(const TextSpec& target)
{
    return std::any_of(target.cleaning.begin(), target.cleaning.end(),
                       [](const Selection& step) { return step.kind == "lower_case"; })
        || target.tokeniser.kind == "basic_english";
}

void scoreHypotheses(const SentencePairs& pairs,
                     const std::vector<std::vector<Translation>>& translations,
                     const PairPipelines& pipelines, TranslationScores& scores,
                     std::vector<ScoredTranslation>* scored,
                     std::span<const std::vector<std::string>> further)
{
    BleuOptions options;
    options.lowercase = lowerCases(pipelines.target->spec());
    std::vector<std::string> hypotheses;
    std::vector<std::vector<std::string>> references;
    int64_t exact = 0;
    for (size_t i = 0; i < translations.size(); ++i) {
        const Translation best = translations[i].empty() ? Translation() : translations[i].front();
        std::vector<std::string>& own = references.emplace_back(1, pairs.target[i]);
        if (i < further.size())
            own.insert(own.end(), further[i].begin(), further[i].end());
        // What the network can write at all: cleaning may have taken case or marks away.
        const bool same = std::any_of(own.begin(), own.end(), [&](const std::string& reference) {
            return best.text == reference || best.text == pipelines.target->clean(reference);
        });
        exact += same ? 1 : 0;
        if (scored != nullptr)
            scored->push_back(
                {.source = pairs.source[i],
                 .reference = pairs.target[i],
                 .hypothesis = best.text,
                 .bleu = sentenceBleu(best.text, own, options).score,
                 .chrf = sentenceChrf(best.text, own, options.lowercase),
                 .logProbability = best.logProbability,
                 .score = best.score,
                 .tokens = static_cast<int64_t>(best.tokens.size()) + (best.ended ? 1 : 0),
                 .exact = same});
        hypotheses.push_back(best.text);
    }
    scores.count = static_cast<int64_t>(hypotheses.size());
    scores.bleu = corpusBleu(hypotheses, references, options);
    scores.chrf = corpusChrf(hypotheses, references, options.lowercase);
    scores.exactMatch = ratio(static_cast<double>(exact), scores.count);
}

std::optional<std::vector<AlignmentLink>> goldLinks(const Selection& sample,
                                                    const PairPipelines& pipelines,
                                                    const std::string& source,
                                                    const std::string& target)
{
    auto links = goldAlignment(sample, source, target);
    if (!links)
        return std::nullopt;
    // Links between characters reach beyond the words that there are.
    const bool byCharacter
        = std::any_of(links->begin(), links->end(), [&](const AlignmentLink& link) {
              return static_cast<size_t>(link.source) >= wordCount(source)
                  || static_cast<size_t>(link.target) >= wordCount(target);
          });
    const auto fits = [byCharacter](const TextPipeline& pipeline, const std::string& text) {
        const size_t tokens = pipeline.tokens(text).size();
        return static_cast<int64_t>(tokens) <= pipeline.spec().maximumLength
            && tokens == (byCharacter ? characterCount(text) : wordCount(text));
    };
    return fits(*pipelines.source, source) && fits(*pipelines.target, target) ? links
                                                                              : std::nullopt;
}

double alignmentErrorRate(const ScoredNetwork& scored, const Selection& sample,
                          const SentencePairs& pairs, const Monitor& monitor)
{
    AlignmentErrors errors;
    for (size_t i = 0; i < pairs.size(); ++i) {
        monitor.throwIfStopped();
        const auto gold = goldLinks(sample, scored.pipelines, pairs.source[i], pairs.target[i]);
        if (!gold)
            continue;
        const std::vector<int32_t> source = scored.pipelines.source->ids(pairs.source[i]);
        const std::vector<int32_t> target = scored.pipelines.target->ids(pairs.target[i]);
        const IdRow sourceRow(source), targetRow(target);
        const torch::Tensor weights = lastCrossAttention(scored.network.open(translationBatch(
            {&sourceRow, 1}, {&targetRow, 1}, scored.device))); // [1, rows, columns]
        if (!weights.defined())
            break;
        // The end mark's row is left out: nothing is aligned to it.
        errors.add(alignmentOf({weights.data_ptr<float>(),
                                target.size() * static_cast<size_t>(weights.size(2))},
                               static_cast<int64_t>(target.size()), weights.size(2)),
                   *gold);
    }
    return errors.rate();
}

} // namespace core
