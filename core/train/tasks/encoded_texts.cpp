#include "core/train/tasks/encoded_texts.h"

#include <algorithm>

namespace core {

double EncodedTexts::unknownShare() const
{
    const auto unknown = std::count(ids.begin(), ids.end(), static_cast<int32_t>(kUnknownId));
    return ids.empty() ? 0.0 : static_cast<double>(unknown) / static_cast<double>(ids.size());
}

EncodedTexts encoded(const LabelledTexts& texts, const TextPipeline& pipeline,
                     const Monitor& monitor)
{
    EncodedTexts result;
    result.labels = texts.labels;
    // In blocks, because a list of lists for 10 million texts would double the memory.
    constexpr size_t kBlock = 1 << 16;
    const std::span<const std::string> all = texts.texts;
    for (size_t begin = 0; begin < all.size(); begin += kBlock) {
        monitor.throwIfStopped();
        const auto block = all.subspan(begin, std::min(kBlock, all.size() - begin));
        for (const std::vector<int32_t>& ids : pipeline.ids(block, monitor)) {
            result.ids.insert(result.ids.end(), ids.begin(), ids.end());
            result.offsets.push_back(static_cast<int64_t>(result.ids.size()));
            result.lengths.push_back(static_cast<int32_t>(ids.size()));
        }
    }
    return result;
}

SequenceBatch batchOf(const EncodedTexts& texts, std::span<const int32_t> items,
                      torch::Device device)
{
    const auto count = static_cast<int64_t>(items.size());
    torch::Tensor lengths = torch::empty({count}, torch::kInt64);
    int64_t longest = 0;
    for (int64_t row = 0; row < count; ++row) {
        const auto item = static_cast<size_t>(items[static_cast<size_t>(row)]);
        lengths.data_ptr<int64_t>()[row] = texts.lengths[item];
        longest = std::max<int64_t>(longest, texts.lengths[item]);
    }
    torch::Tensor ids = torch::full({count, longest}, kPadId, torch::kInt64); // [batch, length]
    for (int64_t row = 0; row < count; ++row) {
        const auto item = static_cast<size_t>(items[static_cast<size_t>(row)]);
        std::copy_n(texts.ids.begin() + texts.offsets[item], texts.lengths[item],
                    ids.data_ptr<int64_t>() + row * longest);
    }
    return {ids.to(device), lengths};
}

torch::Tensor labelsOf(const EncodedTexts& texts, std::span<const int32_t> items,
                       torch::Device device)
{
    torch::Tensor labels
        = torch::empty({static_cast<int64_t>(items.size())}, torch::kInt64); // [batch]
    for (size_t row = 0; row < items.size(); ++row)
        labels.data_ptr<int64_t>()[row] = texts.labels[static_cast<size_t>(items[row])];
    return labels.to(device);
}

} // namespace core
