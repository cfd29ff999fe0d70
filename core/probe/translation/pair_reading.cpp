#include "core/probe/translation/live_translator.h"

#include "core/model/translation_batch.h"
#include "core/nn/tensors.h"
#include "core/probe/translation/changed_translator.h"
#include "core/probe/translation/translated_sources.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace core {

namespace {

class PairReading : public CellReading {
public:
    PairReading(const ScoredNetwork& network, const DecodingSpec& decoding, const Example& pair)
        : m_network(network)
        , m_decoding(decoding)
        , m_ofTruth(!pair.reference.empty())
        , m_source(network.pipelines.source->ids(pair.text))
    {
        m_decoding.search = {"greedy", Json::object()};
        m_target = m_ofTruth ? network.pipelines.target->ids(pair.reference) : written({}).tokens;
        for (const int32_t id : m_source)
            m_sourceTokens.push_back(network.pipelines.source->token(id));
        m_fedTokens.push_back(network.pipelines.target->token(kBeginId));
        for (const int32_t id : m_target)
            m_fedTokens.push_back(network.pipelines.target->token(id));
    }

    const std::vector<std::string>& tokens(size_t stack) const override
    {
        return stack == 0 ? m_sourceTokens : m_fedTokens;
    }

    void cut(size_t stack, int64_t length) override
    {
        const auto kept = static_cast<size_t>(length);
        if (stack == 0) {
            m_source.resize(kept);
            m_sourceTokens.resize(kept);
            return;
        }
        m_fedTokens.resize(kept); // <bos> y_1 ...: what would follow is the end, or y_kept.
        m_next = kept <= m_target.size() ? m_target[kept - 1] : static_cast<int32_t>(kEndId);
        m_target.resize(kept - 1);
    }

    torch::Tensor run(const CellLook& look, const AttentionHook& attention) const override
    {
        return m_network.network.open(batch(1), attention, look).logits; // [1, tokens, vocabulary]
    }

    void runCopies(size_t stack, int64_t copies, const CellLook& look) const override
    {
        if (stack == 0)
            m_network.network.encodeSeen(batch(copies).source, look);
        else
            m_network.network.open(batch(copies), {}, look);
    }

    TextVerdict verdict(const torch::Tensor&, const CellLook& look) const override
    {
        const Hypothesis said = written(look);
        TextVerdict verdict;
        verdict.said.push_back(m_network.pipelines.target->text(said.tokens));
        verdict.certainties.push_back(static_cast<float>(std::exp(said.logProbability)));
        return verdict;
    }

    Loss loss(const torch::Tensor& outputs, LossOf of) const override
    {
        std::vector<int64_t> labels(m_target.begin(), m_target.end());
        labels.push_back(m_next);
        const torch::Tensor own = tensorOf(std::move(labels)).to(outputs.device());
        const torch::Tensor logs = torch::log_softmax(outputs[0].to(torch::kFloat), 1);
        const torch::Tensor nats = logs.gather(1, own.unsqueeze(1)).squeeze(1).neg(); // [tokens]
        return {of == LossOf::AllTokens ? nats.mean() : nats[-1],
                m_network.pipelines.target->text(m_target), m_ofTruth};
    }

    IdRow source() const { return m_source; }
    IdRow target() const { return m_target; }

private:
    TranslationBatch batch(int64_t copies) const
    {
        const std::vector<IdRow> sources(static_cast<size_t>(copies), IdRow(m_source));
        const std::vector<IdRow> targets(static_cast<size_t>(copies), IdRow(m_target));
        return translationBatch(sources, targets, m_network.device);
    }

    Hypothesis written(const CellLook& look) const
    {
        ChangedTranslator changed(m_network.network, {}, look);
        Generator& generator = look.hook ? static_cast<Generator&>(changed) : m_network.network;
        const IdRow row(m_source);
        const auto found = translateAll(
            generator, {&row, 1}, m_network.pipelines.target->vocabularySize(),
            jobOf(m_decoding, 1, m_network.pipelines.target), m_network.device, Monitor());
        return found.front().best.empty() ? Hypothesis() : found.front().best.front();
    }

    ScoredNetwork m_network;
    DecodingSpec m_decoding;
    bool m_ofTruth;
    std::vector<int32_t> m_source, m_target; ///< Without marks.
    int32_t m_next = static_cast<int32_t>(kEndId); ///< The token that follows the target.
    std::vector<std::string> m_sourceTokens, m_fedTokens;
};

class PairBatch : public CellBatch {
public:
    PairBatch(const ScoredNetwork& network, const DecodingSpec& decoding,
              std::span<const Example> pairs)
        : m_network(network)
    {
        for (const Example& each : pairs)
            m_pairs.push_back(std::make_unique<PairReading>(network, decoding, each));
    }

    void keepFirst(int64_t texts) override
    {
        m_pairs.resize(static_cast<size_t>(texts));
        std::stable_sort(m_pairs.begin(), m_pairs.end(), [](const auto& one, const auto& other) {
            return one->target().size() > other->target().size();
        });
    }
    std::vector<int64_t> lengths(size_t stack) const override
    {
        std::vector<int64_t> all;
        for (const auto& pair : m_pairs)
            all.push_back(std::ssize(pair->tokens(stack)));
        return all;
    }
    torch::Tensor losses(const CellLook& look, CellReading::LossOf of) const override
    {
        std::vector<IdRow> sources, targets;
        for (const auto& pair : m_pairs) {
            sources.push_back(pair->source());
            targets.push_back(pair->target());
        }
        const torch::Tensor logits // [pairs, tokens, vocabulary]
            = m_network.network.open(translationBatch(sources, targets, m_network.device), {}, look)
                  .logits;
        std::vector<torch::Tensor> losses;
        for (size_t i = 0; i < m_pairs.size(); ++i) {
            const torch::Tensor own = logits.narrow(0, static_cast<int64_t>(i), 1)
                                          .narrow(1, 0, predictedTokens(targets[i]));
            losses.push_back(m_pairs[i]->loss(own, of).value);
        }
        return torch::stack(losses);
    }

private:
    ScoredNetwork m_network;
    std::vector<std::unique_ptr<PairReading>> m_pairs;
};

} // namespace

std::unique_ptr<CellBatch> readPairs(const ScoredNetwork& network, const DecodingSpec& decoding,
                                     std::span<const Example> pairs)
{
    return std::make_unique<PairBatch>(network, decoding, pairs);
}

std::unique_ptr<CellReading> readPair(const ScoredNetwork& network, const DecodingSpec& decoding,
                                      const Example& pair)
{
    return std::make_unique<PairReading>(network, decoding, pair);
}

} // namespace core
