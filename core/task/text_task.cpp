#include "core/task/text_task.h"

#include "core/exchange/vectors.h"
#include "core/experiment/spec_schema.h"
#include "core/model/head/head.h"
#include "core/task/kept_texts.h"
#include "core/task/task_kinds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

const HeadEntry& headOf(const ExperimentSpec& spec)
{
    return findHead(taskDescription(spec.task.kind).head);
}

} // namespace

NetworkContext textContext(const ExperimentSpec& spec, int64_t vocabularySize, int64_t outputs)
{
    return {.vocabularySize = vocabularySize,
            .outputs = outputs,
            .maximumLength = spec.text.maximumLength,
            .embedding = spec.model.embedding};
}

TextPipeline TextTask::learnPipeline(TextList texts, const Monitor& monitor) const
{
    return learntPipeline(m_spec, texts, monitor);
}

EncodedTexts TextTask::encode(const CorpusPart& rows, Split, const Monitor& monitor)
{
    return encoded(rows.texts(), *m_pipeline, monitor, rows.key);
}

const HeadEntry& TextTask::head() const
{
    return headOf(m_spec);
}

void TextTask::restore(const FilePlace& run)
{
    restoreAnswers(run);
    m_pipeline = std::make_shared<TextPipeline>(TextPipeline::load(run));
    m_spec.text = m_pipeline->spec();
}

PreparedData TextTask::prepare(const FilePlace& run, Preparation preparation,
                               const Monitor& monitor)
{
    Corpus data = loadCorpus(m_spec.data, columnsOfTask(m_spec.task), monitor);
    if (preparation == Preparation::Reuse) {
        restore(run);
        checkAnswers(data, run);
    } else {
        const std::string& from = m_spec.model.start.from;
        m_pipeline = std::make_shared<TextPipeline>(
            from.empty() ? learntPipelineOnce(
                m_spec, data.train, [&] { return learnPipeline(data.train.texts(), monitor); })
                         : TextPipeline::load(from));
        m_pipeline->save(run);
        learnAnswers(data);
        saveAnswers(run);
    }
    m_spec.text = m_pipeline->spec(); // of the run that it was taken over from
    // Raw texts go as soon as they are encoded: they are the larger part of the memory.
    const std::array parts{std::pair{&data.train, Split::Train},
                           std::pair{&data.valid, Split::Valid},
                           std::pair{&data.test, Split::Test}};
    for (const auto& [raw, split] : parts) {
        m_texts[static_cast<size_t>(split)] = encode(*raw, split, monitor);
        takeRows(split, *raw);
        *raw = {};
    }
    m_notes = std::move(data.notes);
    if (preparation == Preparation::Learn && !m_spec.model.start.from.empty())
        m_notes.push_back(
            {"Vocabulary and settings of texts are those of %1.", {m_spec.model.start.from}});
    checkKnownTokens();
    return described();
}

PreparedData TextTask::described() const
{
    PreparedData data;
    data.items.lengths = texts(Split::Train).lengths;
    describeItems(data.items);
    for (const Split split : {Split::Train, Split::Valid, Split::Test}) {
        data.texts[static_cast<size_t>(split)] = texts(split).count();
        data.fingerprints[static_cast<size_t>(split)] = fingerprint(split);
    }
    data.vocabularySize = m_pipeline->vocabularySize();
    data.trainUnknownShare = texts(Split::Train).unknownShare();
    data.validUnknownShare = texts(Split::Valid).unknownShare();
    data.facts = facts();
    data.notes = m_notes;
    return data;
}

std::string TextTask::fingerprint(Split split) const
{
    DataFingerprint fingerprint;
    addNames(fingerprint);
    fingerprint.add(texts(split).lengths);
    addAnswers(fingerprint, split);
    fingerprint.add(texts(split).ids);
    return fingerprint.text();
}

void TextTask::change(const ExperimentSpec& spec)
{
    m_spec.task = spec.task;
    m_spec.model = spec.model;
    m_spec.training = spec.training;
}

NetworkContext TextTask::networkContext() const
{
    NetworkContext context = textContext(m_spec, m_pipeline->vocabularySize(), outputs());
    context.maximumLength = m_pipeline->spec().maximumLength;
    context.parts = wordParts();
    complete(context);
    return context;
}

