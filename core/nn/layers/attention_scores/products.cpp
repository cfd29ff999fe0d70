#include "core/base/python_piece.h"
#include "core/nn/layers/attention_score.h"
#include "core/nn/layers/linear.h"
#include "core/nn/tensors.h"

#include <cmath>

// Scores that are products of the two states.

namespace core {

namespace {

torch::nn::Linear withoutBias(int64_t in, int64_t out)
{
    return torch::nn::Linear(torch::nn::LinearOptions(in, out).bias(false));
}

/// e = s · h.
///
/// Source: Luong et al. (2015), arXiv:1508.04025, equation 8, "dot".
class DotScore : public AttentionScore {
public:
    torch::Tensor keys(const torch::Tensor& memory) override { return memory; }
    torch::Tensor queries(const torch::Tensor& states) override { return states; }
    Formula formula() const override { return {"e_i = sᵀ h_i", R"tex(e_i = s^\top h_i)tex"}; }
    std::string pythonSource() const override { return pythonPiece("layers/score_dot"); }
    GraphValue graphKeys(GraphBuilder&, GraphValue memory) const override { return memory; }
    GraphValue graphQueries(GraphBuilder&, GraphValue states) const override { return states; }
};

/// e = s · h / √d, where d is the size of both.
///
/// Source: Vaswani et al. (2017), arXiv:1706.03762, section 3.2.1.
class ScaledDotScore : public AttentionScore {
public:
    explicit ScaledDotScore(int64_t size) : m_size(size) { }

    torch::Tensor keys(const torch::Tensor& memory) override { return memory; }
    torch::Tensor queries(const torch::Tensor& states) override
    {
        return states * (1.0 / std::sqrt(static_cast<double>(m_size)));
    }
    Formula formula() const override
    {
        return {"e_i = sᵀ h_i / √d", R"tex(e_i = s^\top h_i / \sqrt d)tex",
                "d = " + std::to_string(m_size)};
    }
    std::string pythonSource() const override { return pythonPiece("layers/score_scaled_dot"); }
    GraphValue graphKeys(GraphBuilder&, GraphValue memory) const override { return memory; }
    GraphValue graphQueries(GraphBuilder&, GraphValue states) const override
    {
        return states * (1.0 / std::sqrt(static_cast<double>(m_size)));
    }

private:
    int64_t m_size;
};

/// e = sᵀ W h. Parameter: key.weight, W [query, memory].
///
/// Source: Luong et al. (2015), arXiv:1508.04025, equation 8, "general".
class GeneralScore : public AttentionScore {
public:
    explicit GeneralScore(const AttentionSizes& sizes) : m_sizes(sizes)
    {
        m_key = register_module("key", withoutBias(sizes.memory, sizes.query));
    }

    torch::Tensor keys(const torch::Tensor& memory) override { return linear(m_key, memory); }
    torch::Tensor queries(const torch::Tensor& states) override { return states; }
    Formula formula() const override { return {"e_i = sᵀ W h_i", R"tex(e_i = s^\top W h_i)tex"}; }
    std::string pythonSource() const override
    {
        return pythonPiece("layers/score_general",
                           {{"QUERY", m_sizes.query}, {"MEMORY", m_sizes.memory}});
    }
    GraphValue graphKeys(GraphBuilder& builder, GraphValue memory) const override
    {
        return builder.linear(memory, m_key->weight, {});
    }
    GraphValue graphQueries(GraphBuilder&, GraphValue states) const override { return states; }

private:
    AttentionSizes m_sizes;
    torch::nn::Linear m_key{nullptr};
};

struct ReducedRankOptions {
    int64_t rank = 32;
};

/// e = (U s) · (V h): bilinear with a matrix UᵀV of at most the given rank. Parameters:
/// query.weight, U [rank, query]; key.weight, V [rank, memory].
///
/// Source: Manning, Stanford CS224n (2021), lecture 7, "reduced rank multiplicative attention".
class ReducedRankScore : public AttentionScore {
public:
    ReducedRankScore(const AttentionSizes& sizes, int64_t rank) : m_sizes(sizes), m_rank(rank)
    {
        m_query = register_module("query", withoutBias(sizes.query, rank));
        m_key = register_module("key", withoutBias(sizes.memory, rank));
    }

