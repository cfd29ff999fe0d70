#include "core/base/atomic_file.h"
#include "core/base/read_json.h"
#include "core/data/corpus.h"
#include "core/exchange/vectors.h"
#include "core/model/text_network.h"
#include "core/nn/cross_entropy.h"
#include "core/task/batches_ahead.h"
#include "core/task/classification/classification_python.h"
#include "core/task/classification/classifier_view.h"
#include "core/task/data_fingerprint.h"
#include "core/task/encoded_texts.h"
#include "core/task/entries.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace core {

namespace {

std::vector<std::string> readClasses(const std::filesystem::path& path)
{
    const Json json = readJsonFile(path, Links::Refuse);
    const bool valid = json.is_array() && !json.empty()
        && std::all_of(json.begin(), json.end(), [](const Json& name) { return name.is_string(); });
    if (!valid)
        throw Error(ErrorCode::FileMalformed, {"%1 is no list of class names.", {path.string()}},
                    {"Take the whole run folder from where it was made again.", {}});
    return json.get<std::vector<std::string>>();
}

constexpr const char* kHead = "class";

ModelSummary summarise(const ExperimentSpec& spec, const NetworkSizes& sizes)
{
    return summariseTextNetwork(spec.model, spec.training, findHead(kHead),
                                {.vocabularySize = sizes.vocabularySize,
                                 .outputs = sizes.classes,
                                 .maximumLength = spec.text.maximumLength,
                                 .embedding = spec.model.embedding});
}

/// A text, one of several classes.
class ClassificationTask : public Task {
public:
    explicit ClassificationTask(const ExperimentSpec& spec) : m_spec(spec) { }

    void restore(const std::filesystem::path& run) override
    {
        m_classes = readClasses(run / "classes.json");
        m_pipeline = std::make_shared<TextPipeline>(TextPipeline::load(run));
    }

    void prepare(const std::filesystem::path& run, Preparation preparation,
                 const Monitor& monitor) override
    {
        Corpus data = loadCorpus(m_spec.data, columnsOfTask(m_spec.task.kind), monitor);
        m_classes = data.classes;
        if (preparation == Preparation::Reuse) {
            m_pipeline = std::make_shared<TextPipeline>(TextPipeline::load(run));
            checkClasses(run / "classes.json");
        } else {
            m_pipeline = std::make_shared<TextPipeline>(
                TextPipeline::learn(m_spec.text, data.train.texts(), monitor));
            m_pipeline->save(run);
            writeFileAtomically(run / "classes.json", Json(m_classes).dump(2) + "\n");
        }
        // Raw texts go as soon as they are encoded: they are the larger part of the memory.
        const std::array splits{std::pair{&data.train, &m_train}, std::pair{&data.valid, &m_valid},
                                std::pair{&data.test, &m_test}};
        for (const auto& [raw, target] : splits) {
            *target = encoded(raw->texts(), *m_pipeline, monitor);
            target->labels = raw->classes();
            *raw = {};
        }
        m_notes = std::move(data.notes);
        checkKnownTokens();
    }

    void describe(StartReport& report) const override
    {
        report.trainTexts = m_train.count();
        report.validTexts = m_valid.count();
        report.testTexts = m_test.count();
        report.facts = {{"classes", m_classes, {"%1 classes", {std::to_string(m_classes.size())}}}};
        report.vocabularySize = m_pipeline->vocabularySize();
        report.trainUnknownShare = m_train.unknownShare();
        report.validUnknownShare = m_valid.unknownShare();
        report.notes.insert(report.notes.end(), m_notes.begin(), m_notes.end());
    }

    std::string fingerprint(Split split) const override
    {
        DataFingerprint fingerprint;
        for (const std::string& name : m_classes)
            fingerprint.add(name + '\n');
        fingerprint.add(texts(split).lengths);
        fingerprint.add(texts(split).labels);
        fingerprint.add(texts(split).ids);
        return fingerprint.text();
    }

    std::span<const int32_t> lengths(Split split) const override { return texts(split).lengths; }

    int64_t units(std::span<const int32_t> items) const override
    {
        return static_cast<int64_t>(items.size());
    }

