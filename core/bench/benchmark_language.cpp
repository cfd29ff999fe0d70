#include "core/bench/benchmark_products.h"
#include "core/bench/benchmark_work.h"
#include "core/model/text_network.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

/// A language model and the windows that it is trained on.
struct LanguageCase {
    SequenceRule windows; ///< All windows have the same length.
    int64_t dimension; ///< Dimension of the embedding.
    double dropout; ///< Dropout of the embedding.
    Json network;
    bool carries; ///< States are carried from window to window.
    /// Adds the network's products up to its states.
    void (*addProducts)(ProductCount&, const LanguageCase&, int64_t tokens);

    int64_t option(const char* name) const { return network.at(name).get<int64_t>(); }
};

std::shared_ptr<TextNetwork> makeLanguageNetwork(const LanguageCase& work)
{
    NetworkContext context;
    context.vocabularySize = context.outputs = work.windows.vocabulary;
    context.maximumLength = work.windows.longest;
    context.embedding.dimension = work.dimension;
    context.embedding.dropout = work.dropout;
    return makeTextNetwork(benchmarkModel(work.network, context.embedding), findHead("next_token"),
                           context);
}

/// As the task trains: the next token of each, the state carried on without its history.
class LanguageTraining : public BenchmarkWork {
public:
    LanguageTraining(const LanguageCase& work, torch::Device device)
        : m_case(work)
        , m_windows(oneLonger(work.windows))
        , m_network(onDevice(makeLanguageNetwork(work), device))
        , m_updates(*m_network)
    {
        const SequenceBatch all = paddedBatch(m_windows.rows(), device);
        const int64_t length = work.windows.longest;
        m_batch = {all.ids.narrow(1, 0, length).contiguous(), all.lengths - 1};
        m_next = all.ids.narrow(1, 1, length).reshape(-1);
    }

    void step() override
    {
        LossPass pass{.inputs = {m_batch.ids, m_next},
                      .shape = m_carried.isEmpty() ? "begins" : "goes on",
                      .compute
                      = [this](const LossPass::Tensors& inputs) { return computed(inputs); },
                      .finish = {}};
        pass.inputs.insert(pass.inputs.end(), m_carried.parts.begin(), m_carried.parts.end());
        m_carried.parts = m_updates.update(pass);
    }
    int64_t tokens() const override { return m_next.numel(); }
    int64_t flops() const override
    {
        ProductCount count(ProductCount::Pass::Training);
        m_case.addProducts(count, m_case, tokens());
        count.add(tokens(), m_network->encoder().features(), m_case.windows.vocabulary);
        return count.flops();
    }

private:
    /// One token more: what the last one is followed by.
    static SequenceRule oneLonger(SequenceRule windows)
    {
        windows.shortest = ++windows.longest;
        return windows;
    }

    /// @param inputs  ids, the next tokens, and the states before.
    BatchLoss computed(const LossPass::Tensors& inputs)
    {
        CarriedState carried{{inputs.begin() + 2, inputs.end()}};
        const torch::Tensor logits
            = m_network->forward({inputs[0], m_batch.lengths}, m_case.carries ? &carried : nullptr);
        carried.detach();
        return {meanCrossEntropy(logits.flatten(0, 1), inputs[1]), {}, {}, carried.parts};
    }

    LanguageCase m_case;
    MadeSequences m_windows;
    std::shared_ptr<TextNetwork> m_network;
    BenchmarkUpdates m_updates;
    SequenceBatch m_batch;
    torch::Tensor m_next; ///< [batch * length]
    CarriedState m_carried;
};

void addLstm(ProductCount& count, const LanguageCase& work, int64_t tokens)
{
    constexpr int64_t kGates = 4;
    addRecurrent(count,
                 {kGates, work.option("layers"), 1, work.dimension, work.option("hidden_size")},
                 tokens, work.windows.count, FirstState::Given);
}

void addDecoder(ProductCount& count, const LanguageCase& work, int64_t tokens)
{
    const std::vector<int64_t> lengths(static_cast<size_t>(work.windows.count),
                                       work.windows.longest);
    for (int64_t layer = 0; layer < work.option("layers"); ++layer) {
        addAttention(count, work.dimension, tokens, tokens, causalPairsOf(lengths));
        addFeedForward(count, work.dimension, work.option("feed_forward_size"), tokens);
    }
}