std::shared_ptr<torch::nn::Module> TextTask::newNetwork(Weights weights, const Monitor& monitor,
                                                        std::vector<Message>& notes)
{
    auto network = makeTextNetwork(m_spec.model, head(), networkContext());
    if (weights == Weights::Fresh && !m_spec.model.embedding.vectors.empty())
        notes.push_back(
            takeVectors(network->encoder(), *m_pipeline, m_spec.model.embedding, monitor));
    return network;
}

void TextTask::expect(std::shared_ptr<const BatchPlan> plan, int64_t first)
{
    m_batches.expect(std::move(plan), first);
}

void TextTask::forEachBatch(
    Split split, const Monitor& monitor,
    const std::function<void(PaddedIds inputs, std::span<const int32_t> items)>& add) const
{
    const EncodedTexts& all = texts(split);
    const auto plan = std::make_shared<const BatchPlan>(
        planSorted(all.lengths, {m_spec.training.batchSize, m_spec.training.batchTokens})
            .dealt(share().rank(), share().size(), all.lengths, Dealing::ByTokens));
    BatchesAhead<PaddedIds> batches(
        [&all](std::span<const int32_t> items) { return all.padded(items); });
    batches.expect(plan, 0);
    for (int64_t i = 0; i < plan->batchCount(); ++i) {
        if (const std::span<const int32_t> items = plan->batch(i); !items.empty())
            add(batches.take(items), items);
        monitor.report({split == Split::Valid ? Message{"Validating", {}} : Message{"Testing", {}},
                        static_cast<double>(i + 1) / static_cast<double>(plan->batchCount())});
        monitor.throwIfStopped();
    }
}

ExportedTask TextTask::exported(const ExportOrigin& origin) const
{
    ExportedTask result;
    result.metadata = metadata();
    result.tokens = vocabularyOf(*m_pipeline);
    result.module = textModule(m_spec, python(), network().pythonSource(), origin);
    result.readme = textReadme(m_spec, python(), origin);
    result.graphs = graphs();
    result.graphNotes = graphNotes();
    result.graphNotes.push_back(lengthNote(m_pipeline->spec().maximumLength));
    result.saveFiles
        = [pipeline = m_pipeline](const std::filesystem::path& folder) { pipeline->save(folder); };
    return result;
}

TextParts TextTask::textParts() const
{
    TextParts parts;
    parts.network = networkAs<TextNetwork>();
    parts.pipeline = m_pipeline;
    parts.outputs = outputs();
    parts.device = device().str();
    parts.summarise = [spec = m_spec, &head = head(), context = networkContext()] {
        return summariseTextNetwork(spec.model, spec.training, head, context);
    };
    return parts;
}

/// Texts without any known token teach nothing but how often their answers occur.
void TextTask::checkKnownTokens()
{
    const EncodedTexts& train = texts(Split::Train);
    int64_t blank = 0;
    for (int64_t text = 0; text < train.count(); ++text) {
        const IdRow row = train.row(text);
        blank += std::all_of(row.begin(), row.end(), [](int32_t id) { return id == kUnknownId; })
            ? 1
            : 0;
    }
    if (blank == train.count())
        throw Error(ErrorCode::BadData,
                    {"No training text has a token that is in the vocabulary.", {}},
                    {"If the cleaning leaves nothing of the texts, take steps out of it; if every "
                     "token is rare, lower the minimum frequency; or choose another tokeniser.",
                     {}});
    if (blank > 0)
        m_notes.push_back({"Training texts without any token of the vocabulary: %1 of %2.",
                           {std::to_string(blank), std::to_string(train.count())}});
}

void TargetTask::takeRows(Split split, CorpusPart& rows)
{
    takeAnswers(split, std::move(rows.columns.at(1)));
}

BatchLoss TargetTask::loss(std::span<const int32_t> items, const TrainingMoment& moment)
{
    return pass(items, moment).loss();
}

LossPass TargetTask::pass(std::span<const int32_t> items, const TrainingMoment&)
{
    PaddedIds inputs = trainingBatch(items);
    if (network().is_training())
        disturb(inputs);
    SequenceBatch batch = sequenceBatch(std::move(inputs), device());
    LossPass pass;
    pass.inputs = {batch.ids, targetsOf(Split::Train, items)};
    if (batch.words == nullptr && batch.isFull())
        pass.shape = batch.shape();
    std::vector<int64_t> lengths; // The batch may have marks besides.
    for (const int32_t item : items)
        lengths.push_back(texts(Split::Train).lengths[static_cast<size_t>(item)]);
    pass.compute = [this, batch, lengths = std::move(lengths)](const LossPass::Tensors& given) {
        SequenceBatch own = batch;
        own.ids = given[0];
        return computed(own, given[1], lengths);
    };
    return pass;
}

