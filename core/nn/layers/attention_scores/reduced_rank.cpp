#include "core/base/python_piece.h"
#include "core/nn/layers/attention_score.h"
#include "core/nn/layers/linear.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

struct ReducedRankOptions {
    int64_t rank = 32;
};

const Schema<ReducedRankOptions>& reducedRankSchema()
{
    static const auto schema = Schema<ReducedRankOptions>().add(
        &ReducedRankOptions::rank,
        {.name = "rank",
         .label = "Rank",
         .help = "Features in which states are compared. Alignments stay vague: raise it. "
                 "Overfitting: lower it.",
         .unit = "features",
         .minimum = 1,
         .maximum = 8192,
         .logarithmic = true});
    return schema;
}

/// e = (U s) · (V h): bilinear with a matrix UᵀV of at most the given rank. Parameters:
/// query.weight, U [rank, query]; key.weight, V [rank, memory].
///
/// Source: Manning, Stanford CS224n (2021), lecture 7, "reduced rank multiplicative attention".
class ReducedRankScore : public AttentionScore {
public:
    ReducedRankScore(const AttentionSizes& sizes, int64_t rank) : m_sizes(sizes), m_rank(rank)
    {
        using torch::nn::LinearOptions;
        m_query = register_module("query",
                                  torch::nn::Linear(LinearOptions(sizes.query, rank).bias(false)));
        m_key = register_module("key",
                                torch::nn::Linear(LinearOptions(sizes.memory, rank).bias(false)));
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

private:
    AttentionSizes m_sizes;
    int64_t m_rank;
    torch::nn::Linear m_query{nullptr};
    torch::nn::Linear m_key{nullptr};
};

} // namespace

AttentionEntry reducedRankAttention()
{
    return {AttentionRegistry::entry<ReducedRankOptions>(
        {.id = "reduced_rank",
         .title = "Reduced rank",
         .summary = "Bilinear with a matrix of low rank: both states are first brought to a few "
                    "features. Fewer weights than bilinear where states are large.",
         .formula = {"e_i = (U s)ᵀ (V h_i),  a = softmax(e),  c = Σ_i a_i h_i",
                     R"tex(e_i = (U s)^\top (V h_i),
\quad a_i = \frac{\exp e_i}{\sum_j \exp e_j},
\quad c = \sum_i a_i h_i)tex"}},
        reducedRankSchema(),
        [](const ReducedRankOptions& options,
           const AttentionSizes& sizes) -> std::shared_ptr<AttentionScore> {
            return std::make_shared<ReducedRankScore>(sizes, options.rank);
        })};
}

} // namespace core