/// Writes texts of the likeliest tokens behind one token, each from states that are kept, or with
/// the whole texts read again.
class LanguageWriting : public BenchmarkWork {
public:
    enum class Memory { Kept, ReadAgain };
    /// @param work  its windows are as long as what is written.
    LanguageWriting(const LanguageCase& work, Memory memory, torch::Device device)
        : m_case(work)
        , m_memory(memory)
        , m_device(device)
        , m_network(onDevice(makeLanguageNetwork(work), device))
    {
        m_network->eval();
    }

    void step() override
    {
        const torch::NoGradGuard noGradient;
        torch::Tensor texts = torch::full({m_case.windows.count, 1}, kFirst,
                                          torch::TensorOptions(torch::kInt64).device(m_device));
        CarriedState carried;
        while (texts.size(1) <= m_case.windows.longest) {
            const bool kept = m_memory == Memory::Kept;
            const torch::Tensor read = kept ? texts.narrow(1, texts.size(1) - 1, 1) : texts;
            const SequenceBatch batch{read,
                                      torch::full({read.size(0)}, read.size(1), torch::kInt64)};
            const torch::Tensor logits = m_network->forward(batch, kept ? &carried : nullptr);
            texts = torch::cat({texts, logits.select(1, read.size(1) - 1).argmax(1, true)}, 1);
        }
    }
    int64_t tokens() const override { return m_case.windows.count * m_case.windows.longest; }
    int64_t flops() const override
    {
        ProductCount count(ProductCount::Pass::Forward);
        const bool kept = m_memory == Memory::Kept; // Then each token is multiplied once.
        LanguageCase read = m_case;
        for (int64_t length = kept ? m_case.windows.longest : 1; length <= m_case.windows.longest;
             ++length) {
            read.windows.longest = length;
            const int64_t all = m_case.windows.count * length;
            m_case.addProducts(count, read, all);
            count.add(all, m_network->encoder().features(), m_case.windows.vocabulary);
        }
        return count.flops();
    }

private:
    static constexpr int64_t kFirst = 4; ///< Behind the special tokens.

    LanguageCase m_case;
    Memory m_memory;
    torch::Device m_device;
    std::shared_ptr<TextNetwork> m_network;
};

BenchmarkEntry languageWriting(const char* name, const LanguageCase& work,
                               LanguageWriting::Memory memory)
{
    return {name, [=](const BenchmarkSize& size, torch::Device device) {
                LanguageCase sized = work;
                sized.windows = work.windows.sized(size);
                return std::make_unique<LanguageWriting>(sized, memory, device);
            }};
}

BenchmarkEntry languageModel(const char* name, const LanguageCase& work)
{
    return {name, [work](const BenchmarkSize& size, torch::Device device) {
                LanguageCase sized = work;
                sized.windows = work.windows.sized(size);
                sized.windows.shortest = sized.windows.longest;
                return std::make_unique<LanguageTraining>(sized, device);
            }};
}

} // namespace

std::vector<BenchmarkEntry> languageBenchmarks()
{
    // The LSTM language model of Zaremba et al. (2014), arXiv:1409.2329: dropout everywhere but on
    // the way through time.
    const Json lstm{{"kind", "lstm"},
                    {"layers", 2},
                    {"hidden_size", 200},
                    {"bidirectional", false},
                    {"dropout", 0.2}};
    // The small GPT of nanoGPT's example for processors, on characters.
    const Json decoder{{"kind", "transformer_decoder"},
                       {"layers", 4},
                       {"heads", 4},
                       {"feed_forward_size", 512},
                       {"dropout", 0.0}};
    const LanguageCase written{{1, 256, 256, 65}, 128, 0.0, decoder, false, addDecoder};
    using Memory = LanguageWriting::Memory;
    return {
        languageModel("lm_lstm", {{20, 35, 35, 10000}, 200, 0.2, lstm, true, addLstm}),
        languageModel("lm_transformer", {{12, 64, 64, 65}, 128, 0.0, decoder, false, addDecoder}),
        languageWriting("lm_transformer_generation", written, Memory::Kept),
        languageWriting("lm_transformer_uncached", written, Memory::ReadAgain)};
}

} // namespace core