    torch::nn::Module& makeNetwork(torch::Device device, Weights weights, const Monitor& monitor,
                                   std::vector<Message>& notes) override
    {
        m_device = device;
        const NetworkContext context{m_pipeline->vocabularySize(),
                                     static_cast<int64_t>(m_classes.size()),
                                     m_pipeline->spec().maximumLength, m_spec.model.embedding};
        m_network = makeTextNetwork(m_spec.model, findHead(kHead), context);
        if (weights == Weights::Fresh && !m_spec.model.embedding.vectors.empty())
            setVectors(monitor, notes);
        m_network->to(device);
        m_network->train();
        return *m_network;
    }

    void expect(std::shared_ptr<const BatchPlan> plan, int64_t first) override
    {
        m_batches.expect(std::move(plan), first);
    }

    BatchLoss loss(std::span<const int32_t> items, const TrainingMoment&) override
    {
        const auto [texts, labels] = labelledTexts(m_batches.take(items), *m_device);
        const torch::Tensor logits = m_network->forward(texts); // [batch, classes]
        LabelFit fit = labelFit(logits, labels, m_spec.training.labelSmoothing, Logits::GivenUp);
        return {fit.crossEntropy, {{"accuracy", fit.correct}}};
    }

    SplitScores evaluate(Split split, const Monitor& monitor) override
    {
        const EncodedTexts& all = texts(split);
        const auto plan = std::make_shared<const BatchPlan>(
            planSorted(all.lengths, {m_spec.training.batchSize, m_spec.training.batchTokens}));
        BatchesAhead<LabelledBatch> batches(
            [&all](std::span<const int32_t> items) { return batchOf(all, items); });
        batches.expect(plan, 0);
        std::vector<int32_t> predicted(all.labels.size());
        double lossSum = 0.0;
        const torch::NoGradGuard noGradient;
        m_network->eval();
        for (int64_t i = 0; i < plan->batchCount(); ++i) {
            const std::span<const int32_t> items = plan->batch(i);
            lossSum += evaluateBatch(batches.take(items), items, predicted);
            monitor.report(
                {split == Split::Valid ? Message{"Validating", {}} : Message{"Testing", {}},
                 static_cast<double>(i + 1) / static_cast<double>(plan->batchCount())});
            monitor.throwIfStopped();
        }
        m_network->train();
        const auto scores = classificationScores(all.labels, predicted, lossSum, m_classes);
        return {scores.loss, {{"accuracy", scores.accuracy}, {"macro_f1", scores.macroF1}}};
    }

    std::unique_ptr<LiveModel> view(
        std::function<std::pair<int64_t, int64_t>()> stepAndEpoch) override
    {
        ViewedClassifier viewed;
        viewed.network = m_network;
        viewed.pipeline = m_pipeline;
        viewed.classes = m_classes;
        viewed.device = m_device->str();
        viewed.stepAndEpoch = std::move(stepAndEpoch);
        viewed.summarise = [spec = m_spec, words = m_pipeline->vocabularySize(),
                            classes = static_cast<int64_t>(m_classes.size())] {
            return summarise(spec, {.vocabularySize = words, .classes = classes});
        };
        return viewClassifier(std::move(viewed));
    }

    ExportedTask exported(const ExportOrigin& origin) const override
    {
        ExportedTask result;
        result.metadata = {{"classes", Json(m_classes).dump()}};
        result.module = classifierModule(m_spec, m_classes, m_network->pythonSource(), origin);
        result.readme = classifierReadme(m_spec, m_classes, origin);
        result.saveFiles = [pipeline = m_pipeline](const std::filesystem::path& folder) {
            pipeline->save(folder);
        };
        return result;
    }

private:
    const EncodedTexts& texts(Split split) const
    {
        return split == Split::Train ? m_train : split == Split::Valid ? m_valid : m_test;
    }

    /// @throws Error{BadData} when the data no longer have the classes the run began with: more
    /// telling than that they differ somewhere.
    void checkClasses(const std::filesystem::path& path) const
    {
        if (readClasses(path) != m_classes)
            throw Error(ErrorCode::BadData,
                        {"The training data have %1 classes and are not those that this run was "
                         "begun with; %2 lists them.",
                         {std::to_string(m_classes.size()), path.string()}},
                        {"Put the data files back as they were, or start a new run.", {}});
    }

