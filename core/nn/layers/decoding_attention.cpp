#include "core/nn/layers/decoding_attention.h"

#include "core/nn/kernels/attention_sweep.h"
#include "core/nn/layers/attention.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

using torch::Tensor;

constexpr int64_t kGrowth = 16; ///< Tokens by which a cache grows.

/// A sweep whose keys and values stand side by side in rows of 2 * features.
AttentionSweep sweepOver(const Tensor& queries, const Tensor& keysValues, int64_t heads)
{
    const int64_t features = queries.size(1);
    const float* keys = keysValues.data_ptr<float>();
    AttentionSweep sweep;
    sweep.heads = heads;
    sweep.size = features / heads;
    sweep.queries = {queries.data_ptr<float>(), features};
    sweep.keys = {keys, 2 * features};
    sweep.values = {keys + features, 2 * features};
    return sweep;
}

/// [rows, features]; the weights of all texts go to `weights`.
Tensor swept(const AttentionSweep& sweep, int64_t rows, Tensor* weights = nullptr)
{
    const Tensor all = torch::empty({weightCount(sweep.texts, sweep.heads)});
    Tensor output = torch::empty({rows, sweep.heads * sweep.size});
    attendForward(sweep, all.data_ptr<float>(), {output.data_ptr<float>(), output.size(1)});
    if (weights != nullptr)
        *weights = all;
    return output;
}

/// Neighbouring rows of one sentence are the queries of one text, so its keys are read once.
std::vector<AttentionText> textsOf(const SentenceRows& rows, int64_t heads)
{
    std::vector<AttentionText> texts;
    for (size_t row = 0; row < rows.sentence.size(); ++row) {
        if (row > 0 && rows.sentence[row] == rows.sentence[row - 1]) {
            ++texts.back().queries;
            continue;
        }
        const auto sentence = static_cast<size_t>(rows.sentence[row]);
        texts.push_back({.query = static_cast<int64_t>(row),
                         .queries = 1,
                         .key = rows.layout.offsets()[sentence],
                         .keys = rows.layout.lengths()[sentence],
                         .weight = weightCount(texts, heads)});
    }
    return texts;
}

/// [rows, length] of all weights of `texts`.
Tensor meanOverHeads(const Tensor& weights, const std::vector<AttentionText>& texts, int64_t heads,
                     int64_t rows, int64_t length)
{
    Tensor mean = torch::zeros({rows, length});
    for (const AttentionText& text : texts)
        mean.narrow(0, text.query, text.queries)
            .narrow(1, 0, text.keys)
            .copy_(weights.narrow(0, text.weight, heads * text.queries * text.keys)
                       .view({heads, text.queries, text.keys})
                       .mean(0));
    return mean;
}

/// Attention of one query a row over its own keys, by plain operations.
/// @param keysValues [rows, keys, 2 * features]; @param mask as scaledDotProductAttention.
Tensor plainAttention(const Tensor& queries, const Tensor& keysValues, int64_t heads,
                      const Tensor& mask, Tensor* meanWeights = nullptr)
{
    const int64_t rows = queries.size(0);
    const Tensor split = keysValues.view({rows, keysValues.size(1), 2, heads, -1})
                             .permute({2, 0, 3, 1, 4}); // [2, rows, heads, keys, size]
    const AttentionResult result = scaledDotProductAttention(
        queries.view({rows, heads, 1, -1}), split[0], split[1], mask); // [rows, heads, 1, size]
    if (meanWeights != nullptr)
        *meanWeights = result.weights.mean(1).squeeze(1);
    return result.output.flatten(1);
}

} // namespace

void KeyValueCache::append(const Tensor& keysValues)
{
    if (m_length == 0 || m_length == m_keysValues.size(1)) {
        const Tensor grown = torch::empty(
            {keysValues.size(0), m_length + kGrowth, keysValues.size(1)}, keysValues.options());
        if (m_length > 0)
            grown.narrow(1, 0, m_length).copy_(m_keysValues);
        m_keysValues = grown;
    }
    m_keysValues.select(1, m_length).copy_(keysValues);
    ++m_length;
}

void KeyValueCache::select(const Tensor& rows)
{
    if (m_length > 0)
        m_keysValues = m_keysValues.index_select(0, rows);
}

Tensor cachedAttention(const Tensor& queries, const Tensor& keysValues, int64_t length,
                       int64_t heads)
{
    const torch::NoGradGuard noGradient;
    const Tensor own = queries.contiguous();
    if (!isFloatOnCpu(queries))
        return plainAttention(own, keysValues.narrow(1, 0, length).contiguous(), heads, {});
    AttentionSweep sweep = sweepOver(own, keysValues, heads);
    for (int64_t row = 0; row < own.size(0); ++row)
        sweep.texts.push_back({.query = row,
                               .queries = 1,
                               .key = row * keysValues.size(1),
                               .keys = length,
                               .weight = row * heads * length});
    return swept(sweep, own.size(0));
}

Tensor sentenceAttention(const Tensor& queries, const Tensor& keysValues, const SentenceRows& rows,
                         int64_t heads, Tensor* meanWeights)
{
    const torch::NoGradGuard noGradient;
    const Tensor own = queries.contiguous();
    if (!isFloatOnCpu(own)) {
        const Tensor index = torch::tensor(rows.sentence, torch::kInt64).to(own.device());
        const Tensor mask = rows.layout.mask().index_select(0, index); // [rows, length]
        return plainAttention(own, rows.layout.unpack(keysValues).index_select(0, index), heads,
                              mask.unsqueeze(1).unsqueeze(1), meanWeights);
    }
    AttentionSweep sweep = sweepOver(own, keysValues, heads);
    sweep.texts = textsOf(rows, heads);
    Tensor weights;
    const Tensor output = swept(sweep, own.size(0), &weights);
    if (meanWeights != nullptr)
        *meanWeights
            = meanOverHeads(weights, sweep.texts, heads, own.size(0), rows.layout.length());
    return output;
}

} // namespace core
