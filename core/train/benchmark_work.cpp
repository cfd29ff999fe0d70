#include "core/train/benchmark_work.h"

#include "core/base/error.h"
#include "core/decode/translate.h"
#include "core/experiment/spec_json.h"
#include "core/model/classifier.h"
#include "core/model/translation_batch.h"
#include "core/train/gradients.h"
#include "core/train/optimiser.h"

#include <torch/torch.h>

#include <functional>

namespace core {

namespace {

constexpr int64_t kSpecialTokens = 4; ///< Ids below are padding, unknown, begin and end.

// ---- Texts and networks ----------------------------------------------------------------------

/// The sequences of a batch, made by the rule.
struct SequenceRule {
    int64_t count;
    int64_t shortest, longest;
    int64_t vocabulary;
    int64_t first = 0; ///< Added to a sequence's number where its tokens are made.
};

/// The ids of sequences `rule.first` ...
class MadeSequences {
public:
    explicit MadeSequences(const SequenceRule& rule)
    {
        for (int64_t i = 0; i < rule.count; ++i) {
            const int64_t length = rule.shortest + 37 * i % (rule.longest - rule.shortest + 1);
            std::vector<int32_t> ids;
            for (int64_t t = 0; t < length; ++t)
                ids.push_back(static_cast<int32_t>(kSpecialTokens
                                                   + (7919 * (i + rule.first) + 104729 * t)
                                                       % (rule.vocabulary - kSpecialTokens)));
            m_ids.push_back(std::move(ids));
        }
    }

    std::vector<IdRow> rows() const { return {m_ids.begin(), m_ids.end()}; }
    int64_t tokens() const
    {
        int64_t sum = 0;
        for (const auto& ids : m_ids)
            sum += static_cast<int64_t>(ids.size());
        return sum;
    }

private:
    std::vector<std::vector<int32_t>> m_ids;
};

ModelSpec modelOf(const char* task, const Json& network, const EmbeddingSpec& embedding)
{
    ExperimentSpec spec;
    spec.task = task;
    spec.model.embedding = embedding;
    spec.model.network = selectionFromJson(network);
    return completedSpec(spec).model;
}

/// Adam with its defaults on a loss that is clipped to a gradient of norm 1.
class Updates {
public:
    explicit Updates(const torch::nn::Module& network)
        : m_parameters(trainableParameters(network.parameters()))
        , m_optimiser(optimiserRegistry().make(completedSpec({}).training.optimiser, m_parameters))
    {
    }

    /// @param loss  makes the mean loss [] of the batch.
    void update(const std::function<torch::Tensor()>& loss)
    {
        constexpr double kLongestGradient = 1.0;
        constexpr double kLearningRate = 1e-3;
        clearGradients(m_parameters);
        loss().backward();
        const double norm = gradientNorm(m_parameters).item<double>();
        if (norm > kLongestGradient)
            scaleGradients(m_parameters, kLongestGradient / norm);
        m_optimiser->step(kLearningRate);
    }

private:
    std::vector<torch::Tensor> m_parameters;
    std::unique_ptr<Optimiser> m_optimiser;
};

// ---- Classification --------------------------------------------------------------------------

constexpr int64_t kClasses = 2;

/// A classifier and the batch that it is trained on.
struct ClassifierCase {
    int64_t batch;
    int64_t longest; ///< The shortest has 20 tokens.
    int64_t vocabulary;
    int64_t dimension;
    Json network;

    SequenceRule texts() const { return {batch, 20, longest, vocabulary}; }
};

std::shared_ptr<Classifier> makeNetwork(const ClassifierCase& work)
{
    NetworkContext context;
    context.vocabularySize = work.vocabulary;
    context.classes = kClasses;
    context.maximumLength = work.longest;
    context.embedding.dimension = work.dimension;
    return makeClassifier(modelOf("classification", work.network, context.embedding), context);
}

class ClassifierTraining : public BenchmarkWork {
public:
    explicit ClassifierTraining(const ClassifierCase& work)
        : m_texts(work.texts())
        , m_network(makeNetwork(work))
        , m_batch(paddedBatch(m_texts.rows(), torch::kCPU))
        , m_classes(torch::arange(work.batch).remainder(kClasses))
        , m_updates(*m_network)
    {
    }

