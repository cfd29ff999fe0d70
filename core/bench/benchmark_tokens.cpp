#include "core/bench/benchmark_products.h"
#include "core/bench/benchmark_sequences.h"
#include "core/bench/benchmark_work.h"
#include "core/nn/batch/token_layout.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/embedding.h"
#include "core/nn/layers/recurrent.h"
#include "core/nn/layers/token_output.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

constexpr int64_t kWords = 10000;

// ---- Tagging ---------------------------------------------------------------------------------

constexpr int64_t kTags = 17;
constexpr RecurrentShape kTaggerShape{4, 1, 2, 100, 128};

RecurrentOptions lstmOptions(const RecurrentShape& shape, double dropout)
{
    RecurrentOptions options;
    options.inputSize = shape.input;
    options.hiddenSize = shape.hidden;
    options.layers = shape.layers;
    options.bidirectional = shape.directions == 2;
    options.dropout = dropout;
    return options;
}

/// logits_t = W [h_t forward; h_t backward] + b of a bidirectional LSTM.
class TaggerNetwork : public torch::nn::Module {
public:
    TaggerNetwork()
        : m_embedding(register_module("embedding", Embedding(kWords, kTaggerShape.input)))
        , m_rnn(register_module("rnn", Recurrent(lstmOptions(kTaggerShape, 0.0))))
        , m_output(register_module("output", torch::nn::Linear(2 * kTaggerShape.hidden, kTags)))
    {
    }

    /// @return [tokens, tags], texts one after another, no padding.
    torch::Tensor forward(const SequenceBatch& batch)
    {
        const TokenLayout layout(batch);
        const torch::Tensor states
            = m_rnn(m_embedding(batch.ids), batch.lengths).output; // [batch, length, 2 hidden]
        return m_output(layout.pack(states));
    }

private:
    Embedding m_embedding;
    Recurrent m_rnn;
    torch::nn::Linear m_output;
};

class TaggerTraining : public BenchmarkWork {
public:
    explicit TaggerTraining(const SequenceRule& texts)
        : m_texts(texts)
        , m_batch(paddedBatch(m_texts.rows(), torch::kCPU))
        , m_tags(tagsOf(m_texts.lengths()))
        , m_updates(m_network)
    {
    }

    void step() override
    {
        m_updates.update([&] { return meanCrossEntropy(m_network.forward(m_batch), m_tags); });
    }
    int64_t tokens() const override { return totalOf(m_texts.lengths()); }
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
    torch::Tensor m_tags;
    TaggerNetwork m_network;
    BenchmarkUpdates m_updates;
};

// ---- Language model --------------------------------------------------------------------------

constexpr RecurrentShape kLanguageShape{4, 2, 1, 200, 200};

/// The LSTM language model of Zaremba et al. (2014), arXiv:1409.2329: dropout everywhere but on
/// the way through time.
class LanguageNetwork : public torch::nn::Module {
public:
    LanguageNetwork()
        : m_embedding(register_module("embedding", Embedding(kWords, kLanguageShape.input)))
        , m_rnn(register_module("rnn", Recurrent(lstmOptions(kLanguageShape, kDropout))))
        , m_output(register_module(
              "output", TokenOutput(kLanguageShape.hidden, kWords, TokenOutputImpl::Table::Own)))
    {
    }

    /// @param state  of the step before; becomes that after the batch, without its history.
    /// @return [batch * length, vocabulary]; the sequences are equally long.
    torch::Tensor forward(const SequenceBatch& batch, RecurrentState& state)
    {
        const torch::Tensor embedded = dropOut(m_embedding(batch.ids), kDropout);
        const RecurrentOutput read = m_rnn(embedded, batch.lengths, state);
        state = {read.state.hidden.detach(), read.state.cell.detach()};
        return m_output(dropOut(read.output.flatten(0, 1), kDropout));
    }

private:
    static constexpr double kDropout = 0.2;

    Embedding m_embedding;
    Recurrent m_rnn;
    TokenOutput m_output;
};

/// The next token of each: the first `length` tokens of a sequence are read, all but its first
/// are predicted.
class LanguageTraining : public BenchmarkWork {
public:
    /// @param texts  equally long.
    explicit LanguageTraining(const SequenceRule& texts) : m_texts(texts), m_updates(m_network)
    {
        const SequenceBatch all = paddedBatch(m_texts.rows(), torch::kCPU);
        const int64_t length = texts.longest - 1;
        m_batch = {all.ids.narrow(1, 0, length).contiguous(), all.lengths - 1};
        m_next = all.ids.narrow(1, 1, length).reshape(-1);
    }

    void step() override
    {
        m_updates.update(
            [&] { return meanCrossEntropy(m_network.forward(m_batch, m_state), m_next); });
    }
    int64_t tokens() const override { return m_next.numel(); }
    int64_t flops() const override
    {
        ProductCount count(ProductCount::Pass::Training);
        addRecurrent(count, kLanguageShape, tokens(), m_batch.ids.size(0), FirstState::Given);
        count.add(tokens(), kLanguageShape.hidden, kWords);
        return count.flops();
    }

private:
    MadeSequences m_texts;
    LanguageNetwork m_network;
    BenchmarkUpdates m_updates;
    SequenceBatch m_batch;
    torch::Tensor m_next; ///< [batch * length]
    RecurrentState m_state;
};

std::unique_ptr<BenchmarkWork> languageModel(const BenchmarkSize& size)
{
    constexpr int64_t kLength = 35;
    SequenceRule texts = SequenceRule{20, kLength, kLength, kWords}.sized(size);
    texts.shortest = ++texts.longest; // One token more: what the last one is followed by.
    return std::make_unique<LanguageTraining>(texts);
}

} // namespace

std::vector<BenchmarkEntry> tokenBenchmarks()
{
    return {
        {"tagger",
         [](const BenchmarkSize& size) {
             return std::make_unique<TaggerTraining>(SequenceRule{32, 5, 60, kWords}.sized(size));
         }},
        {"lm_lstm", languageModel},
    };
}

} // namespace core
