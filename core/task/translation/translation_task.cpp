#include "core/base/read_json.h"
#include "core/data/corpus.h"
#include "core/experiment/spec_schema.h"
#include "core/model/translation_batch.h"
#include "core/nn/layers/cross_entropy.h"
#include "core/nn/tensors.h"
#include "core/task/batches_ahead.h"
#include "core/task/data_fingerprint.h"
#include "core/task/encoded_texts.h"
#include "core/task/entries.h"
#include "core/task/kept_texts.h"
#include "core/task/label_loss.h"
#include "core/task/text_task.h"
#include "core/task/teacher_forcing/teacher_forcing.h"
#include "core/task/translation/translation_options.h"
#include "core/task/translation/translation_scoring.h"
#include "core/task/translation/translator_parts.h"
#include "core/text/pair_pipelines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

namespace core {

namespace {

/// Pairs as ids, with their lengths.
struct EncodedPairs {
    EncodedTexts source, target;
    std::vector<int32_t> predicted; ///< Target tokens of each pair, end mark included.

    int64_t count() const { return source.count(); }
};

TranslatorContext translatorContext(const TextSpec& source, const TextSpec& target,
                                    const EmbeddingSpec& embedding, const NetworkSizes& sizes)
{
    constexpr int64_t kMarks = 2; // Begin and end.
    TranslatorContext context;
    context.sourceVocabulary = sizes.vocabularySize;
    context.targetVocabulary = sizes.targetVocabularySize;
    context.joint = target.joint;
    context.longestSource = source.maximumLength;
    context.longestTarget = target.maximumLength + kMarks;
    context.embedding = embedding;
    return context;
}

ModelSummary summarise(const ExperimentSpec& spec, const NetworkSizes& sizes)
{
    return summariseTranslator(spec.model, spec.training,
                               translatorContext(spec.text, translationOptions(spec).targetText,
                                                 spec.model.embedding, sizes));
}

/// A sentence, its translation.
class TranslationTask : public Task {
public:
    explicit TranslationTask(const ExperimentSpec& spec)
        : m_spec(spec)
        , m_options(translationOptions(spec))
        , m_forcing(teacherForcingRegistry().make(m_options.teacherForcing))
    {
    }

    void restore(const FilePlace& run) override { m_pipelines = PairPipelines::load(run); }

    PreparedData prepare(const FilePlace& run, Preparation preparation,
                         const Monitor& monitor) override
    {
        Corpus data = loadCorpus(m_spec.data, columnsOfTask(m_spec.task.kind), monitor);
        if (preparation == Preparation::Reuse) {
            restore(run);
        } else {
            m_pipelines = learntOnce<PairPipelines>(
                data.train.key,
                m_spec.task.options.dump() + textSchema().toJson(m_spec.text).dump(), [&] {
                    return PairPipelines::learn(m_spec.text, m_options.targetText,
                                                data.train.texts(0), data.train.texts(1), monitor);
                });
            m_pipelines.save(run);
        }
        m_train = encodedPairs(data.train, monitor);
        data.train = {};
        m_valid = encodedPairs(data.valid, monitor);
        m_test = encodedPairs(data.test, monitor);
        m_notes = std::move(data.notes);
        noteCutPairs();
        // Hypotheses are compared with references as they are written.
        m_validTexts = std::move(data.valid);
        m_testTexts = std::move(data.test);
        return described();
    }

    void change(const ExperimentSpec& spec) override
    {
        m_spec = spec;
        m_options = translationOptions(spec);
    }

    void expect(std::shared_ptr<const BatchPlan> plan, int64_t first) override
    {
        m_batches.expect(std::move(plan), first);
    }

    BatchLoss loss(std::span<const int32_t> items, const TrainingMoment& moment) override
    {
        const auto [pairs, labels] = labelledPairs(m_batches.take(items), device());
        const torch::Tensor logits = network().forward(
            pairs, network().is_training() ? forced(moment) : 1.0); // [tokens, vocabulary]
        LabelFit fit = labelFit(logits, labels, m_spec.training.labelSmoothing, Logits::GivenUp);
        std::vector<int64_t> offsets{0};
        for (const int32_t item : items)
            offsets.push_back(offsets.back() + m_train.predicted[static_cast<size_t>(item)]);
        return {fit.crossEntropy, {{"accuracy", fit.correct}}, {fit.ofRows, std::move(offsets)}};
    }

