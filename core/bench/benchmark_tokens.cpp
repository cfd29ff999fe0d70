#include "core/bench/benchmark_products.h"
#include "core/bench/benchmark_work.h"
#include "core/model/text_network.h"
#include "core/nn/batch/token_layout.h"
#include "core/nn/layers/crf.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

constexpr int64_t kTags = 17;
constexpr RecurrentShape kTaggerShape{4, 1, 2, 100, 128};

std::shared_ptr<TextNetwork> makeTagger(const SequenceRule& texts, const char* head)
{
    NetworkContext context;
    context.vocabularySize = texts.vocabulary;
    context.outputs = kTags;
    context.maximumLength = texts.longest;
    context.embedding.dimension = kTaggerShape.input;
    context.embedding.dropout = 0.0;
    const Json network{{"kind", "lstm"},
                       {"layers", kTaggerShape.layers},
                       {"hidden_size", kTaggerShape.hidden},
                       {"bidirectional", true},
                       {"dropout", 0.0}};
    return makeTextNetwork(benchmarkModel(network, context.embedding), findHead(head), context);
}

/// As the task trains: the tags of all tokens, by themselves or as a CRF.
class TaggerTraining : public BenchmarkWork {
public:
    TaggerTraining(const SequenceRule& texts, const char* head, torch::Device device)
        : m_texts(texts)
        , m_batch(paddedBatch(m_texts.rows(), device))
        , m_offsets(TokenLayout(m_batch).offsets())
        , m_tags(tagsOf(m_texts.lengths()).to(device))
        , m_network(onDevice(makeTagger(texts, head), device))
        , m_head(dynamic_cast<const TagHead&>(m_network->head()))
        , m_updates(*m_network)
    {
    }

    void step() override
    {
        m_updates.update([&] {
            const torch::Tensor scores = m_network->forward(m_batch); // [tokens, tags]
            return m_head.hasCrf()
                ? crfLoss(scores, m_tags, m_offsets, m_head.crf()) / static_cast<double>(tokens())
                : meanCrossEntropy(scores, m_tags);
        });
    }
    int64_t tokens() const override { return m_tags.numel(); }
    int64_t flops() const override
    {
        const std::vector<int64_t> lengths = m_texts.lengths();
        ProductCount count(ProductCount::Pass::Training);
        addRecurrent(count, kTaggerShape, totalOf(lengths), static_cast<int64_t>(lengths.size()),
                     FirstState::Zero);
        count.add(totalOf(lengths), 2 * kTaggerShape.hidden, kTags);
        return count.flops();
    }

private:
    /// [tokens], texts one after another.
    static torch::Tensor tagsOf(const std::vector<int64_t>& lengths)
    {
        std::vector<torch::Tensor> tags;
        for (const int64_t length : lengths) {
            const auto text = static_cast<int64_t>(tags.size());
            tags.push_back(torch::arange(text, text + length).remainder(kTags));
        }
        return torch::cat(tags);
    }

    MadeSequences m_texts;
    SequenceBatch m_batch;
    std::vector<int64_t> m_offsets; ///< Offsets of the texts in m_tags.
    torch::Tensor m_tags;
    std::shared_ptr<TextNetwork> m_network;
    const TagHead& m_head;
    BenchmarkUpdates m_updates;
};

BenchmarkEntry tagger(const char* name, const char* head)
{
    return {name, [head](const BenchmarkSize& size, torch::Device device) {
                return std::make_unique<TaggerTraining>(
                    SequenceRule{32, 5, 60, /*vocabulary=*/10000}.sized(size), head, device);
            }};
}

} // namespace

std::vector<BenchmarkEntry> tokenBenchmarks()
{
    return {tagger("tagger", "tag"), tagger("tagger_crf", "crf")};
}

} // namespace core
