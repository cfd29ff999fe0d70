#include "core/nn/batch/sequence_batch.h"

#include "core/base/error.h"

#include <algorithm>

namespace core {

namespace {

thread_local bool nothingIsSent = false;

} // namespace

NothingSent::NothingSent()
{
    nothingIsSent = true;
}

NothingSent::~NothingSent()
{
    nothingIsSent = false;
}

torch::Tensor sentTo(torch::Device device, const torch::Tensor& data)
{
    if (!device.is_cuda())
        return data.to(device);
    if (nothingIsSent)
        throw Error(ErrorCode::Internal, {"A batch is sent to the GPU in parts.", {}});
    return data.pin_memory().to(device, /*non_blocking=*/true);
}

torch::Tensor lengthsOn(torch::Device device, const torch::Tensor& lengths)
{
    if (device.is_cpu() || lengths.numel() == 0)
        return lengths;
    const int64_t first = *lengths.data_ptr<int64_t>();
    return lengths.eq(first).all().item<bool>()
        ? torch::full(lengths.sizes(), first, lengths.options().device(device))
        : sentTo(device, lengths);
}

PaddedIds paddedIds(std::span<const IdRow> rows, int64_t before, int64_t after)
{
    const int64_t marks = (before >= 0 ? 1 : 0) + (after >= 0 ? 1 : 0);
    PaddedIds padded;
    for (const IdRow& row : rows) {
        padded.lengths.push_back(static_cast<int64_t>(row.size()) + marks);
        padded.longest = std::max(padded.longest, padded.lengths.back());
    }
    padded.ids.resize(rows.size() * static_cast<size_t>(padded.longest)); // 0: padding
    auto first = padded.ids.begin();
    for (const IdRow& row : rows) {
        auto place = first;
        if (before >= 0)
            *place++ = before;
        place = std::copy(row.begin(), row.end(), place);
        if (after >= 0)
            *place = after;
        first += padded.longest;
    }
    return padded;
}

namespace {

WordForms wordForms(PaddedWords padded, int64_t rows, torch::Device device)
{
    const auto words = static_cast<int64_t>(padded.lengths.size());
    WordForms forms{
        sentTo(device, tensorOf(std::move(padded.ofToken)).view({rows, -1})),
        sentTo(device, tensorOf(std::move(padded.characters)).view({words, padded.longest})),
        tensorOf(std::move(padded.lengths)), sentTo(device, tensorOf(std::move(padded.cases)))};
    if (!padded.features.empty())
        forms.features = sentTo(device, tensorOf(std::move(padded.features)).view({words, -1}));
    return forms;
}

} // namespace

SequenceBatch sequenceBatch(PaddedIds padded, torch::Device device)
{
    const auto rows = static_cast<int64_t>(padded.lengths.size());
    SequenceBatch batch{
        sentTo(device, tensorOf(std::move(padded.ids)).view({rows, padded.longest})),
        tensorOf(std::move(padded.lengths))};
    if (padded.words)
        batch.words
            = std::make_shared<const WordForms>(wordForms(std::move(*padded.words), rows, device));
    return batch;
}

SequenceBatch paddedBatch(std::span<const IdRow> rows, torch::Device device, int64_t before,
                          int64_t after)
{
    return sequenceBatch(paddedIds(rows, before, after), device);
}

} // namespace core