    void step() override
    {
        m_updates.update(
            [&] { return torch::cross_entropy_loss(m_network->forward(m_batch), m_classes); });
    }
    int64_t tokens() const override { return m_texts.tokens(); }

private:
    MadeSequences m_texts;
    std::shared_ptr<Classifier> m_network;
    SequenceBatch m_batch;
    torch::Tensor m_classes; ///< [batch]
    Updates m_updates;
};

// ---- Translation -----------------------------------------------------------------------------

constexpr int64_t kTranslatedWords = 8000;
constexpr int64_t kTranslatedLength = 30; ///< The shortest sentence has 8 tokens.

SequenceRule sourceRule(int64_t count)
{
    return {count, 8, kTranslatedLength, kTranslatedWords};
}
SequenceRule targetRule(int64_t count)
{
    SequenceRule rule = sourceRule(count);
    rule.first = 100000;
    return rule;
}

/// @param dropout  of the embeddings.
std::shared_ptr<Translator> makeNetwork(const Json& network, double dropout)
{
    constexpr int64_t kMarks = 2; // Begin and end.
    TranslatorContext context;
    context.sourceVocabulary = context.targetVocabulary = kTranslatedWords;
    context.longestSource = kTranslatedLength;
    context.longestTarget = kTranslatedLength + kMarks;
    context.embedding.dimension = 256;
    context.embedding.dropout = dropout;
    return makeTranslator(modelOf("translation", network, context.embedding), context);
}

/// The encoder-decoder of lecture 003: the state before a step looks at the source, and what it
/// finds goes into the step and into the output layer.
std::shared_ptr<Translator> lstmTranslator()
{
    return makeNetwork({{"kind", "seq2seq"},
                        {"cell", "lstm"},
                        {"layers", 2},
                        {"hidden_size", 256},
                        {"bidirectional", false},
                        {"bridge", "none"},
                        {"attention", "concat"},
                        {"query", "previous"},
                        {"readout", "concat"},
                        {"dropout", 0.5},
                        {"readout_dropout", 0.0}},
                       0.5);
}

std::shared_ptr<Translator> transformerTranslator()
{
    return makeNetwork({{"kind", "transformer_seq2seq"},
                        {"encoder_layers", 3},
                        {"decoder_layers", 3},
                        {"heads", 8},
                        {"feed_forward_size", 512},
                        {"dropout", 0.1},
                        {"final_norm", true}},
                       0.0);
}

class TranslatorTraining : public BenchmarkWork {
public:
    explicit TranslatorTraining(std::shared_ptr<Translator> network)
        : m_network(std::move(network))
        , m_batch(translationBatch(m_sources.rows(), m_targets.rows(), torch::kCPU))
        , m_labels(targetLabels(m_targets.rows(), torch::kCPU))
        , m_updates(*m_network)
    {
    }

    void step() override
    {
        m_updates.update(
            [&] { return torch::cross_entropy_loss(m_network->forward(m_batch, 1.0), m_labels); });
    }
    int64_t tokens() const override { return m_labels.numel(); }

private:
    static constexpr int64_t kBatch = 64;

    MadeSequences m_sources{sourceRule(kBatch)}, m_targets{targetRule(kBatch)};
    std::shared_ptr<Translator> m_network;
    TranslationBatch m_batch;
    torch::Tensor m_labels; ///< [tokens]
    Updates m_updates;
};

/// Beam search whose hypotheses may not end before the last step: so many for each sentence.
class BeamDecoding : public BenchmarkWork {
public:
    explicit BeamDecoding(std::shared_ptr<Translator> network) : m_network(std::move(network))
    {
        m_network->eval();
        m_job.search = {"beam", {{"width", 5}, {"minimum_length", kSteps - 1}}};
        m_job.lengthFactor = 0.0;
        m_job.lengthMargin = kSteps;
    }

