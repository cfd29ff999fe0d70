#include "core/model/scheduled_sampling.h"

#include "core/nn/layers/dropout.h"

namespace core {

torch::Tensor forcedTokens(const torch::Tensor& marks, double probability, torch::Device device)
{
    return (uniformOf(marks) < probability).to(device);
}

SequenceBatch withOwnPredictions(TextNetwork& network, SequenceBatch batch, double probability)
{
    const torch::NoGradGuard noGradient;
    const int64_t rows = batch.ids.size(0), length = batch.ids.size(1);
    const torch::Tensor forced
        = forcedTokens(marksOfTexts(rows, length), probability, batch.ids.device())
              .view({rows, length})
              .logical_or(batch.mask().logical_not()); // Padding stays.
    const torch::Tensor one = torch::ones({rows}, torch::kInt64);
    CarriedState carried;
    network.eval();
    std::vector<torch::Tensor> fed{batch.ids.narrow(1, 0, 1)}; // Each [rows, 1].
    for (int64_t place = 1; place < length; ++place) {
        SequenceBatch last{fed.back(), one};
        last.classes = batch.classes;
        const torch::Tensor likeliest = network.forward(last, &carried).argmax(2);
        fed.push_back(
            torch::where(forced.narrow(1, place, 1), batch.ids.narrow(1, place, 1), likeliest));
    }
    network.train();
    batch.ids = torch::cat(fed, 1);
    return batch;
}

} // namespace core
