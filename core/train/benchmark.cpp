#include "core/train/benchmark.h"

#include "core/base/error.h"
#include "core/experiment/spec_json.h"
#include "core/model/classifier.h"
#include "core/nn/compute_threads.h"
#include "core/train/gradients.h"
#include "core/train/optimiser.h"

#include <torch/torch.h>
#include <torch/version.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace core {

namespace {

constexpr int64_t kClasses = 2;
constexpr int64_t kSpecialTokens = 4; ///< Ids below are padding, unknown, begin and end.

/// One case: a network and the batch that it is trained on.
struct Case {
    const char* name;
    int64_t batch;
    int64_t longest; ///< The shortest has 20 tokens.
    int64_t vocabulary;
    int64_t dimension;
    Json network;
};

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
        {"dnn", 64, 200, 10000, 100, {{"kind", "mean"}, {"hidden_size", 128}}},
        {"rnn", 64, 200, 10000, 100, recurrentNetwork("rnn", 128, "last")},
        {"gru", 64, 200, 10000, 100, recurrentNetwork("gru", 128, "last")},
        {"bilstm", 64, 200, 10000, 100, recurrentNetwork("lstm", 128, "last")},
        {"bilstm_attention", 64, 200, 10000, 100, recurrentNetwork("lstm", 128, "attention")},
        {"bilstm_large", 64, 256, 10000, 300, recurrentNetwork("lstm", 256, "last")},
        {"transformer_small", 128, 200, 50000, 32, transformerNetwork(1, 2, 128)},
        {"transformer", 64, 200, 10000, 128, transformerNetwork(2, 4, 512)},
    };
    return all;
}

const Case& findCase(const std::string& name)
{
    std::string known;
    for (const Case& each : cases()) {
        if (each.name == name)
            return each;
        known += (known.empty() ? "" : ", ") + std::string(each.name);
    }
    throw Error(ErrorCode::BadSetting, {"There is no benchmark named \"%1\".", {shown(name)}},
                {"Choose one of: %1.", {known}});
}

SequenceBatch makeBatch(const Case& work)
{
    constexpr int64_t kShortest = 20;
    SequenceBatch batch;
    batch.lengths
        = kShortest + (37 * torch::arange(work.batch)).remainder(work.longest - kShortest + 1);
    const torch::Tensor rows = torch::arange(work.batch).unsqueeze(1);
    const torch::Tensor places = torch::arange(batch.lengths.max().item<int64_t>()).unsqueeze(0);
    batch.ids = kSpecialTokens
        + (7919 * rows + 104729 * places).remainder(work.vocabulary - kSpecialTokens);
    batch.ids.masked_fill_(batch.mask().logical_not(), 0);
    return batch;
}

std::shared_ptr<Classifier> makeNetwork(const Case& work)
{
    ExperimentSpec spec;
    spec.model.embedding.dimension = work.dimension;
    spec.model.network = selectionFromJson(work.network);
    spec = completedSpec(spec);
    NetworkContext context;
    context.vocabularySize = work.vocabulary;
    context.classes = kClasses;
    context.maximumLength = work.longest;
    context.embedding = spec.model.embedding;
    return makeClassifier(spec.model, context);
}

/// A network in training on its one batch.
class Trainer {
public:
    explicit Trainer(const Case& work)
        : m_network(makeNetwork(work))
        , m_batch(makeBatch(work))
        , m_classes(torch::arange(work.batch).remainder(kClasses))
        , m_parameters(trainableParameters(m_network->parameters()))
    {
        ExperimentSpec spec = completedSpec({}); // Adam with its defaults
        m_optimiser = optimiserRegistry().make(spec.training.optimiser, m_parameters);
    }

    void step()
    {
        constexpr double kLongestGradient = 1.0;
        constexpr double kLearningRate = 1e-3;
        clearGradients(m_parameters);
        torch::cross_entropy_loss(m_network->forward(m_batch), m_classes).backward();
        const double norm = gradientNorm(m_parameters).item<double>();
        if (norm > kLongestGradient)
            scaleGradients(m_parameters, kLongestGradient / norm);
        m_optimiser->step(kLearningRate);
    }

    int64_t tokens() const { return m_batch.lengths.sum().item<int64_t>(); }

private:
    std::shared_ptr<Classifier> m_network;
    SequenceBatch m_batch;
    torch::Tensor m_classes;
    std::vector<torch::Tensor> m_parameters;
    std::unique_ptr<Optimiser> m_optimiser;
};

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

} // namespace

std::vector<std::string> benchmarkCases()
{
    std::vector<std::string> names;
    for (const Case& each : cases())
        names.emplace_back(each.name);
    return names;
}

BenchmarkResult runBenchmark(const std::string& name, int threads, int steps)
{
    const Case& work = findCase(name);
    setComputeThreads(threads);
    torch::manual_seed(0);
    Trainer trainer(work);
    trainer.step();
    std::vector<double> seconds;
    for (int i = 0; i < steps; ++i) {
        const auto start = std::chrono::steady_clock::now();
        trainer.step();
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
        seconds.push_back(passed.count());
    }
    BenchmarkResult result{name, TORCH_VERSION, threads, trainer.tokens(), median(seconds), 0.0};
    result.tokensPerSecond = static_cast<double>(result.tokensPerStep) / result.secondsPerStep;
    return result;
}

Json toJson(const BenchmarkResult& result)
{
    const auto rounded
        = [](double value, double scale) { return std::round(value * scale) / scale; };
    return {{"case", result.name},
            {"torch", result.torchVersion},
            {"threads", result.threads},
            {"tokens_per_step", result.tokensPerStep},
            {"seconds_per_step", rounded(result.secondsPerStep, 1e5)},
            {"tokens_per_second", rounded(result.tokensPerSecond, 10.0)}};
}

} // namespace core
