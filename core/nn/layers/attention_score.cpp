#include "core/nn/layers/attention_score.h"

#include "core/nn/layers/linear.h"
#include "core/nn/tensors.h"

#include <limits>

namespace core {

// Each in a file of its own.
AttentionEntry noAttention();
AttentionEntry dotAttention();
AttentionEntry scaledDotAttention();
AttentionEntry generalAttention();
AttentionEntry concatAttention();
AttentionEntry additiveAttention();
AttentionEntry reducedRankAttention();

const std::vector<AttentionEntry>& attentionEntries()
{
    static const std::vector<AttentionEntry> entries
        = {noAttention(),     dotAttention(),      scaledDotAttention(),  generalAttention(),
           concatAttention(), additiveAttention(), reducedRankAttention()};
    return entries;
}

const AttentionEntry& attentionEntry(const std::string& kind)
{
    std::string known;
    for (const AttentionEntry& entry : attentionEntries()) {
        const std::string& id = entry.entry.description.id;
        if (id == kind)
            return entry;
        known += (known.empty() ? "" : ", ") + id;
    }
    throw Error(ErrorCode::BadSetting, {"There is no attention named \"%1\".", {shown(kind)}},
                {"Choose one of: %1.", {known}});
}

Attended attend(AttentionScore& score, const torch::Tensor& states, const torch::Tensor& keys,
                const torch::Tensor& memory, const torch::Tensor& padding)
{
    Attended result;
    result.scores = score.scores(score.queries(states), keys);
    if (padding.defined())
        result.scores = result.scores.masked_fill(padding.unsqueeze(1),
                                                  -std::numeric_limits<double>::infinity());
    result.weights = result.scores.softmax(2);
    result.context = torch::bmm(result.weights, memory);
    return result;
}

torch::Tensor AttentionScore::queries(const torch::Tensor& states)
{
    return linear(states, queryMatrix(), torch::Tensor());
}

torch::Tensor AttentionScore::scores(const torch::Tensor& queries, const torch::Tensor& keys) const
{
    return match() == Match::Product ? productScores(queries, keys)
                                     : tanhScores(queries, keys, weights());
}

torch::Tensor productScores(const torch::Tensor& queries, const torch::Tensor& keys)
{
    return torch::bmm(queries, keys.transpose(1, 2)); // [batch, count, length]
}

const Schema<TanhScoreOptions>& tanhScoreSchema()
{
    static const auto schema = Schema<TanhScoreOptions>().add(
        &TanhScoreOptions::size,
        {.name = "size",
         .label = "Score layer",
         .help = "Size of the tanh layer before the score. Alignments stay vague: raise it. Slow: "
                 "lower it. 0: the size of the decoder's state.",
         .unit = "features",
         .minimum = 0,
         .maximum = 8192});
    return schema;
}

} // namespace core
