#include "core/base/python_piece.h"
#include "core/exchange/fasttext_model.h"
#include "core/model/word_vectors/context_learner.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/parallel_tasks.h"
#include "core/text/tokens/vocabulary.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace core {

namespace {

/// Names and defaults are those of fastText's commands skipgram and cbow, which calls them ws, neg,
/// t, minn, maxn and bucket; the exponent is fixed there.
struct ContextOptions {
    int64_t window = 5;
    int64_t negatives = 5;
    double threshold = 1e-4;
    double exponent = 0.5;
    int64_t minimumNgram = 3, maximumNgram = 6;
    int64_t buckets = 2000000;

    /// As fastText names them.
    FastTextArguments arguments() const
    {
        FastTextArguments all;
        all.window = static_cast<int32_t>(window);
        all.negatives = static_cast<int32_t>(negatives);
        all.sampling = threshold;
        all.buckets = maximumNgram > 0 ? static_cast<int32_t>(buckets) : 0;
        all.shortestNgram = static_cast<int32_t>(minimumNgram);
        all.longestNgram = static_cast<int32_t>(maximumNgram);
        return all;
    }
};

Schema<ContextOptions> contextSchema()
{
    return Schema<ContextOptions>()
        .add(&ContextOptions::window,
             {.name = "window",
              .label = "Window",
              .help = "Words on either side at most; for each word in the middle a number up to it "
                      "is drawn. Neighbours share a topic but not a kind: lower it. The other way "
                      "round: raise it.",
              .unit = "words",
              .minimum = 1,
              .maximum = 100})
        .add(&ContextOptions::negatives,
             {.name = "negatives",
              .label = "Negatives",
              .help = "Words drawn at random for each predicted word, whose score is lowered. With "
                      "little text, raise it to 10 or 20.",
              .unit = "words",
              .minimum = 1,
              .maximum = 100})
        .add(&ContextOptions::threshold,
             {.name = "threshold",
              .label = "Sampling threshold",
              .help = "Occurrences of words more frequent than this are left out at random. Rare "
                      "words have poor vectors: lower it. 0: all are kept.",
              .minimum = 0.0,
              .maximum = 1.0,
              .logarithmic = true,
              .formula = {"p(keep) = min(1, √(t/f) + t/f)",
                          R"tex(p(\text{keep}) = \min\left(1, \sqrt{t/f} + t/f\right))tex"}})
        .add(&ContextOptions::exponent,
             {.name = "exponent",
              .label = "Exponent of negatives",
              .help = "Negatives are drawn in proportion to this power of their counts: 0.5 as in "
                      "fastText, 0.75 as in word2vec. Frequent words are close to everything: "
                      "raise it.",
              .minimum = 0.0,
              .maximum = 1.0,
              .advanced = true})
        .add(&ContextOptions::minimumNgram,
             {.name = "minimum_ngram",
              .label = "Shortest n-gram",
              .help = "Characters of the shortest parts of words with vectors of their own.",
              .unit = "characters",
              .minimum = 1,
              .maximum = 30})
        .add(&ContextOptions::maximumNgram,
             {.name = "maximum_ngram",
              .label = "Longest n-gram",
              .help
              = "A word's vector is the mean of its own and those of its parts, so that words "
                "that were never seen have vectors too. 0: words have only their own, as in "
                "word2vec.",
              .unit = "characters",
              .minimum = 0,
              .maximum = 30})
        .add(&ContextOptions::buckets,
             {.name = "buckets",
              .label = "Buckets",
              .help = "N-grams are hashed to this many numbers; those with the same number share "
                      "a vector. If memory is short, lower it.",
              .minimum = 1,
              .maximum = 1e8,
              .advanced = true,
              .logarithmic = true});
}

/// Skip-gram or CBOW. Parameters: "input" [rows, dimension], whose rows are those of the words and
/// then of the n-grams that occur in them, in the order in which they first do; "output" [words,
/// dimension]. N-grams that no word of the vocabulary has keep no row; in fastText these have the
/// random numbers that they began with.
class ContextVectors : public WordVectorNetwork {
public:
    ContextVectors(ContextRule rule, const ContextOptions& options,
                   const WordVectorContext& context)
        : m_rule(rule)
        , m_options(options)
        , m_words(context.vocabularySize)
        , m_dimension(context.dimension)
        , m_sampler(context.counts, options.exponent)
        , m_keep(keepProbabilities(context.counts, options.threshold))
        , m_wordsTogether(wordsTogether(context.counts, m_keep, options.exponent,
                                        {options.window, options.negatives}))
    {
        const int64_t rows = m_words + nameRows(context);
        const auto empty = [&](int64_t count) {
            return context.weights == Weights::ShapesOnly
                ? torch::empty({count, m_dimension}, torch::kMeta)
                : torch::zeros({count, m_dimension});
        };
        m_input = register_parameter("input", empty(rows), false);
        m_output = register_parameter("output", empty(m_words), false);
        const double limit = 1.0 / static_cast<double>(m_dimension);
        if (context.weights == Weights::Fresh)
            m_input.uniform_(-limit, limit);
    }

