#include "core/model/translation_batch.h"

#include "core/nn/device_copy.h"
#include "core/nn/tensors.h"
#include "core/text/text_pipeline.h"

#include <algorithm>

namespace core {

TranslationBatch translationBatch(std::span<const IdRow> sources, std::span<const IdRow> targets,
                                  torch::Device device)
{
    return {paddedBatch(sources, device), paddedBatch(targets, device, kBeginId, kEndId)};
}

torch::Tensor targetLabels(std::span<const IdRow> targets, torch::Device device)
{
    int64_t tokens = 0;
    for (const IdRow& target : targets)
        tokens += predictedTokens(target);
    torch::Tensor labels = torch::empty({tokens}, torch::kInt64);
    auto* place = labels.data_ptr<int64_t>();
    for (const IdRow& target : targets) {
        place = std::copy(target.begin(), target.end(), place);
        *place++ = kEndId;
    }
    return sentTo(device, labels);
}

} // namespace core
