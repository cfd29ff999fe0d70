#include "core/probe/translation/opened_translation.h"

#include "core/nn/tensors.h"
#include "core/probe/plain_values.h"

namespace core {

std::vector<AttentionMap> attentionMaps(const std::vector<OpenedAttention>& attention)
{
    std::vector<AttentionMap> maps;
    for (const OpenedAttention& each : attention) {
        const torch::Tensor weights = each.weights[0]; // [heads, rows, columns]
        for (int64_t head = 0; head < weights.size(0); ++head) {
            AttentionMap map;
            map.group = each.group;
            map.layer = each.layer;
            map.head = head;
            map.rows = weights.size(1);
            map.columns = weights.size(2);
            map.weights = plainFloats(weights[head]);
            if (each.scores.defined())
                map.scores = plainFloats(each.scores[0][head]);
            map.formula = each.formula;
            maps.push_back(std::move(map));
        }
    }
    return maps;
}

std::vector<int64_t> scoreTokens(const torch::Tensor& logits, const std::vector<int64_t>& ids,
                                 std::vector<TargetToken>& tokens)
{
    const torch::Tensor logProbabilities
        = torch::log_softmax(logits[0].to(torch::kCPU, torch::kFloat64), 1); // [tokens, vocabulary]
    const auto [best, indices] = logProbabilities.max(1);
    std::vector<int64_t> likeliest;
    for (size_t i = 0; i < ids.size(); ++i) {
        const auto row = static_cast<int64_t>(i);
        tokens[i].logProbability = logProbabilities[row][ids[i]].item<double>();
        tokens[i].likeliestLogProbability = best[row].item<double>();
        likeliest.push_back(indices[row].item<int64_t>());
    }
    return likeliest;
}

} // namespace core
