#include "core/task/masked_language_model/masked_places.h"

#include "core/nn/tensors.h"
#include "core/task/batch_plan.h"

namespace core {

namespace {

/// [places, vocabulary] float32 on the CPU.
torch::Tensor logsAt(TextNetwork& network, int64_t maskId, std::span<const MaskedPlace> all,
                     std::span<const int32_t> indices, torch::Device device)
{
    std::vector<IdRow> rows;
    for (const int32_t index : indices)
        rows.push_back(all[static_cast<size_t>(index)].ids);
    PaddedIds inputs = paddedIds(rows);
    std::vector<int64_t> places;
    for (size_t row = 0; row < indices.size(); ++row) {
        const MaskedPlace& each = all[static_cast<size_t>(indices[row])];
        const int64_t first = static_cast<int64_t>(row) * inputs.longest;
        for (const int32_t masked : each.masked)
            inputs.ids[static_cast<size_t>(first + masked)] = maskId;
        places.push_back(first + each.place);
    }
    const torch::Tensor states = network.encoder()
                                     .forward(sequenceBatch(std::move(inputs), device))
                                     .tokens.states.flatten(0, 1)
                                     .index_select(0, sentTo(device, tensorOf(std::move(places))));
    return static_cast<MaskedTokenHead&>(network.head())
        .scores(states, {})
        .to(torch::kFloat)
        .log_softmax(1)
        .to(torch::kCPU);
}

} // namespace

void predictPlaces(
    TextNetwork& network, int64_t maskId, std::span<const MaskedPlace> places, torch::Device device,
    const Message& stage, const Monitor& monitor,
    const std::function<void(const torch::Tensor& logs, std::span<const int32_t> indices)>& take)
{
    constexpr BatchLimits kPlaceLimits{.texts = 64, .tokens = 16384};
    std::vector<int32_t> lengths;
    for (const MaskedPlace& place : places)
        lengths.push_back(static_cast<int32_t>(place.ids.size()));
    const BatchPlan plan = planSorted(lengths, kPlaceLimits);
    for (int64_t i = 0; i < plan.batchCount(); ++i) {
        monitor.throwIfStopped();
        const std::span<const int32_t> indices = plan.batch(i);
        take(logsAt(network, maskId, places, indices, device), indices);
        monitor.report({stage, plan.shareDone(i + 1)});
    }
}

std::vector<double> natsOf(TextNetwork& network, int64_t maskId,
                           std::span<const MaskedPlace> places, torch::Device device,
                           const Message& stage, const Monitor& monitor)
{
    std::vector<double> nats(places.size());
    predictPlaces(
        network, maskId, places, device, stage, monitor,
        [&](const torch::Tensor& logs, std::span<const int32_t> indices) {
            const auto found = logs.accessor<float, 2>();
            for (size_t row = 0; row < indices.size(); ++row) {
                const auto index = static_cast<size_t>(indices[row]);
                const MaskedPlace& each = places[index];
                nats[index]
                    = -found[static_cast<int64_t>(row)][each.ids[static_cast<size_t>(each.place)]];
            }
        });
    return nats;
}

} // namespace core
