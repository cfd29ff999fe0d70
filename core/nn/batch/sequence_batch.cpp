#include "core/nn/batch/sequence_batch.h"

#include <algorithm>

namespace core {

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