    void step() override
    {
        const torch::NoGradGuard noGradient;
        m_written = 0;
        for (const FoundTranslations& found :
             translateAll(*m_network, m_sources.rows(), kTranslatedWords, m_job, torch::kCPU, {})) {
            const Hypothesis& best = found.best.front();
            m_written += static_cast<int64_t>(best.tokens.size()) + (best.ended ? 1 : 0);
        }
    }
    int64_t tokens() const override { return m_written; }

private:
    static constexpr int64_t kSteps = 30;

    MadeSequences m_sources{sourceRule(16)};
    std::shared_ptr<Translator> m_network;
    TranslationJob m_job;
    int64_t m_written = 0; ///< In the last step, end marks included.
};

// ---- All cases -------------------------------------------------------------------------------

struct Case {
    std::string name;
    std::function<std::unique_ptr<BenchmarkWork>()> make;
};

Case classifier(const char* name, ClassifierCase work)
{
    return {name, [work = std::move(work)] { return std::make_unique<ClassifierTraining>(work); }};
}

Json recurrentNetwork(const char* kind, int64_t hiddenSize, const char* pooling)
{
    return {{"kind", kind},          {"layers", 2},    {"hidden_size", hiddenSize},
            {"bidirectional", true}, {"dropout", 0.5}, {"pooling", pooling}};
}

Json transformerNetwork(int64_t layers, int64_t heads, int64_t feedForwardSize)
{
    return {{"kind", "transformer"}, {"layers", layers},
            {"heads", heads},        {"feed_forward_size", feedForwardSize},
            {"dropout", 0.1},        {"pooling", "maximum"}};
}

const std::vector<Case>& cases()
{
    static const std::vector<Case> all{
        classifier("dnn", {64, 200, 10000, 100, {{"kind", "mean"}, {"hidden_size", 128}}}),
        classifier("rnn", {64, 200, 10000, 100, recurrentNetwork("rnn", 128, "last")}),
        classifier("gru", {64, 200, 10000, 100, recurrentNetwork("gru", 128, "last")}),
        classifier("bilstm", {64, 200, 10000, 100, recurrentNetwork("lstm", 128, "last")}),
        classifier("bilstm_attention",
                   {64, 200, 10000, 100, recurrentNetwork("lstm", 128, "attention")}),
        classifier("bilstm_large", {64, 256, 10000, 300, recurrentNetwork("lstm", 256, "last")}),
        classifier("transformer_small", {128, 200, 50000, 32, transformerNetwork(1, 2, 128)}),
        classifier("transformer", {64, 200, 10000, 128, transformerNetwork(2, 4, 512)}),
        {"nmt_lstm_attention",
         [] { return std::make_unique<TranslatorTraining>(lstmTranslator()); }},
        {"nmt_transformer",
         [] { return std::make_unique<TranslatorTraining>(transformerTranslator()); }},
        {"beam5", [] { return std::make_unique<BeamDecoding>(lstmTranslator()); }},
    };
    return all;
}

} // namespace

std::vector<std::string> benchmarkWorkNames()
{
    std::vector<std::string> names;
    for (const Case& each : cases())
        names.push_back(each.name);
    return names;
}

std::unique_ptr<BenchmarkWork> makeBenchmarkWork(const std::string& name)
{
    std::string known;
    for (const Case& each : cases()) {
        if (each.name == name)
            return each.make();
        known += (known.empty() ? "" : ", ") + each.name;
    }
    throw Error(ErrorCode::BadSetting, {"There is no benchmark named \"%1\".", {shown(name)}},
                {"Choose one of: %1.", {known}});
}

} // namespace core