    /// Texts without any known token teach nothing but how often their class occurs.
    void checkKnownTokens()
    {
        int64_t blank = 0;
        for (int64_t text = 0; text < m_train.count(); ++text) {
            const auto begin = m_train.ids.begin() + m_train.offsets[static_cast<size_t>(text)];
            const auto end = m_train.ids.begin() + m_train.offsets[static_cast<size_t>(text) + 1];
            blank += std::all_of(begin, end, [](int32_t id) { return id == kUnknownId; }) ? 1 : 0;
        }
        if (blank == m_train.count())
            throw Error(ErrorCode::BadData,
                        {"No training text has a token that is in the vocabulary.", {}},
                        {"If the cleaning leaves nothing of the texts, take steps out of it; if "
                         "every token is rare, lower the minimum frequency; or choose another "
                         "tokeniser.",
                         {}});
        if (blank > 0)
            m_notes.push_back({"Training texts without any token of the vocabulary: %1 of %2.",
                               {std::to_string(blank), std::to_string(m_train.count())}});
    }

    void setVectors(const Monitor& monitor, std::vector<Message>& notes)
    {
        std::vector<std::string> words;
        for (int64_t id = 0; id < m_pipeline->vocabularySize(); ++id)
            words.push_back(m_pipeline->token(id));
        const EmbeddingSpec& embedding = m_spec.model.embedding;
        const VectorTable table
            = loadVectors(embedding.vectors, words, embedding.dimension, monitor);
        setEmbedding(m_network->encoder(), table);
        const double share
            = static_cast<double>(table.coveredCount) / static_cast<double>(words.size());
        notes.push_back({"Pretrained vectors cover %1 % of the vocabulary (%2 of %3 words).",
                         {numberText(std::round(1000.0 * share) / 10.0),
                          std::to_string(table.coveredCount), std::to_string(words.size())}});
    }

    /// @return the sum of the batch's losses. @pre evaluation mode, no gradients.
    double evaluateBatch(LabelledBatch batch, std::span<const int32_t> items,
                         std::vector<int32_t>& predicted)
    {
        const auto [texts, labels] = labelledTexts(std::move(batch), *m_device);
        const torch::Tensor logits = m_network->forward(texts); // [batch, classes]
        const torch::Tensor best = logits.argmax(1).to(torch::kCPU); // [batch]
        for (size_t row = 0; row < items.size(); ++row)
            predicted[static_cast<size_t>(items[row])]
                = static_cast<int32_t>(best.data_ptr<int64_t>()[row]);
        return labelFit(logits, labels, 0.0).crossEntropy.item<double>();
    }

    ExperimentSpec m_spec;
    std::vector<std::string> m_classes;
    std::shared_ptr<TextPipeline> m_pipeline;
    std::shared_ptr<TextNetwork> m_network;
    EncodedTexts m_train, m_valid, m_test;
    std::vector<Message> m_notes; ///< On the data.
    std::optional<torch::Device> m_device;
    /// Last: its thread reads the training texts.
    BatchesAhead<LabelledBatch> m_batches{
        [this](std::span<const int32_t> items) { return batchOf(m_train, items); }};
};

} // namespace

TaskEntry classificationTask()
{
    return {
        .description
        = {.kind = {.id = "classification",
                    .title = "Text classification",
                    .summary = "Each text gets one of several classes: sentiment, topic, language.",
                    .formula = "p(class | text) = softmax(network(text))",
                    .options = {},
                    .tasks = {}},
           .columns = {ColumnKind::Text, ColumnKind::Class},
           .loss = crossEntropyLoss(),
           .scores = {"accuracy", "macro_f1"},
           .check = {},
           .presets = classificationPresets,
           .head = kHead},
        .make
        = [](const ExperimentSpec& spec) { return std::make_unique<ClassificationTask>(spec); },
        .summarise = summarise};
}

} // namespace core
