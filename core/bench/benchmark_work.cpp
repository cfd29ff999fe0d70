#include "core/bench/benchmark_work.h"

#include "core/base/error.h"
#include "core/base/schema.h"
#include "core/catalogue/spec_json.h"
#include "core/nn/layers/cross_entropy.h"
#include "core/nn/tensors.h"
#include "core/train/gradients.h"

namespace core {

namespace {

constexpr int64_t kSpecialTokens = 4; ///< Ids below are padding, unknown, begin and end.

} // namespace

const std::vector<BenchmarkEntry>& benchmarkEntries()
{
    static const auto all = [] {
        std::vector<BenchmarkEntry> entries;
        for (const auto& kind : {classifierBenchmarks(), tokenBenchmarks(), languageBenchmarks(),
                                 translatorBenchmarks()})
            entries.insert(entries.end(), kind.begin(), kind.end());
        return entries;
    }();
    return all;
}

const BenchmarkEntry& benchmarkEntry(const std::string& name)
{
    std::string known;
    for (const BenchmarkEntry& entry : benchmarkEntries()) {
        if (entry.name == name)
            return entry;
        known += (known.empty() ? "" : ", ") + entry.name;
    }
    throw Error(ErrorCode::BadSetting, {"There is no benchmark named \"%1\".", {shown(name)}},
                {"Choose one of: %1.", {known}});
}

ModelSpec benchmarkModel(const Json& network, const EmbeddingSpec& embedding)
{
    ExperimentSpec spec;
    spec.model.embedding = embedding;
    spec.model.network = selectionFromJson(network);
    return completedSpec(spec).model;
}

BenchmarkUpdates::BenchmarkUpdates(const torch::nn::Module& network)
    : m_parameters(trainableParameters(network))
    , m_optimiser(optimiserRegistry().make(completedSpec({}).training.optimiser, m_parameters))
    , m_passes(m_parameters.front().device(), torch::kFloat32, m_parameters)
{
}

void BenchmarkUpdates::update(const std::function<torch::Tensor()>& loss)
{
    update(LossPass{.compute = [&](const LossPass::Tensors&) { return BatchLoss{loss(), {}}; }});
}

LossPass::Tensors BenchmarkUpdates::update(const LossPass& pass)
{
    constexpr double kLongestGradient = 1.0;
    constexpr double kLearningRate = 1e-3;
    clearGradients(m_parameters);
    BatchLoss loss = m_passes.run(pass, 1.0);
    const double norm = gradientNorm(m_parameters);
    m_optimiser->step(kLearningRate, norm > kLongestGradient ? kLongestGradient / norm : 1.0);
    return std::move(loss.state);
}

torch::Tensor meanCrossEntropy(const torch::Tensor& logits, const torch::Tensor& labels)
{
    return labelFit(logits, labels, 0.0, Logits::GivenUp).crossEntropy
        / static_cast<double>(labels.numel());
}

SequenceRule SequenceRule::sized(const BenchmarkSize& size) const
{
    SequenceRule rule = *this;
    if (size.batch > 0)
        rule.count = size.batch;
    if (size.length > 0)
        rule.shortest = rule.longest = size.length;
    return rule;
}

MadeSequences::MadeSequences(const SequenceRule& rule)
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

std::vector<int64_t> MadeSequences::lengths() const
{
    std::vector<int64_t> lengths;
    for (const auto& ids : m_ids)
        lengths.push_back(static_cast<int64_t>(ids.size()));
    return lengths;
}

} // namespace core