    PredictionSums learn(const Passages& text, std::span<const int32_t> items, uint64_t seed,
                         double learningRate) override
    {
        return learner().run(text, items, seed, ContextLearner::Mode::Update,
                             static_cast<float>(learningRate));
    }

    PredictionSums measure(const Passages& text, uint64_t seed, const Monitor& monitor) override
    {
        constexpr int64_t kTogether = 256;
        PredictionSums sums;
        for (int64_t begin = 0; begin < text.count(); begin += kTogether) {
            std::vector<int32_t> items(
                static_cast<size_t>(std::min(kTogether, text.count() - begin)));
            std::iota(items.begin(), items.end(), static_cast<int32_t>(begin));
            const PredictionSums some
                = learner().run(text, items, seed, ContextLearner::Mode::Measure, 0.0F);
            sums.nats += some.nats;
            sums.predictions += some.predictions;
            monitor.report({{"Measuring the loss", {}},
                            static_cast<double>(begin + std::ssize(items))
                                / static_cast<double>(text.count())});
            monitor.throwIfStopped();
        }
        return sums;
    }

    torch::Tensor vectors() const override
    {
        if (!hasNgrams())
            return m_input.slice(0, 0, m_words);
        torch::Tensor all = torch::empty({m_words, m_dimension});
        chunkAll(m_words, [&](int64_t first, int64_t count) {
            for (int64_t word = first; word < first + count; ++word)
                writeMean(m_rows.of(static_cast<int32_t>(word)),
                          all.data_ptr<float>() + word * m_dimension);
        });
        return all;
    }

    torch::Tensor unseenVector(std::string_view word) const override
    {
        std::vector<int32_t> rows;
        for (const int64_t bucket : bucketsOf(word))
            if (const int32_t row = m_bucketRows[static_cast<size_t>(bucket)]; row >= 0)
                rows.push_back(row);
        if (rows.empty())
            return {};
        torch::Tensor vector = torch::empty({m_dimension});
        writeMean(rows, vector.data_ptr<float>());
        return vector;
    }

    /// Buckets that no word of the vocabulary has are rows of zeros.
    std::optional<FastTextModel> fastText() const override
    {
        FastTextModel model;
        model.arguments = m_options.arguments();
        model.arguments.dimension = static_cast<int32_t>(m_dimension);
        model.arguments.kind
            = m_rule == ContextRule::PredictContext ? FastTextKind::SkipGram : FastTextKind::Cbow;
        const auto append = [&](std::vector<float>& rows, const torch::Tensor& table, int64_t row) {
            const float* values = table.data_ptr<float>() + row * m_dimension;
            rows.insert(rows.end(), values, values + m_dimension);
        };
        for (int64_t word = kSpecialTokens; word < m_words; ++word) {
            append(model.input, m_input, word);
            append(model.output, m_output, word);
        }
        for (const int32_t row : m_bucketRows)
            if (row >= 0)
                append(model.input, m_input, row);
            else
                model.input.resize(model.input.size() + static_cast<size_t>(m_dimension));
        return model;
    }

    std::vector<LayerSummary> describe() const override
    {
        const std::string shape = "words x " + std::to_string(m_dimension);
        std::vector<LayerSummary> layers(2);
        layers[0].name = "input";
        layers[0].type = hasNgrams() ? "Vectors of words and n-grams" : "Vectors of words";
        layers[0].outputShape = shape;
        layers[0].parameters = m_input.numel();
        layers[0].flow = {TokenFlow::EachToken};
        layers[1].name = "output";
        layers[1].type = "Vectors of predicted words";
        layers[1].outputShape = shape;
        layers[1].parameters = m_output.numel();
        layers[1].flow
            = {m_rule == ContextRule::PredictWord ? TokenFlow::Window : TokenFlow::EachToken,
               2 * m_options.window + 1};
        return layers;
    }

    std::string pythonSource() const override
    {
        return pythonPiece("word_vectors/context",
                           {{"WORDS", m_words},
                            {"ROWS", m_input.size(0)},
                            {"DIMENSION", m_dimension},
                            {"MINIMUM_NGRAM", m_options.minimumNgram},
                            {"MAXIMUM_NGRAM", m_options.maximumNgram},
                            {"BUCKETS", m_options.buckets}});
    }

private:
    bool hasNgrams() const { return m_options.maximumNgram > 0; }

