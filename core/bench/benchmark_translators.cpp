#include "core/bench/benchmark_products.h"
#include "core/bench/benchmark_work.h"
#include "core/decode/translate.h"
#include "core/model/translation_batch.h"
#include "core/model/translator.h"
#include "core/nn/tensors.h"

#include <algorithm>

namespace core {

namespace {

constexpr int64_t kVocabulary = 8000;
constexpr int64_t kFeatures = 256; ///< Size of embeddings, states and keys.
constexpr int64_t kTransformerLayers = 3; ///< In the encoder and in the decoder.
constexpr int64_t kFeedForward = 512;
constexpr RecurrentShape kEncoder{4, 2, 1, kFeatures, kFeatures};

/// Sources and their translations.
struct PairRules {
    SequenceRule sources, targets;

    PairRules(int64_t count, const BenchmarkSize& size)
        : sources(SequenceRule{count, 8, 30, kVocabulary}.sized(size)), targets(sources)
    {
        targets.first = 100000;
    }
};

/// Lengths of the sentences of a batch.
struct PairLengths {
    std::vector<int64_t> sources;
    std::vector<int64_t> predicted; ///< Tokens of the translations, end marks included.
};

using MadeTranslator = std::shared_ptr<Translator>;

/// @param longest  tokens of a sentence.  @param dropout  of the embeddings.
MadeTranslator madeTranslator(const Json& network, int64_t longest, double dropout)
{
    constexpr int64_t kMarks = 2; // Begin and end.
    TranslatorContext context;
    context.sourceVocabulary = context.targetVocabulary = kVocabulary;
    context.longestSource = longest;
    context.longestTarget = longest + kMarks;
    context.embedding.dimension = kFeatures;
    context.embedding.dropout = dropout;
    return makeTranslator(benchmarkModel(network, context.embedding), context);
}

// ---- LSTM with attention ---------------------------------------------------------------------

/// The encoder-decoder of lecture 003: the state before a step looks at the source, and what it
/// finds goes into the step and into the output layer.
MadeTranslator lstmTranslator(int64_t longest)
{
    return madeTranslator({{"kind", "seq2seq"},
                           {"cell", "lstm"},
                           {"layers", kEncoder.layers},
                           {"hidden_size", kEncoder.hidden},
                           {"bidirectional", false},
                           {"bridge", "none"},
                           {"attention", "concat"},
                           {"query", "previous"},
                           {"readout", "concat"},
                           {"dropout", 0.5},
                           {"readout_dropout", 0.0}},
                          longest, 0.5);
}

/// The encoder, and the keys that its states give.
void addLstmEncoder(ProductCount& count, const std::vector<int64_t>& sources)
{
    const int64_t tokens = totalOf(sources);
    addRecurrent(count, kEncoder, tokens, static_cast<int64_t>(sources.size()), FirstState::Zero);
    count.add(tokens, kFeatures, kFeatures);
}

/// @param rows  steps of all hypotheses.  @param pairs  of a row and a source token.
void addLstmDecoder(ProductCount& count, int64_t rows, int64_t pairs)
{
    count.add(rows, kFeatures, kFeatures); // queries
    count.add(pairs, kFeatures, 1); // scores
    count.add(pairs, 1, kFeatures); // contexts
    RecurrentShape decoder = kEncoder;
    decoder.input = 2 * kFeatures; // embedding and context
    addRecurrent(count, decoder, rows, 0, FirstState::Learned);
    count.add(rows, 3 * kFeatures, kVocabulary); // of state, context and embedding
}

void addLstmTranslator(ProductCount& count, const PairLengths& lengths)
{
    addLstmEncoder(count, lengths.sources);
    addLstmDecoder(count, totalOf(lengths.predicted), pairsOf(lengths.sources, lengths.predicted));
}

// ---- Transformer -----------------------------------------------------------------------------

MadeTranslator transformerTranslator(int64_t longest)
{
    return madeTranslator({{"kind", "transformer_seq2seq"},
                           {"encoder_layers", kTransformerLayers},
                           {"decoder_layers", kTransformerLayers},
                           {"heads", 8},
                           {"feed_forward_size", kFeedForward},
                           {"dropout", 0.1},
                           {"final_norm", true}},
                          longest, 0.0);
}

void addTransformerTranslator(ProductCount& count, const PairLengths& lengths)
{
    const int64_t sources = totalOf(lengths.sources), targets = totalOf(lengths.predicted);
    for (int64_t layer = 0; layer < kTransformerLayers; ++layer) {
        addAttention(count, kFeatures, sources, sources, pairsOf(lengths.sources, lengths.sources));
        addFeedForward(count, kFeatures, kFeedForward, sources);
        addAttention(count, kFeatures, targets, targets, causalPairsOf(lengths.predicted));
        addAttention(count, kFeatures, targets, sources,
                     pairsOf(lengths.sources, lengths.predicted));
        addFeedForward(count, kFeatures, kFeedForward, targets);
    }
    count.add(targets, kFeatures, kVocabulary);
}

// ---- Work ------------------------------------------------------------------------------------

/// A translator and what it multiplies.
struct TranslatorKind {
    MadeTranslator (*make)(int64_t longest);
    void (*addProducts)(ProductCount&, const PairLengths&);
};

class TranslatorTraining : public BenchmarkWork {
public:
    TranslatorTraining(const TranslatorKind& kind, const PairRules& rules, torch::Device device)
        : m_kind(kind)
        , m_sources(rules.sources)
        , m_targets(rules.targets)
        , m_network(onDevice(kind.make(rules.sources.longest), device))
        , m_pairs(labelledPairs(plainPairs(m_sources.rows(), m_targets.rows()), device))
        , m_updates(*m_network)
    {
    }

