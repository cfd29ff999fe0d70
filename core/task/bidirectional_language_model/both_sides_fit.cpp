#include "core/task/bidirectional_language_model/both_sides_fit.h"

#include "core/nn/tensors.h"

#include <cmath>

namespace core {

BothSidesFit bothSidesFit(TextNetwork& network, PaddedIds inputs, torch::Device device,
                          double smoothing)
{
    const SequenceBatch batch = sequenceBatch(std::move(inputs), device);
    const torch::Tensor labels = batch.ids.masked_select(batch.mask()).repeat_interleave(2);
    const torch::Tensor scores
        = network.forward(batch).reshape({labels.size(0), -1}); // [2 * tokens, vocabulary]
    return {labelFit(scores, labels, smoothing, Logits::GivenUp), labels};
}

void BothSidesSums::add(const BothSidesFit& fit)
{
    addTo(both, fit.of, fit.labels);
    leftNats += fit.of.ofRows.view({-1, 2}).select(1, 0).sum(torch::kFloat64).item<double>();
    correct += fit.of.correct.item<double>();
}

void BothSidesSums::join(EvaluationShare& share)
{
    joinLoss(both, share);
    share.totalEach(leftNats, correct);
}

SplitScores BothSidesSums::scores() const
{
    const double tokens = 0.5 * static_cast<double>(both.tokens);
    SplitScores all{both.mean(),
                    {{"accuracy", correct / static_cast<double>(both.tokens)},
                     {"perplexity", both.perplexity()},
                     {"forward_perplexity", std::exp(leftNats / tokens)},
                     {"backward_perplexity", std::exp((both.nats - leftNats) / tokens)}}};
    for (Score& score : both.unknownScores())
        all.scores.push_back(std::move(score));
    return all;
}

} // namespace core