    torch::Tensor keys(const torch::Tensor& memory) override { return linear(m_key, memory); }
    torch::Tensor queryMatrix() const override { return m_query->weight; }
    Formula formula() const override
    {
        return {"e_i = (U s)ᵀ (V h_i)", R"tex(e_i = (U s)^\top (V h_i))tex"};
    }
    std::string pythonSource() const override
    {
        return pythonPiece(
            "layers/score_reduced_rank",
            {{"QUERY", m_sizes.query}, {"MEMORY", m_sizes.memory}, {"RANK", m_rank}});
    }
    GraphValue graphKeys(GraphBuilder& builder, GraphValue memory) const override
    {
        return builder.linear(memory, m_key->weight, {});
    }
    GraphValue graphQueries(GraphBuilder& builder, GraphValue states) const override
    {
        return builder.linear(states, m_query->weight, {});
    }

private:
    AttentionSizes m_sizes;
    int64_t m_rank;
    torch::nn::Linear m_query{nullptr};
    torch::nn::Linear m_key{nullptr};
};

} // namespace

AttentionEntry noAttention()
{
    return {AttentionRegistry::entry<NoOptions>(
        {.id = "none",
         .title = "None",
         .summary = "The decoder receives only the encoder's last state: the whole sentence in one "
                    "vector. Use it to demonstrate the bottleneck that attention removes.",
         .formula = {"s_0 = h_N", R"tex(s_0 = h_N)tex"}},
        Schema<NoOptions>(),
        [](const NoOptions&, const AttentionSizes&) { return std::shared_ptr<AttentionScore>(); })};
}

AttentionEntry dotAttention()
{
    return {AttentionRegistry::entry<NoOptions>(
                {.id = "dot",
                 .title = "Dot product",
                 .summary = "The product of the two states, without parameters. Decoder and "
                            "encoder states must have the same size.",
                 .formula = {"e_i = sᵀ h_i,  a = softmax(e),  c = Σ_i a_i h_i",
                             R"tex(e_i = s^\top h_i,
\quad a_i = \frac{\exp e_i}{\sum_j \exp e_j},
\quad c = \sum_i a_i h_i)tex"}},
                Schema<NoOptions>(),
                [](const NoOptions&, const AttentionSizes&) -> std::shared_ptr<AttentionScore> {
                    return std::make_shared<DotScore>();
                }),
            /*equalSizes=*/true};
}

AttentionEntry scaledDotAttention()
{
    return {
        AttentionRegistry::entry<NoOptions>(
            {.id = "scaled_dot",
             .title = "Scaled dot product",
             .summary = "The product of the two states, divided by the root of their size so that "
                        "large states do not saturate the softmax. It has no parameters; the "
                        "states must have the same size.",
             .formula = {"e_i = sᵀ h_i / √d,  a = softmax(e),  c = Σ_i a_i h_i",
                         R"tex(e_i = \frac{s^\top h_i}{\sqrt d},
\quad a_i = \frac{\exp e_i}{\sum_j \exp e_j},
\quad c = \sum_i a_i h_i)tex"}},
            Schema<NoOptions>(),
            [](const NoOptions&, const AttentionSizes& sizes) -> std::shared_ptr<AttentionScore> {
                return std::make_shared<ScaledDotScore>(sizes.query);
            }),
        /*equalSizes=*/true};
}

AttentionEntry generalAttention()
{
    return {AttentionRegistry::entry<NoOptions>(
        {.id = "general",
         .title = "Bilinear (general)",
         .summary = "The product of the two states with a learned matrix between them: for any "
                    "sizes, fast, and a good first choice.",
         .formula = {"e_i = sᵀ W h_i,  a = softmax(e),  c = Σ_i a_i h_i",
                     R"tex(e_i = s^\top W h_i,
\quad a_i = \frac{\exp e_i}{\sum_j \exp e_j},
\quad c = \sum_i a_i h_i)tex"}},
        Schema<NoOptions>(),
        [](const NoOptions&, const AttentionSizes& sizes) -> std::shared_ptr<AttentionScore> {
            return std::make_shared<GeneralScore>(sizes);
        })};
}

AttentionEntry reducedRankAttention()
{
    return {AttentionRegistry::entry<ReducedRankOptions>(
        {.id = "reduced_rank",
         .title = "Reduced rank",
         .summary = "Bilinear with a matrix of low rank: both states are first projected to a few "
                    "features. Fewer weights than bilinear if states are large.",
         .formula = {"e_i = (U s)ᵀ (V h_i),  a = softmax(e),  c = Σ_i a_i h_i",
                     R"tex(e_i = (U s)^\top (V h_i),
\quad a_i = \frac{\exp e_i}{\sum_j \exp e_j},
\quad c = \sum_i a_i h_i)tex"}},
        Schema<ReducedRankOptions>().add(
            &ReducedRankOptions::rank,
            {.name = "rank",
             .label = "Rank",
             .help = "Number of features in which states are compared. If alignments stay vague, "
                     "raise it. If the network overfits, lower it.",
             .unit = "features",
             .minimum = 1,
             .maximum = 8192,
             .logarithmic = true}),
        [](const ReducedRankOptions& options,
           const AttentionSizes& sizes) -> std::shared_ptr<AttentionScore> {
            return std::make_shared<ReducedRankScore>(sizes, options.rank);
        })};
}

} // namespace core
