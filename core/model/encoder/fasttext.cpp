#include "core/base/python_piece.h"
#include "core/model/encoder/encoder.h"
#include "core/nn/layers/layer_hook.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

/// fastText's own multiplier for word n-grams (Dictionary::addWordNgrams). Ids stay under 2^31, so
/// the product fits an int64 here and in Python's tensors.
constexpr int64_t kHashMultiplier = 116049371;

struct FastTextOptions {
    int64_t buckets = 50000;
};

/// s = mean(vectors of the T words and T - 1 bigrams).
///
/// Source: Joulin et al. (2016), "Bag of Tricks for Efficient Text Classification",
/// arXiv:1607.01759. Bigram (a, b) of ids has row 1 + (a * 116049371 + b) mod buckets; row 0 is
/// padding. Differs: the hash is of ids, not of letters; bigram vectors start at zero, so that a
/// pair never seen in training adds nothing. Parameters: embedding, bigrams.
class FastTextEncoder : public Encoder {
public:
    FastTextEncoder(const FastTextOptions& options, const EncoderContext& encoderContext)
        : Encoder(encoderContext), m_options(options)
    {
        m_bigrams = register_module(
            "bigrams", Embedding(options.buckets + 1, dimension(), encoderContext.weights));
        if (encoderContext.weights == Weights::Fresh) {
            const torch::NoGradGuard noGradient;
            m_bigrams->weight.zero_();
        }
    }

    Encoded forward(const SequenceBatch& batch, AttentionLook*, CarriedState*) override
    {
        const torch::Tensor padding = batch.mask().logical_not(); // [batch, length]
        torch::Tensor sums = embeddedSums(table(), batch.ids.masked_fill(padding, 0),
                                          "embedding"); // [batch, dimension]
        const int64_t pairCount = batch.ids.size(1) - 1;
        if (pairCount > 0) {
            const torch::Tensor rows
                = (batch.ids.narrow(1, 0, pairCount) * kHashMultiplier
                   + batch.ids.narrow(1, 1, pairCount))
                      .remainder(m_options.buckets)
                      .add(1)
                      .masked_fill(padding.narrow(1, 1, pairCount), 0); // [batch, length - 1]
            sums = sums + embeddedSums(m_bigrams, rows, "bigrams");
        }
        const torch::Tensor count = 2 * lengthsOn(batch.ids.device(), batch.lengths) - 1; // [batch]
        return {{}, observed(*this, "mean", sums / count.unsqueeze(1))};
    }

    EncoderTraits traits() const override { return {}; }
    int64_t features() const override { return dimension(); }
    HeadOptions headOptions() const override { return {}; }

    std::vector<LayerSummary> describe(const std::string& length) const override
    {
        return {embeddingSummary(length),
                layerSummary("bigrams", "Hashed bigram embedding",
                             "batch x (" + length + " - 1) x " + std::to_string(dimension()),
                             *m_bigrams, {TokenFlow::Window, 2}),
                {.name = "mean",
                 .type = "Mean over words and bigrams",
                 .outputShape = "batch x " + std::to_string(dimension()),
                 .flow = {TokenFlow::Pool}}};
    }

    /// The vectors themselves are kept only for their dropout; the ids count as two floats each.
    int64_t activationsPerToken(int64_t length) const override
    {
        return dimension() / length + 6 + (context().embedding.dropout > 0.0 ? 4 * dimension() : 0);
    }

    GraphEncoded graph(GraphBuilder& builder, const GraphTexts& texts) const override
    {
        const GraphValue padding = !texts.mask, ids = texts.ids;
        const GraphValue hashes
            = builder.slice(ids, 1, 0, -1) * static_cast<double>(kHashMultiplier)
            + builder.slice(ids, 1, 1);
        const GraphValue buckets
            = builder.number(static_cast<double>(m_options.buckets), torch::kLong);
        const GraphValue pairs
            = builder.fillWhere(remainder(hashes, buckets) + 1.0, builder.slice(padding, 1, 1), 0);
        const GraphValue sums = graphSums(builder, table(), builder.fillWhere(ids, padding, 0))
            + graphSums(builder, m_bigrams, pairs);
        const GraphValue count = texts.lengths * 2.0 - 1.0;
        return {{}, sums / builder.unsqueeze(builder.cast(count, torch::kFloat), 1)};
    }

    std::string pythonSource() const override
    {
        return pythonPiece("encoders/fasttext",
                           {{"TABLES", pythonTables()},
                            {"ROWS", m_options.buckets + 1},
                            {"BUCKETS", m_options.buckets},
                            {"MULTIPLIER", kHashMultiplier},
                            {"DIMENSION", dimension()}});
    }

private:
    FastTextOptions m_options;
    Embedding m_bigrams{nullptr};
};

} // namespace

EncoderEntry fastTextEncoder()
{
    return encoderEntry<FastTextEncoder>(
        {.id = "fasttext",
         .title = "fastText",
         .summary = "The mean of the vectors of words and of neighbouring pairs, then a "
                    "linear layer. As fast as the mean, and it has one vector for \"not "
                    "good\". Use it for large, simple tasks.",
         .formula = {"y = W · 1/(2T − 1) (Σ_t e_t + Σ_t e_{t,t+1}) + b",
                     R"tex(y = W\,\frac{1}{2T-1}\left(\sum_{t=1}^{T} e_t + \sum_{t=1}^{T-1}
e_{t,t+1}\right) + b)tex"}},
        Schema<FastTextOptions>().add(
            &FastTextOptions::buckets,
            {.name = "buckets",
             .label = "Bigram buckets",
             .help
             = "Pairs of words share this many vectors by a hash. If there are many texts and "
               "validation accuracy stays low, raise it. If training is slow or memory is short, "
               "lower it.",
             .unit = "vectors",
             .minimum = 1,
             .maximum = 10000000,
             .logarithmic = true}));
}

} // namespace core