    void step() override
    {
        m_updates.update([&] {
            return meanCrossEntropy(m_network->forward(m_pairs.batch, 1.0), m_pairs.labels);
        });
    }
    int64_t tokens() const override { return m_pairs.labels.numel(); }
    int64_t flops() const override
    {
        PairLengths lengths{m_sources.lengths(), m_targets.lengths()};
        for (int64_t& length : lengths.predicted)
            ++length;
        ProductCount count(ProductCount::Pass::Training);
        m_kind.addProducts(count, lengths);
        return count.flops();
    }

private:
    TranslatorKind m_kind;
    MadeSequences m_sources, m_targets;
    MadeTranslator m_network;
    LabelledPairs m_pairs;
    BenchmarkUpdates m_updates;
};

/// Beam search whose hypotheses may not end before the last step: so many for each sentence.
class BeamDecoding : public BenchmarkWork {
public:
    /// @param steps  tokens that are written of each sentence.
    BeamDecoding(const SequenceRule& sources, int64_t steps, torch::Device device)
        : m_steps(steps)
        , m_device(device)
        , m_sources(sources)
        , m_network(onDevice(lstmTranslator(std::max(sources.longest, steps)), device))
    {
        m_network->eval();
        m_job.search = {"beam", {{"width", kWidth}, {"minimum_length", steps - 1}}};
        m_job.lengthFactor = 0.0;
        m_job.lengthMargin = steps;
    }

    void step() override
    {
        const torch::NoGradGuard noGradient;
        m_written = 0;
        for (const FoundTranslations& found :
             translateAll(*m_network, m_sources.rows(), kVocabulary, m_job, m_device, {})) {
            const Hypothesis& best = found.best.front();
            m_written += static_cast<int64_t>(best.tokens.size()) + (best.ended ? 1 : 0);
        }
    }
    int64_t tokens() const override { return m_written; }
    /// One hypothesis a sentence at the first step, kWidth at each later one.
    int64_t flops() const override
    {
        const std::vector<int64_t> lengths = m_sources.lengths();
        const int64_t rows = 1 + kWidth * (m_steps - 1); // of each sentence
        ProductCount count(ProductCount::Pass::Forward);
        addLstmEncoder(count, lengths);
        addLstmDecoder(count, rows * static_cast<int64_t>(lengths.size()), rows * totalOf(lengths));
        return count.flops();
    }

private:
    static constexpr int64_t kWidth = 5;

    int64_t m_steps;
    torch::Device m_device;
    MadeSequences m_sources;
    MadeTranslator m_network;
    TranslationJob m_job;
    int64_t m_written = 0; ///< In the last step, end marks included.
};

BenchmarkEntry translator(const char* name, const TranslatorKind& kind)
{
    return {name, [kind](const BenchmarkSize& size, torch::Device device) {
                return std::make_unique<TranslatorTraining>(kind, PairRules(64, size), device);
            }};
}

std::unique_ptr<BenchmarkWork> beam(const BenchmarkSize& size, torch::Device device)
{
    constexpr int64_t kSteps = 30;
    return std::make_unique<BeamDecoding>(PairRules(16, size).sources,
                                          size.length > 0 ? size.length : kSteps, device);
}

} // namespace

std::vector<BenchmarkEntry> translatorBenchmarks()
{
    return {
        translator("nmt_lstm_attention", {lstmTranslator, addLstmTranslator}),
        translator("nmt_transformer", {transformerTranslator, addTransformerTranslator}),
        {"beam5", beam},
    };
}

} // namespace core