    SplitScores evaluate(Split split, const Monitor& monitor) override
    {
        const torch::NoGradGuard noGradient;
        network().eval();
        const EncodedPairs& all = pairs(split);
        const std::vector<int32_t> items = ownItems(static_cast<size_t>(all.count()));
        const Message stage
            = split == Split::Valid ? Message{"Validating", {}} : Message{"Testing", {}};
        const ScoredNetwork scored{network(), m_pipelines, device()};
        ReferenceScores references = scoreReferences(scored, all.source.rows(items),
                                                     all.target.rows(items), stage, monitor);
        joinLoss(references.loss, share());
        share().totalEach(references.correct);
        SplitScores scores{references.loss.mean(), {{"accuracy", references.accuracy()}}};
        for (Score& score : references.loss.unknownScores())
            scores.scores.push_back(std::move(score));
        addTranslationScores(scored, split, monitor, scores);
        network().train();
        return scores;
    }

    std::any parts() const override { return translatorParts(); }

    ExportedTask exported(const ExportOrigin& origin) const override
    {
        ExportedTask result;
        result.metadata = {{"source_language", m_spec.data.sourceLanguage},
                           {"target_language", m_spec.data.targetLanguage}};
        result.tokens = vocabularyOf(*m_pipelines.source);
        const TranslatorParts translator = translatorParts();
        result.module = translatorModule(translator, origin);
        result.readme = translatorReadme(m_spec, translator, origin);
        result.graphs = networkAs<Translator>()->graphs();
        result.graphSource = networkAs<Translator>()->greedySource();
        result.graphNotes = {
            "A source has no marks at its ends. A target begins with the id "
                + std::to_string(kBeginId) + " and ends with " + std::to_string(kEndId)
                + "; `forward` predicts all of its tokens but the first, so it has two at least.",
            "A softmax over the last axis of `scores` gives the probabilities of the next token. "
            "The ids 0 to 2 are never written.",
            lengthNote(m_pipelines.source->spec().maximumLength)};
        result.saveFiles = [pipelines = m_pipelines](const std::filesystem::path& folder) {
            pipelines.save(folder);
        };
        return result;
    }

protected:
    std::shared_ptr<torch::nn::Module> newNetwork(Weights, const Monitor&,
                                                  std::vector<Message>&) override
    {
        auto network = makeTranslator(m_spec.model,
                                      translatorContext(m_pipelines.source->spec(),
                                                        m_pipelines.target->spec(),
                                                        m_spec.model.embedding, sizes()));
        checkTestSearch(*network);
        return network;
    }

private:
    Translator& network() const { return *networkAs<Translator>(); }

    TranslatorParts translatorParts() const
    {
        TranslatorParts parts;
        parts.network = networkAs<Translator>();
        parts.pipelines = m_pipelines;
        parts.decoding = m_options.decoding;
        parts.sample = m_spec.data.sample;
        parts.device = device().str();
        parts.summarise = [spec = m_spec, sizes = sizes()] { return summarise(spec, sizes); };
        return parts;
    }

    PreparedData described() const
    {
        PreparedData data;
        data.items.lengths = m_train.predicted;
        data.items.sourceLengths = m_train.source.lengths;
        data.items.unit = TrainingItems::Unit::Token;
        for (const Split split : {Split::Train, Split::Valid, Split::Test}) {
            data.texts[static_cast<size_t>(split)] = pairs(split).count();
            data.fingerprints[static_cast<size_t>(split)] = fingerprint(split);
        }
        data.vocabularySize = m_pipelines.source->vocabularySize();
        const int64_t target = m_pipelines.target->vocabularySize();
        data.facts = {
            {"target_vocabulary_size", target, {"target vocabulary %1", {std::to_string(target)}}}};
        data.trainUnknownShare = m_train.source.unknownShare();
        data.validUnknownShare = m_valid.source.unknownShare();
        data.notes = m_notes;
        data.teacherForcing = [this](const TrainingMoment& moment) { return forced(moment); };
        return data;
    }

    /// Probability with which the decoder is fed the reference token.
    double forced(const TrainingMoment& moment) const
    {
        return m_forcing->probabilityAt(moment.step, moment.plannedUpdates);
    }