BatchLoss TargetTask::computed(const SequenceBatch& batch, const torch::Tensor& targets,
                               const std::vector<int64_t>& lengths)
{
    const HeadOutput output = network().run(batch);
    torch::Tensor term;
    if (output.logChoices.defined())
        term = network().head().choiceTerm(output.logChoices,
                                           lossesOf(output.scores.detach(), targets));
    BatchLoss loss = lossOf(output.scores, targets, lengths);
    if (term.defined())
        loss.lossSum = loss.lossSum + (term - term.detach()); // Its gradient only.
    return loss;
}

torch::Tensor TargetTask::lossesOf(const torch::Tensor&, const torch::Tensor&) const
{
    throw Error(ErrorCode::Internal, {"This task has no loss of each text.", {}});
}

SplitScores TargetTask::evaluate(Split split, const Monitor& monitor)
{
    const auto measurement = measure(split);
    const torch::NoGradGuard noGradient;
    network().eval();
    forEachBatch(split, monitor, [&](PaddedIds inputs, std::span<const int32_t> items) {
        measurement->add(network().forward(sequenceBatch(std::move(inputs), device())), items);
    });
    network().train();
    measurement->join(share());
    return measurement->scores();
}

std::string lengthNote(int64_t maximum)
{
    return "At most " + std::to_string(maximum)
        + " tokens of a text are read, the first ones: cut longer texts there, as the program "
          "does.";
}

std::vector<std::string> vocabularyOf(const TextPipeline& pipeline)
{
    std::vector<std::string> tokens;
    for (int64_t id = 0; id < pipeline.vocabularySize(); ++id)
        tokens.push_back(pipeline.token(id));
    return tokens;
}

std::vector<std::string> wordsOfFile(const EmbeddingSpec& embedding, const Monitor& monitor)
{
    if (embedding.vectors.empty())
        return {};
    return vectorWords(embedding.vectors, embedding.dimension, std::numeric_limits<size_t>::max(),
                       monitor);
}

TextPipeline learntPipeline(const ExperimentSpec& spec, TextList texts, const Monitor& monitor,
                            bool mask)
{
    FurtherTokens further;
    further.mask = mask;
    if (spec.model.embedding.fileWords)
        further.words = wordsOfFile(spec.model.embedding, monitor);
    return TextPipeline::learn(spec.text, texts, monitor, further);
}

TextPipeline learntPipelineOnce(const ExperimentSpec& spec, const CorpusPart& rows,
                                const std::function<TextPipeline()>& learn)
{
    const bool readsFile = spec.model.embedding.fileWords; // It may have other words next time.
    return learntOnce<TextPipeline>(
        readsFile ? std::string() : rows.key,
        spec.task.kind + spec.task.options.dump() + textSchema().toJson(spec.text).dump(), learn);
}

Message takeVectors(Encoder& encoder, const TextPipeline& pipeline, const EmbeddingSpec& embedding,
                    const Monitor& monitor)
{
    const std::vector<std::string> words = vocabularyOf(pipeline);
    const VectorTable table
        = loadVectors(embedding.vectors, words, embedding.dimension, monitor, kSpecialTokens);
    setEmbedding(encoder, table);
    const auto all = std::to_string(words.size());
    const auto percent = [&](int64_t count) {
        const double share = static_cast<double>(count) / static_cast<double>(words.size());
        return numberText(std::round(1000.0 * share) / 10.0);
    };
    const int64_t covered = table.coveredCount, composed = table.composedCount;
    if (composed == 0)
        return {"Pretrained vectors cover %1 % of the vocabulary (%2 of %3 words).",
                {percent(covered), std::to_string(covered), all}};
    return {"Pretrained vectors cover %1 % of the vocabulary (%2 of %3 words); another %4 % (%5 of "
            "%3) are made from their n-grams.",
            {percent(covered), std::to_string(covered), all, percent(composed),
             std::to_string(composed)}};
}

} // namespace core