    std::vector<int64_t> bucketsOf(std::string_view word) const
    {
        std::vector<int64_t> buckets;
        appendNgramRows(word, m_options.arguments(), 0, buckets);
        return buckets;
    }

    /// Names the input rows of each word. @return the number of n-grams.
    int64_t nameRows(const WordVectorContext& context)
    {
        if (!context.word) // Only described: a guess.
            return hasNgrams() ? std::min(m_options.buckets, 10 * m_words) : 0;
        if (hasNgrams())
            m_bucketRows.assign(static_cast<size_t>(m_options.buckets), -1);
        auto next = static_cast<int32_t>(m_words);
        m_rows.offsets.assign(1, 0);
        for (int64_t id = 0; id < m_words; ++id) {
            m_rows.rows.push_back(static_cast<int32_t>(id));
            if (id >= kSpecialTokens)
                for (const int64_t bucket : bucketsOf(context.word(id))) {
                    int32_t& row = m_bucketRows[static_cast<size_t>(bucket)];
                    if (row < 0)
                        row = next++;
                    m_rows.rows.push_back(row);
                }
            m_rows.offsets.push_back(std::ssize(m_rows.rows));
        }
        return next - m_words;
    }

    void writeMean(std::span<const int32_t> rows, float* mean) const
    {
        const std::vector<float> shares(rows.size(), 1.0F / static_cast<float>(rows.size()));
        std::fill_n(mean, m_dimension, 0.0F);
        recurrentKernels().addGathered(std::ssize(rows), m_dimension, rows.data(), shares.data(),
                                       m_input.data_ptr<float>(), mean);
    }

    /// Made when it is first needed: its working memory, and the place of the tables.
    ContextLearner& learner()
    {
        const ContextLearner::Tables tables{m_input.data_ptr<float>(), m_output.data_ptr<float>(),
                                            m_dimension};
        if (!m_learner)
            m_learner = std::make_unique<ContextLearner>(
                ContextLearner::Rules{m_rule,
                                      {m_options.window, m_options.negatives},
                                      &m_rows,
                                      &m_sampler,
                                      m_keep,
                                      m_wordsTogether},
                tables);
        m_learner->setTables(tables);
        return *m_learner;
    }

    ContextRule m_rule;
    ContextOptions m_options;
    int64_t m_words, m_dimension;
    WordRows m_rows;
    std::vector<int32_t> m_bucketRows; ///< Row of each bucket; -1: no word has such an n-gram.
    WordSampler m_sampler;
    std::vector<float> m_keep;
    int64_t m_wordsTogether;
    torch::Tensor m_input, m_output;
    std::unique_ptr<ContextLearner> m_learner;
};

WordVectorEntry contextEntry(KindDescription description, ContextRule rule)
{
    return {{WordVectorRegistry::entry<ContextOptions>(
                 std::move(description), contextSchema(),
                 [rule](const ContextOptions& options, const WordVectorContext& context) {
                     return std::make_shared<ContextVectors>(rule, options, context);
                 }),
             [](const Json& json, const EmbeddingSpec&, std::vector<Problem>& problems) {
                 const ContextOptions options = contextSchema().fromJson(json);
                 if (options.maximumNgram > 0 && options.maximumNgram < options.minimumNgram)
                     problems.push_back(
                         {"model.network.maximum_ngram",
                          {"model.network.maximum_ngram is %1, less than minimum_ngram, %2; raise "
                           "it, or set it to 0 for no n-grams.",
                           {std::to_string(options.maximumNgram),
                            std::to_string(options.minimumNgram)}}});
             }}};
}

} // namespace

WordVectorEntry skipGramVectors()
{
    return contextEntry(
        {.id = "skip_gram",
         .title = "Skip-gram",
         .summary = "Each word predicts the words around it. Good for rare words and little text.",
         .formula
         = {"L = −Σ_c [ln σ(o_c · h_w) + Σ_negatives ln σ(−o_n · h_w)]",
            R"tex(L = -\sum_{c} \left[\ln \sigma(o_c \cdot h_w) + \sum_{n} \ln \sigma(-o_n \cdot h_w)\right])tex"}},
        ContextRule::PredictContext);
}

WordVectorEntry cbowVectors()
{
    return contextEntry(
        {.id = "cbow",
         .title = "CBOW",
         .summary = "The mean of the words around predicts the word in the middle. Several times "
                    "as fast as skip-gram; good for much text.",
         .formula
         = {"L = −ln σ(o_w · h̄) − Σ_negatives ln σ(−o_n · h̄), h̄ the mean over the window",
            R"tex(L = -\ln \sigma(o_w \cdot \bar h) - \sum_{n} \ln \sigma(-o_n \cdot \bar h))tex"}},
        ContextRule::PredictWord);
}

} // namespace core
