#include "core/probe/fill_in/live_token_predictor.h"

#include "core/nn/tensors.h"

#include <algorithm>
#include <cmath>

namespace core {

void LiveTokenPredictor::rank(FilledPlace& place, const torch::Tensor& logs, int64_t id,
                              int64_t count) const
{
    const auto values = logs.accessor<float, 1>();
    place.unknown = id == kUnknownId;
    place.probability = std::exp(static_cast<double>(values[id]));
    place.rank = 1 + logs.gt(values[id]).sum().item<int64_t>();
    const auto [best, ids] = logs.topk(std::min(count, logs.size(0)));
    for (int64_t i = 0; i < ids.size(0); ++i)
        place.best.push_back({inputName(ids[i].item<int64_t>()),
                              std::exp(static_cast<double>(best[i].item<float>()))});
}

TextVerdict LiveTokenPredictor::verdict(const torch::Tensor& outputs, const Text&) const
{
    const torch::NoGradGuard noGradient;
    const auto [shares, ids] = outputs.to(torch::kCPU, torch::kFloat).softmax(1).max(1); // [tokens]
    TextVerdict verdict;
    for (int64_t token = 0; token < ids.size(0); ++token) {
        verdict.said.push_back(outputName(ids[token].item<int64_t>()));
        verdict.certainties.push_back(shares[token].item<float>());
    }
    return verdict;
}

LiveEncoder::Loss LiveTokenPredictor::loss(const torch::Tensor& outputs, const Text& text,
                                           const std::string&, LossOf of) const
{
    const torch::Tensor logs = torch::log_softmax(outputs.to(torch::kFloat), 1);
    const std::vector<int64_t> ids(text.ids.ids.begin(), text.ids.ids.begin() + logs.size(0));
    const torch::Tensor labels = tensorOf(std::vector<int64_t>(ids)).to(logs.device());
    const torch::Tensor losses = logs.gather(1, labels.unsqueeze(1)).neg().squeeze(1); // [tokens]
    if (of == LossOf::AllTokens)
        return {losses.mean(), {}, true};
    return {losses[losses.size(0) - 1], outputName(ids.back()), true};
}

} // namespace core
