#include "core/model/translation_batch.h"

#include "core/nn/batch/sequence_batch.h"
#include "core/text/text_pipeline.h"

namespace core {

namespace {

PaddedIds framed(std::span<const IdRow> targets)
{
    return paddedIds(targets, kBeginId, kEndId);
}

std::vector<int64_t> labelsOf(std::span<const IdRow> targets)
{
    std::vector<int64_t> labels;
    for (const IdRow& target : targets) {
        labels.insert(labels.end(), target.begin(), target.end());
        labels.push_back(kEndId);
    }
    return labels;
}

} // namespace

TranslationBatch translationBatch(std::span<const IdRow> sources, std::span<const IdRow> targets,
                                  torch::Device device)
{
    return {paddedBatch(sources, device), sequenceBatch(framed(targets), device)};
}

PlainPairs plainPairs(std::span<const IdRow> sources, std::span<const IdRow> targets)
{
    return {paddedIds(sources), framed(targets), labelsOf(targets)};
}

LabelledPairs labelledPairs(PlainPairs pairs, torch::Device device)
{
    return {{sequenceBatch(std::move(pairs.source), device),
             sequenceBatch(std::move(pairs.target), device)},
            sentTo(device, tensorOf(std::move(pairs.labels)))};
}

} // namespace core
