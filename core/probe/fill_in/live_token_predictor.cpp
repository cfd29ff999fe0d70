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
    const auto [shares, ids]
        = predictionScores(outputs).to(torch::kCPU).softmax(1).max(1); // [tokens]
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
    const torch::Tensor logs = sides(outputs).log_softmax(2);
    const std::vector<int64_t> ids(text.ids.ids.begin(), text.ids.ids.begin() + logs.size(0));
    const torch::Tensor labels = tensorOf(std::vector<int64_t>(ids)).to(logs.device());
    const torch::Tensor losses
        = logs.gather(2, labels.view({-1, 1, 1}).expand({-1, logs.size(1), 1})).neg().mean({1, 2});
    if (of == LossOf::AllTokens) { // Probabilities of <unk> are none of the words in its place.
        const torch::Tensor known = labels != kUnknownId;
        return {known.any().item<bool>() ? losses.masked_select(known).mean() : losses.mean(),
                {},
                true};
    }
    const int64_t token = of == LossOf::FirstToken ? 0 : losses.size(0) - 1;
    return {losses[token], outputName(ids[static_cast<size_t>(token)]), true};
}

} // namespace core