    std::string fingerprint(Split split) const
    {
        DataFingerprint fingerprint;
        for (const EncodedTexts* side : {&pairs(split).source, &pairs(split).target}) {
            fingerprint.add(side->lengths);
            fingerprint.add(side->ids);
        }
        if (split != Split::Train) // What hypotheses are compared with.
            for (const std::string_view text : written(split).texts(1)) {
                fingerprint.add(text);
                fingerprint.add(std::string_view("\n"));
            }
        return fingerprint.text();
    }

    const EncodedPairs& pairs(Split split) const
    {
        return split == Split::Train ? m_train : split == Split::Valid ? m_valid : m_test;
    }

    /// Pairs of validation or test as they are written.
    const CorpusPart& written(Split split) const
    {
        return split == Split::Test ? m_testTexts : m_validTexts;
    }

    /// Both sides have the same rows.
    static std::string keyOf(const CorpusPart& texts, int column)
    {
        return texts.key.empty() ? std::string() : texts.key + ' ' + std::to_string(column);
    }

    EncodedPairs encodedPairs(const CorpusPart& texts, const Monitor& monitor) const
    {
        EncodedPairs pairs{encoded(texts.texts(0), *m_pipelines.source, monitor, keyOf(texts, 0)),
                           encoded(texts.texts(1), *m_pipelines.target, monitor, keyOf(texts, 1)),
                           {}};
        for (const int32_t length : pairs.target.lengths)
            pairs.predicted.push_back(length + 1);
        return pairs;
    }

    /// Says when sentences are longer than the network is shown: it cannot translate what it does
    /// not see.
    void noteCutPairs()
    {
        const auto atLimit = [](const EncodedTexts& side, const TextPipeline& pipeline) {
            return std::count(side.lengths.begin(), side.lengths.end(),
                              static_cast<int32_t>(pipeline.spec().maximumLength));
        };
        const int64_t cut = atLimit(m_train.source, *m_pipelines.source)
            + atLimit(m_train.target, *m_pipelines.target);
        if (cut * 50 > m_train.count())
            m_notes.push_back({"Training sentences as long as the maximum length or cut there: %1 "
                               "of %2. Raise text.maximum_length and "
                               "task.target_text.maximum_length.",
                               {std::to_string(cut), std::to_string(2 * m_train.count())}});
    }

    /// Whether the search fits the test sentences, before hours are spent on training for them.
    void checkTestSearch(const Translator& network) const
    {
        if (m_test.count() == 0) // Also of a run that is only looked into.
            return;
        const auto [shortest, longest]
            = std::minmax_element(m_test.source.lengths.begin(), m_test.source.lengths.end());
        for (const int32_t length : {*shortest, *longest})
            checkJob(network, jobOf(m_options.decoding, 1, m_pipelines.target),
                     m_pipelines.target->vocabularySize(), length);
    }

    /// BLEU and the like: after each epoch of a part by greedy search, of the test set by the
    /// search that the spec names.
    void addTranslationScores(const ScoredNetwork& scored, Split split, const Monitor& monitor,
                              SplitScores& scores) const
    {
        const bool isTest = split == Split::Test;
        const CorpusPart& texts = written(split);
        const size_t count = isTest
            ? texts.size()
            : std::min(texts.size(), static_cast<size_t>(m_options.decoding.validationSentences));
        if (count == 0)
            return;
        TranslationJob job = jobOf(m_options.decoding, 1, m_pipelines.target);
        if (!isTest)
            job.search = {"greedy", Json::object()};
        const auto found = joined(
            translateTexts(scored, pairs(split).source.rows(ownItems(count)), job, monitor), count);
        const SentencePairs part{texts.texts(0).strings(count), texts.texts(1).strings(count)};
        TranslationScores all;
        scoreHypotheses(part, found, m_pipelines, all, nullptr);
        scores.scores.insert(
            scores.scores.end(),
            {{"bleu", all.bleu.score}, {"chrf", all.chrf.score}, {"exact_match", all.exactMatch}});
        const double errors = alignmentErrorRate(scored, m_spec.data.sample, part, monitor);
        if (!std::isnan(errors))
            scores.scores.push_back({"alignment_error_rate", errors});
    }

