#include "core/train/tasks/encoded_texts.h"

#include "core/nn/device_copy.h"

#include <algorithm>

namespace core {

double EncodedTexts::unknownShare() const
{
    const auto unknown = std::count(ids.begin(), ids.end(), static_cast<int32_t>(kUnknownId));
    return ids.empty() ? 0.0 : static_cast<double>(unknown) / static_cast<double>(ids.size());
}

std::vector<IdRow> EncodedTexts::rows(std::span<const int32_t> items) const
{
    std::vector<IdRow> all;
    for (const int32_t item : items)
        all.push_back(row(item));
    return all;
}

EncodedTexts encoded(std::span<const std::string> texts, const TextPipeline& pipeline,
                     const Monitor& monitor)
{
    EncodedTexts result;
    // In blocks, because a list of lists for 10 million texts would double the memory.
    constexpr size_t kBlock = 1 << 16;
    for (size_t begin = 0; begin < texts.size(); begin += kBlock) {
        monitor.throwIfStopped();
        const auto block = texts.subspan(begin, std::min(kBlock, texts.size() - begin));
        for (const std::vector<int32_t>& ids : pipeline.ids(block, monitor)) {
            result.ids.insert(result.ids.end(), ids.begin(), ids.end());
            result.offsets.push_back(static_cast<int64_t>(result.ids.size()));
            result.lengths.push_back(static_cast<int32_t>(ids.size()));
        }
    }
    return result;
}

EncodedTexts encoded(const LabelledTexts& texts, const TextPipeline& pipeline,
                     const Monitor& monitor)
{
    EncodedTexts result = encoded(texts.texts, pipeline, monitor);
    result.labels = texts.labels;
    return result;
}

SequenceBatch batchOf(const EncodedTexts& texts, std::span<const int32_t> items,
                      torch::Device device)
{
    return paddedBatch(texts.rows(items), device);
}

torch::Tensor labelsOf(const EncodedTexts& texts, std::span<const int32_t> items,
                       torch::Device device)
{
    torch::Tensor labels
        = torch::empty({static_cast<int64_t>(items.size())}, torch::kInt64); // [batch]
    for (size_t row = 0; row < items.size(); ++row)
        labels.data_ptr<int64_t>()[row] = texts.labels[static_cast<size_t>(items[row])];
    return sentTo(device, labels);
}

} // namespace core
