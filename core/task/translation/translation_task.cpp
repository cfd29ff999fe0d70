#include "core/data/corpus.h"
#include "core/model/translation_batch.h"
#include "core/nn/layers/cross_entropy.h"
#include "core/nn/tensors.h"
#include "core/task/batches_ahead.h"
#include "core/task/data_fingerprint.h"
#include "core/task/encoded_texts.h"
#include "core/task/entries.h"
#include "core/task/network_scope.h"
#include "core/task/translation/teacher_forcing.h"
#include "core/task/translation/translation_options.h"
#include "core/task/translation/translation_python.h"
#include "core/task/translation/translation_scoring.h"
#include "core/task/translation/translator_view.h"
#include "core/text/pair_pipelines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

namespace core {

namespace {

/// Pairs as ids, and what is asked of their lengths.
struct EncodedPairs {
    EncodedTexts source, target;
    std::vector<int32_t> predicted; ///< Target tokens of each pair, end mark included.

    int64_t count() const { return source.count(); }
};

TranslatorContext contextOf(const TextSpec& source, const TextSpec& target,
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
    return summariseTranslator(
        spec.model, spec.training,
        contextOf(spec.text, translationOptions(spec).targetText, spec.model.embedding, sizes));
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

    void prepare(const FilePlace& run, Preparation preparation, const Monitor& monitor) override
    {
        Corpus data = loadCorpus(m_spec.data, columnsOfTask(m_spec.task.kind), monitor);
        if (preparation == Preparation::Reuse) {
            restore(run);
        } else {
            m_pipelines = PairPipelines::learn(m_spec.text, m_options.targetText,
                                               data.train.texts(0), data.train.texts(1), monitor);
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
    }

    void describe(StartReport& report) const override
    {
        report.trainTexts = m_train.count();
        report.validTexts = m_valid.count();
        report.testTexts = m_test.count();
        report.vocabularySize = m_pipelines.source->vocabularySize();
        const int64_t target = m_pipelines.target->vocabularySize();
        report.facts = {
            {"target_vocabulary_size", target, {"target vocabulary %1", {std::to_string(target)}}}};
        report.trainUnknownShare = m_train.source.unknownShare();
        report.validUnknownShare = m_valid.source.unknownShare();
        report.notes.insert(report.notes.end(), m_notes.begin(), m_notes.end());
    }

    std::string fingerprint(Split split) const override
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

    std::span<const int32_t> lengths(Split split) const override { return pairs(split).predicted; }
    std::span<const int32_t> secondLengths(Split split) const override
    {
        return pairs(split).source.lengths;
    }

    int64_t units(std::span<const int32_t> items) const override
    {
        return std::accumulate(items.begin(), items.end(), int64_t{0}, [&](int64_t sum, int32_t i) {
            return sum + m_train.predicted[static_cast<size_t>(i)];
        });
    }

    torch::nn::Module& makeNetwork(torch::Device device, Weights, const Monitor&,
                                   std::vector<Message>&) override
    {
        m_device = device;
        m_network = makeTranslator(m_spec.model,
                                   contextOf(m_pipelines.source->spec(), m_pipelines.target->spec(),
                                             m_spec.model.embedding, sizes()));
        checkTestSearch();
        m_network->to(device);
        m_network->train();
        return *m_network;
    }

    void dropNetwork() override { m_network.reset(); }

    void change(const ExperimentSpec& spec) override
    {
        m_spec = spec;
        m_options = translationOptions(spec);
    }

    double teacherForcing(const TrainingMoment& moment) const override
    {
        return m_forcing->probability(static_cast<double>(moment.step - 1)
                                      / static_cast<double>(moment.plannedUpdates));
    }

    void expect(std::shared_ptr<const BatchPlan> plan, int64_t first) override
    {
        m_batches.expect(std::move(plan), first);
    }

    BatchLoss loss(std::span<const int32_t> items, const TrainingMoment& moment) override
    {
        const auto [pairs, labels] = labelledPairs(m_batches.take(items), *m_device);
        const torch::Tensor logits = m_network->forward(
            pairs, m_network->is_training() ? teacherForcing(moment) : 1.0); // [tokens, vocabulary]
        LabelFit fit = labelFit(logits, labels, m_spec.training.labelSmoothing, Logits::GivenUp);
        std::vector<int64_t> offsets{0};
        for (const int32_t item : items)
            offsets.push_back(offsets.back() + m_train.predicted[static_cast<size_t>(item)]);
        return {fit.crossEntropy, {{"accuracy", fit.correct}}, {fit.ofRows, std::move(offsets)}};
    }

    SplitScores evaluate(Split split, const Monitor& monitor) override
    {
        const torch::NoGradGuard noGradient;
        m_network->eval();
        const EncodedPairs& all = pairs(split);
        std::vector<int32_t> items(static_cast<size_t>(all.count()));
        std::iota(items.begin(), items.end(), 0);
        const Message stage
            = split == Split::Valid ? Message{"Validating", {}} : Message{"Testing", {}};
        const ScoredNetwork scored{*m_network, m_pipelines, *m_device};
        const ReferenceScores references = scoreReferences(scored, all.source.rows(items),
                                                           all.target.rows(items), stage, monitor);
        SplitScores scores{references.loss.mean(), {{"accuracy", references.accuracy()}}};
        for (Score& score : references.loss.unknownScores())
            scores.scores.push_back(std::move(score));
        addTranslationScores(scored, split, monitor, scores);
        m_network->train();
        return scores;
    }

    std::unique_ptr<LiveModel> view(
        std::function<std::pair<int64_t, int64_t>()> stepAndEpoch) override
    {
        ViewedTranslator viewed;
        viewed.network = m_network;
        viewed.pipelines = m_pipelines;
        viewed.decoding = m_options.decoding;
        viewed.sample = m_spec.data.sample;
        viewed.device = m_device->str();
        viewed.stepAndEpoch = std::move(stepAndEpoch);
        viewed.summarise = [spec = m_spec, sizes = sizes()] { return summarise(spec, sizes); };
        return viewTranslator(std::move(viewed));
    }

    ExportedTask exported(const ExportOrigin& origin) const override
    {
        ExportedTask result;
        result.metadata = {{"source_language", m_spec.data.sourceLanguage},
                           {"target_language", m_spec.data.targetLanguage}};
        const LeavingTranslator translator{m_spec, m_pipelines, *m_network};
        result.module = translatorModule(translator, origin);
        result.readme = translatorReadme(translator, origin);
        result.saveFiles = [pipelines = m_pipelines](const std::filesystem::path& folder) {
            pipelines.save(folder);
        };
        return result;
    }

private:
    const EncodedPairs& pairs(Split split) const
    {
        return split == Split::Train ? m_train : split == Split::Valid ? m_valid : m_test;
    }

    /// Pairs of validation or test as they are written.
    const CorpusPart& written(Split split) const
    {
        return split == Split::Test ? m_testTexts : m_validTexts;
    }

    EncodedPairs encodedPairs(const CorpusPart& texts, const Monitor& monitor) const
    {
        EncodedPairs pairs{encoded(texts.texts(0), *m_pipelines.source, monitor),
                           encoded(texts.texts(1), *m_pipelines.target, monitor),
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
    void checkTestSearch() const
    {
        if (m_test.count() == 0) // Also of a run that is only looked into.
            return;
        const auto [shortest, longest]
            = std::minmax_element(m_test.source.lengths.begin(), m_test.source.lengths.end());
        for (const int32_t length : {*shortest, *longest})
            checkJob(*m_network, jobOf(m_options.decoding, 1), m_pipelines.target->vocabularySize(),
                     length);
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
        std::vector<int32_t> items(count);
        std::iota(items.begin(), items.end(), 0);
        TranslationJob job = jobOf(m_options.decoding, 1);
        if (!isTest)
            job.search = {"greedy", Json::object()};
        const auto found = translateTexts(scored, pairs(split).source.rows(items), job, monitor);
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

    NetworkSizes sizes() const
    {
        return {m_pipelines.source->vocabularySize(), m_pipelines.target->vocabularySize(), 0};
    }

    ExperimentSpec m_spec;
    TranslationOptions m_options; ///< Of the spec.
    std::unique_ptr<TeacherForcing> m_forcing;
    PairPipelines m_pipelines;
    std::shared_ptr<Translator> m_network;
    EncodedPairs m_train, m_valid, m_test;
    CorpusPart m_validTexts, m_testTexts;
    std::vector<Message> m_notes; ///< On the data.
    std::optional<torch::Device> m_device;
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
                        .summary = "Each sentence gets its translation, word by word: another "
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
               .head = {},
               .families = {{"teacher_forcing", teacherForcingKinds()}},
               .changeable = {"decoding.search"}}, // Only the test at the end uses it.
            .make
            = [](const ExperimentSpec& spec) { return std::make_unique<TranslationTask>(spec); },
            .answers = &translationAnswers,
            .summarise = summarise};
}

} // namespace core