    /// Those of the first `count` pairs that this process evaluates.
    std::vector<int32_t> ownItems(size_t count) const
    {
        std::vector<int32_t> items;
        for (int32_t item = 0; item < static_cast<int32_t>(count); ++item)
            if (share().has(item))
                items.push_back(item);
        return items;
    }
    /// The best translations of all processes. @param own  of ownItems().
    std::vector<std::vector<Translation>> joined(std::vector<std::vector<Translation>> own,
                                                 size_t count) const
    {
        if (share().size() == 1)
            return own;
        Json texts = Json::array();
        for (const std::vector<Translation>& each : own)
            texts.push_back(each.empty() ? std::string() : each.front().text);
        std::vector<Json> all;
        for (const std::string& each : share().gathered(texts.dump()))
            all.push_back(readJson(each).value.value_or(Json()));
        std::vector<std::vector<Translation>> joined(count);
        for (size_t i = 0; i < count; ++i)
            joined[i].emplace_back().text = all[i % all.size()].at(i / all.size());
        return joined;
    }

    NetworkSizes sizes() const
    {
        return {m_pipelines.source->vocabularySize(), m_pipelines.target->vocabularySize(), 0};
    }

    ExperimentSpec m_spec;
    TranslationOptions m_options; ///< The spec's options.
    std::unique_ptr<TeacherForcing> m_forcing;
    PairPipelines m_pipelines;
    EncodedPairs m_train, m_valid, m_test;
    CorpusPart m_validTexts, m_testTexts;
    std::vector<Message> m_notes; ///< On the data.
    /// Last: its thread reads the training pairs.
    BatchesAhead<PlainPairs> m_batches{[this](std::span<const int32_t> items) {
        return plainPairs(m_train.source.rows(items), m_train.target.rows(items));
    }};
};

void checkTranslation(const ExperimentSpec& spec, std::vector<Problem>& problems)
{
    const TranslationOptions options = translationOptions(spec);
    const std::string& monitor = spec.training.monitor;
    const std::string score = monitoredScore(monitor);
    if (score != "loss" && !scoreDescription(score).eachUpdate
        && options.decoding.validationSentences == 0)
        problems.push_back({"training.monitor",
                            {"training.monitor is \"%1\", but nothing is translated after an "
                             "epoch; set task.decoding.validation_sentences above 0, or take "
                             "valid_loss.",
                             {monitor}}});
    if (!options.targetText.joint
        && spec.model.network.options.value("tied_embeddings", Json()) == "all")
        problems.push_back({"model.network.tied_embeddings",
                            {"model.network.tied_embeddings is \"all\", which needs one vocabulary "
                             "for both languages; set task.target_text.joint, or take "
                             "\"output\".",
                             {}}});
    if (!spec.data.trainTarget.empty() && spec.data.trainTarget.size() != spec.data.train.size())
        problems.push_back({"data.train_target",
                            {"data.train_target names %1 files and data.train %2; each source file "
                             "needs its target file.",
                             {std::to_string(spec.data.trainTarget.size()),
                              std::to_string(spec.data.train.size())}}});
}

} // namespace

TaskEntry translationTask()
{
    return {.description
            = {.kind = {.id = kTranslationTask,
                        .title = "Translation",
                        .summary = "Translates each sentence, token by token: into another "
                                   "language, a date in ISO form, a list in order.",
                        .formula = {"p(y | x) = Π_t p(y_t | y_{<t}, x)",
                                    R"tex(p(y \mid x) = \prod_{t=1}^{T} p(y_t \mid y_{<t}, x))tex"},
                        .options = translationSchema().options()},
               .columns = {ColumnKind::Text, ColumnKind::Text},
               .loss = crossEntropyLoss(),
               .scores = {"accuracy", "unknown_share", "known_perplexity", "bleu", "chrf",
                          "exact_match", "alignment_error_rate"},
               .files = {},
               .check = checkTranslation,
               .networks = NetworkFamily::Translator,
               .families = {{"teacher_forcing", teacherForcingKinds()}},
               .changeable = {"decoding.search"}}, // Only the test at the end uses it.
            .make
            = [](const ExperimentSpec& spec) { return std::make_unique<TranslationTask>(spec); },
            .summarise = summarise};
}

} // namespace core
