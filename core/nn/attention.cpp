#include "core/nn/attention.h"

#include "core/base/error.h"
#include "core/nn/dropout.h"
#include "core/nn/packed_attention.h"

#include <torch/torch.h>

#include <cmath>
#include <limits>

namespace core {

AttentionResult scaledDotProductAttention(const torch::Tensor& query, const torch::Tensor& key,
                                          const torch::Tensor& value, const torch::Tensor& mask,
                                          double dropout)
{
    const double scale = 1.0 / std::sqrt(static_cast<double>(query.size(-1)));
    torch::Tensor scores
        = torch::matmul(query * scale, key.transpose(-2, -1)); // [..., queries, keys]
    if (mask.defined())
        scores = scores.masked_fill(mask.logical_not(), -std::numeric_limits<double>::infinity());
    const torch::Tensor weights = scores.softmax(-1); // [..., queries, keys]
    return {torch::matmul(dropOut(weights, dropout), value), weights};
}

MultiHeadAttentionImpl::MultiHeadAttentionImpl(int64_t features, int64_t heads, double dropout)
    : m_heads(heads), m_dropout(dropout)
{
    if (heads < 1 || features % heads != 0)
        throw Error(
            ErrorCode::BadSetting,
            {"%1 heads do not divide %2 features.",
             {std::to_string(heads), std::to_string(features)}},
            {"Choose a number of heads that divides the dimension without a remainder.", {}});
    m_inWeight = register_parameter("in_proj_weight", torch::empty({3 * features, features}));
    m_inBias = register_parameter("in_proj_bias", torch::zeros({3 * features}));
    torch::nn::init::xavier_uniform_(m_inWeight);
    m_out = register_module("out_proj", torch::nn::Linear(features, features));
    torch::nn::init::zeros_(m_out->bias);
}

torch::Tensor MultiHeadAttentionImpl::forward(const torch::Tensor& tokens,
                                              const TokenLayout& layout)
{
    if (!tokens.is_cpu() || tokens.scalar_type() != torch::kFloat32)
        return open(tokens, layout).output;
    const torch::Tensor projected
        = torch::nn::functional::linear(tokens, m_inWeight, m_inBias); // [tokens, 3 * features]
    return m_out(packedSelfAttention(projected, layout, m_heads, weightDropout()));
}

AttentionResult MultiHeadAttentionImpl::open(const torch::Tensor& tokens, const TokenLayout& layout)
{
    const torch::Tensor projected = layout.unpack(torch::nn::functional::linear(
        tokens, m_inWeight, m_inBias)); // [batch, length, 3 * features]
    const torch::Tensor heads = projected.view({layout.batch(), layout.length(), 3, m_heads, -1})
                                    .permute({2, 0, 3, 1, 4}); // [3, batch, heads, length, size]
    AttentionResult result = scaledDotProductAttention(
        heads[0], heads[1], heads[2], layout.mask().unsqueeze(1).unsqueeze(1), weightDropout());
    const torch::Tensor joined
        = result.output.transpose(1, 2).flatten(2, 3); // [batch, length, features]
    return {m_out(layout.pack(joined)), result.weights};
}

} // namespace core
