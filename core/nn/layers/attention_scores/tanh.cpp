#include "core/base/python_piece.h"
#include "core/nn/layers/attention_score.h"
#include "core/nn/layers/linear.h"
#include "core/nn/tensors.h"

// Scores by a network with one hidden layer.

namespace core {

namespace {

torch::nn::Linear bare(int64_t in, int64_t out)
{
    return torch::nn::Linear(torch::nn::LinearOptions(in, out).bias(false));
}

/// e = v · tanh(W₁ s + W₂ h), with one matrix or two. Parameter: score.weight, v [1, size], which
/// is registered last.
class TanhScore : public AttentionScore {
public:
    Match match() const override { return Match::Tanh; }
    torch::Tensor weights() const override { return m_score->weight[0]; }
    torch::Tensor graphWeights() const override { return m_score->weight; }
    int64_t activationsPerScore() const override { return m_size; }
    std::string pythonSource() const override
    {
        return pythonPiece(m_piece, {{"QUERY", m_query}, {"MEMORY", m_memory}, {"SIZE", m_size}});
    }

protected:
    /// @param piece  the file of the class Score in Python.
    TanhScore(const AttentionSizes& sizes, int64_t size, const char* piece)
        : m_query(sizes.query), m_memory(sizes.memory), m_size(size), m_piece(piece)
    {
    }
    void addScore() { m_score = register_module("score", bare(m_size, 1)); }

    int64_t m_query, m_memory, m_size;

private:
    const char* m_piece;
    torch::nn::Linear m_score{nullptr};
};

/// e = v · tanh(W₁ s + W₂ h). Parameters: query.weight, W₁ [size, query]; key.weight, W₂ [size,
/// memory]; score.weight.
///
/// Source: Bahdanau et al. (2015), arXiv:1409.0473, appendix A.1.2.
class AdditiveScore : public TanhScore {
public:
    AdditiveScore(const AttentionSizes& sizes, int64_t size)
        : TanhScore(sizes, size, "layers/score_additive")
    {
        m_forQuery = register_module("query", bare(sizes.query, size));
        m_forKey = register_module("key", bare(sizes.memory, size));
        addScore();
    }

    torch::Tensor keys(const torch::Tensor& memory) override { return linear(m_forKey, memory); }
    torch::Tensor queryMatrix() const override { return m_forQuery->weight; }
    GraphValue graphKeys(GraphBuilder& builder, GraphValue memory) const override
    {
        return builder.linear(memory, m_forKey->weight, {});
    }
    GraphValue graphQueries(GraphBuilder& builder, GraphValue states) const override
    {
        return builder.linear(states, m_forQuery->weight, {});
    }
    Formula formula() const override
    {
        return {"e_i = vᵀ tanh(W₁ s + W₂ h_i)", R"tex(e_i = v^\top \tanh(W_1 s + W_2 h_i))tex"};
    }

private:
    torch::nn::Linear m_forQuery{nullptr}, m_forKey{nullptr};
};

/// e = v · tanh(W [s; h] + b). Parameters: hidden.weight, W [size, query + memory]; hidden.bias;
/// score.weight.
///
/// Source: Luong et al. (2015), arXiv:1508.04025, equation 8, "concat".
/// Differs: the bias b, which that equation leaves out. The product with [s; h] is computed as one
/// with s and one with h.
class ConcatScore : public TanhScore {
public:
    ConcatScore(const AttentionSizes& sizes, int64_t size)
        : TanhScore(sizes, size, "layers/score_concat")
    {
        m_hidden = register_module("hidden", torch::nn::Linear(sizes.query + sizes.memory, size));
        addScore();
    }

    torch::Tensor keys(const torch::Tensor& memory) override
    {
        return core::linear(memory, m_hidden->weight.narrow(1, m_query, m_memory), m_hidden->bias);
    }
    torch::Tensor queryMatrix() const override { return m_hidden->weight.narrow(1, 0, m_query); }
    GraphValue graphKeys(GraphBuilder& builder, GraphValue memory) const override
    {
        return matmul(memory, graphPart(builder, m_query, m_memory))
            + builder.weight(m_hidden->bias);
    }
    GraphValue graphQueries(GraphBuilder& builder, GraphValue states) const override
    {
        return matmul(states, graphPart(builder, 0, m_query));
    }
    Formula formula() const override
    {
        return {"e_i = vᵀ tanh(W [s; h_i] + b)", R"tex(e_i = v^\top \tanh(W\,[s; h_i] + b))tex"};
    }

private:
    /// Columns of W, transposed.
    GraphValue graphPart(GraphBuilder& builder, int64_t first, int64_t count) const
    {
        return builder.transpose(
            builder.slice(builder.weight(m_hidden->weight), 1, first, first + count), {1, 0});
    }

    torch::nn::Linear m_hidden{nullptr};
};

/// The size of the tanh layer; 0: that of the queries.
struct TanhScoreOptions {
    int64_t size = 0;
};

template <class Score> AttentionEntry tanhEntry(KindDescription description)
{
    return {AttentionRegistry::entry<TanhScoreOptions>(
        std::move(description),
        Schema<TanhScoreOptions>().add(
            &TanhScoreOptions::size,
            {.name = "size",
             .label = "Score layer",
             .help = "Size of the tanh layer before the score. If alignments stay vague, raise it. "
                     "If training is slow, lower it. 0: the size of the decoder's state.",
             .unit = "features",
             .minimum = 0,
             .maximum = 8192}),
        [](const TanhScoreOptions& options,
           const AttentionSizes& sizes) -> std::shared_ptr<AttentionScore> {
            return std::make_shared<Score>(sizes, options.size > 0 ? options.size : sizes.query);
        })};
}

} // namespace

AttentionEntry additiveAttention()
{
    return tanhEntry<AdditiveScore>(
        {.id = "additive",
         .title = "Additive (MLP)",
         .summary = "A small network with one hidden layer scores each pair of states: the first "
                    "attention of translation. Slower than products; often better with small "
                    "states.",
         .formula = {"e_i = vᵀ tanh(W₁ s + W₂ h_i),  a = softmax(e),  c = Σ_i a_i h_i",
                     R"tex(e_i = v^\top \tanh(W_1 s + W_2 h_i),
\quad a_i = \frac{\exp e_i}{\sum_j \exp e_j},
\quad c = \sum_i a_i h_i)tex"}});
}

AttentionEntry concatAttention()
{
    return tanhEntry<ConcatScore>(
        {.id = "concat",
         .title = "Concat",
         .summary = "A small network that reads both states side by side. Apart from its bias it "
                    "is the same function as additive.",
         .formula = {"e_i = vᵀ tanh(W [s; h_i] + b),  a = softmax(e),  c = Σ_i a_i h_i",
                     R"tex(e_i = v^\top \tanh(W\,[s; h_i] + b),
\quad a_i = \frac{\exp e_i}{\sum_j \exp e_j},
\quad c = \sum_i a_i h_i)tex"}});
}

} // namespace core
