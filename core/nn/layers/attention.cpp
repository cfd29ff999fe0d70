#include "core/nn/layers/attention.h"

#include "core/base/error.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/linear.h"
#include "core/nn/tensors.h"
#include "core/nn/torch_compatibility.h"

#include <cmath>
#include <limits>

namespace core {

AttentionResult scaledDotProductAttention(const torch::Tensor& query, const torch::Tensor& key,
                                          const torch::Tensor& value, const torch::Tensor& mask,
                                          double dropout, const WeightsHook& hook)
{
    AttentionOperands operands{query, key, value, query.size(-1)};
    if (hook.operands)
        hook.operands(operands);
    const double scale = 1.0 / std::sqrt(static_cast<double>(operands.scale));
    torch::Tensor scores = torch::matmul(operands.queries * scale,
                                         operands.keys.transpose(-2, -1)); // [..., queries, keys]
    if (mask.defined())
        scores = scores.masked_fill(mask.logical_not(), -std::numeric_limits<double>::infinity());
    torch::Tensor weights = scores.softmax(-1); // [..., queries, keys]
    if (hook.weights)
        weights = hook.weights(weights,
                               mask.defined() ? mask : torch::ones_like(weights, torch::kBool));
    return {torch::matmul(dropOut(weights, dropout), operands.values), weights, scores};
}

namespace {

/// [batch, 1, queries or 1, keys] bool: true = may be looked at. The queries of a text that has
/// more keys belong to its last ones.
torch::Tensor maskOf(const TokenLayout& keyLayout, const TokenLayout& layout, Sight sight)
{
    const torch::Tensor real = keyLayout.mask().unsqueeze(1).unsqueeze(1);
    if (sight == Sight::All)
        return real;
    const auto integers = keyLayout.places().options();
    torch::Tensor places = torch::arange(layout.length(), integers).unsqueeze(0);
    if (keyLayout.lengths() != layout.lengths()) {
        const torch::Tensor before = tensorOf(std::vector<int64_t>(keyLayout.lengths()))
            - tensorOf(std::vector<int64_t>(layout.lengths())); // [batch]
        places = places + before.to(integers.device()).unsqueeze(1); // [batch, queries]
    }
    const torch::Tensor past = torch::arange(keyLayout.length(), integers)
        <= places.unsqueeze(2); // [batch, queries, keys]
    return real.logical_and(past.unsqueeze(1));
}

} // namespace

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

void MultiHeadAttentionImpl::turnByPlaces()
{
    const int64_t size = m_inWeight.size(1) / m_heads;
    if (size % 2 != 0)
        throw Error(
            ErrorCode::BadSetting,
            {"Rotary positions need heads of an even size; it is %1.", {std::to_string(size)}},
            {"Choose other heads, another embedding dimension, or learned positions.", {}});
    m_turns.emplace(size);
}

GraphValue MultiHeadAttentionImpl::graphProjected(GraphBuilder& builder, GraphValue x,
                                                  int64_t firstBlock, int64_t blocks) const
{
    const int64_t features = m_inWeight.size(1), first = firstBlock * features,
                  end = first + blocks * features;
    const GraphValue rows = builder.slice(builder.weight(m_inWeight), 0, first, end);
    return matmul(x, builder.transpose(rows, {1, 0}))
        + builder.slice(builder.weight(m_inBias), 0, first, end);
}

GraphValue MultiHeadAttentionImpl::graph(GraphBuilder& builder, GraphValue tokens,
                                         GraphValue places, GraphValue mask,
                                         GraphValue& keysValues) const
{
    const int64_t features = m_inWeight.size(1);
    GraphValue projected = graphProjected(builder, tokens, 0, 3);
    if (m_turns)
        projected = builder.join(
            {m_turns->graph(builder, builder.slice(projected, 2, 0, 2 * features), places),
             builder.slice(projected, 2, 2 * features)},
            2);
    const GraphValue added = builder.slice(projected, 2, features);
    keysValues = keysValues.defined() ? builder.join({keysValues, added}, 1) : added;
    return graphAcross(builder, builder.slice(projected, 2, 0, features), keysValues, mask);
}

GraphValue MultiHeadAttentionImpl::graphAcross(GraphBuilder& builder, GraphValue queries,
                                               GraphValue keysValues, GraphValue mask) const
{
    const int64_t features = m_inWeight.size(1), size = features / m_heads;
    const auto heads = [&](GraphValue x, const std::vector<int64_t>& axes) {
        return builder.transpose(builder.reshape(x, {0, 0, m_heads, size}), axes);
    };
    const GraphValue q = heads(queries * (1.0 / std::sqrt(static_cast<double>(size))),
                               {0, 2, 1, 3}); // [batch, heads, length, size]
    const GraphValue k = heads(builder.slice(keysValues, 2, 0, features), {0, 2, 3, 1});
    const GraphValue v = heads(builder.slice(keysValues, 2, features), {0, 2, 1, 3});
    const GraphValue scores = matmul(q, k);
    const GraphValue weights = builder.softmax(
        mask.defined() ? builder.fillWhere(scores, !mask, -std::numeric_limits<double>::infinity())
                       : scores,
        3);
    const GraphValue together
        = builder.reshape(builder.transpose(matmul(weights, v), {0, 2, 1, 3}), {0, 0, features});
    return builder.linear(together, m_out->weight, m_out->bias);
}

torch::Tensor MultiHeadAttentionImpl::project(const torch::Tensor& tokens, int64_t firstBlock,
                                              int64_t blocks)
{
    const int64_t features = m_inWeight.size(1);
    if (blocks == 3)
        return linear(tokens, m_inWeight, m_inBias);
    return linear(tokens, m_inWeight.narrow(0, firstBlock * features, blocks * features),
                  m_inBias.narrow(0, firstBlock * features, blocks * features));
}

torch::Tensor MultiHeadAttentionImpl::projectOwn(const torch::Tensor& tokens,
                                                 const torch::Tensor& places, int64_t longest)
{
    const torch::Tensor projected = project(tokens, 0, 3);
    if (!m_turns)
        return projected;
    const int64_t features = tokens.size(1);
    return torch::cat({(*m_turns)(projected.narrow(1, 0, 2 * features), places, longest),
                       projected.narrow(1, 2 * features, features)},
                      1);
}

torch::Tensor MultiHeadAttentionImpl::forward(const torch::Tensor& tokens,
                                              const TokenLayout& layout, Sight sight)
{
    if (!isFloatOnCpu(tokens))
        return among(tokens, layout, sight, Wanted::Output).output;
    const torch::Tensor projected = projectOwn(tokens, layout.places(), layout.length());
    return linear(m_out, packedSelfAttention(projected, layout, {m_heads, weightDropout(), sight}));
}

AttentionResult MultiHeadAttentionImpl::open(const torch::Tensor& tokens, const TokenLayout& layout,
                                             Sight sight, const WeightsHook& hook)
{
    return among(tokens, layout, sight, Wanted::Everything, hook);
}

AttentionResult MultiHeadAttentionImpl::among(const torch::Tensor& tokens,
                                              const TokenLayout& layout, Sight sight, Wanted wanted,
                                              const WeightsHook& hook)
{
    const int64_t features = tokens.size(1);
    const torch::Tensor projected = projectOwn(tokens, layout.places(), layout.length());
    return attendPadded(projected.narrow(1, 0, features), layout,
                        projected.narrow(1, features, 2 * features), layout, sight, wanted, hook);
}

torch::Tensor MultiHeadAttentionImpl::goOn(const torch::Tensor& tokens, const ContinuedTexts& texts,
                                           torch::Tensor& keysValues, AttentionResult* opened,
                                           const WeightsHook& hook)
{
    const int64_t features = tokens.size(1);
    const torch::Tensor projected = projectOwn(tokens, texts.places(), texts.length());
    const torch::Tensor queries = projected.narrow(1, 0, features);
    const torch::Tensor all
        = texts.joined(keysValues, projected.narrow(1, features, 2 * features)); // [whole tokens]
    if (opened == nullptr && texts.oneTokenEach() && !torch::GradMode::is_enabled()) {
        keysValues = all.contiguous().view({texts.added().batch(), -1, 2 * features});
        return linear(m_out, cachedAttention(queries, keysValues, keysValues.size(1), m_heads));
    }
    keysValues = texts.whole().unpack(all);
    if (opened == nullptr && isFloatOnCpu(tokens))
        return linear(m_out,
                      packedCrossAttention(queries, texts.added(), all, texts.whole(),
                                           {m_heads, weightDropout(), Sight::Past}));
    const AttentionResult result
        = attendPadded(queries, texts.added(), all, texts.whole(), Sight::Past,
                       opened == nullptr ? Wanted::Output : Wanted::Everything, hook);
    if (opened != nullptr)
        *opened = result;
    return result.output;
}

torch::Tensor MultiHeadAttentionImpl::across(const torch::Tensor& tokens, const TokenLayout& layout,
                                             const torch::Tensor& memory,
                                             const TokenLayout& memoryLayout)
{
    if (!isFloatOnCpu(tokens))
        return attendPadded(project(tokens, 0, 1), layout, keysAndValues(memory), memoryLayout,
                            Sight::All, Wanted::Output)
            .output;
    return linear(m_out,
                  packedCrossAttention(project(tokens, 0, 1), layout, keysAndValues(memory),
                                       memoryLayout, {m_heads, weightDropout(), Sight::All}));
}

AttentionResult MultiHeadAttentionImpl::openAcross(const torch::Tensor& tokens,
                                                   const TokenLayout& layout,
                                                   const torch::Tensor& memory,
                                                   const TokenLayout& memoryLayout,
                                                   const WeightsHook& hook)
{
    return attendPadded(project(tokens, 0, 1), layout, keysAndValues(memory), memoryLayout,
                        Sight::All, Wanted::Everything, hook);
}

AttentionResult MultiHeadAttentionImpl::attendPadded(const torch::Tensor& queries,
                                                     const TokenLayout& layout,
                                                     const torch::Tensor& keysValues,
                                                     const TokenLayout& keyLayout, Sight sight,
                                                     Wanted wanted, const WeightsHook& hook)
{
    const auto heads = [this](const torch::Tensor& packed, const TokenLayout& its, int64_t parts) {
        return its.unpack(packed)
            .view({its.batch(), its.length(), parts, m_heads, -1})
            .permute({2, 0, 3, 1, 4}); // [parts, batch, heads, length, size]
    };
    const torch::Tensor split = heads(keysValues.contiguous(), keyLayout, 2);
    const torch::Tensor query = heads(queries.contiguous(), layout, 1)[0];
    const torch::Tensor mask = maskOf(keyLayout, layout, sight);
    AttentionResult result;
    if (wanted == Wanted::Output)
        result.output = fusedAttention(query, split[0], split[1], mask, weightDropout());
    if (!result.output.defined())
        result = scaledDotProductAttention(query, split[0], split[1], mask, weightDropout(), hook);
    const torch::Tensor joined
        = result.output.transpose(1, 2).flatten(2, 3); // [batch, length, features]
    result.output = linear(m_out, layout.pack(joined));
    return result;
}

torch::Tensor MultiHeadAttentionImpl::keysAndValues(const torch::Tensor& memory)
{
    return project(memory, 1, 2);
}

torch::Tensor MultiHeadAttentionImpl::step(const torch::Tensor& tokens, KeyValueCache& cache)
{
    const int64_t features = tokens.size(1);
    const torch::Tensor projected = project(tokens, 0, 3); // [rows, 3 * features]
    cache.append(projected.narrow(1, features, 2 * features));
    return linear(m_out,
                  cachedAttention(projected.narrow(1, 0, features), cache.keysValues(),
                                  cache.length(), m_heads));
}

torch::Tensor MultiHeadAttentionImpl::stepAcross(const torch::Tensor& tokens,
                                                 const torch::Tensor& keysValues,
                                                 const SentenceRows& rows,
                                                 torch::Tensor* meanWeights)
{
    return linear(m_out,
                  sentenceAttention(project(tokens, 0, 1), keysValues, rows, m_heads, meanWeights));
}

} // namespace core
